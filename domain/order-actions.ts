import { isCarried, orderStatuses } from './desk.ts'
import { type Actor, type DeliveryStatus, isOpen, type OrderStatus, type Role, roles } from './order.ts'
import type { PaymentState } from './payment.ts'
import * as Payment from './payment.ts'
import { fail, ok, type Result } from './problem.ts'

// What can be done with an order. A file of its own: pages of customers carry `order.ts`, and nothing of this.

/** What a decision about an order needs to know of it. */
export type OrderState = {
  readonly status: OrderStatus
  readonly payment: PaymentState
  /** Null where a guest without an account ordered at the counter. */
  readonly customerId: string | null
  /** Null for what is picked up at the restaurant. */
  readonly deliveryStatus: DeliveryStatus | null
  readonly assignedRider: { readonly id: string; readonly name: string } | null
  /** Whether a dish is sold out and its customer has not chosen yet what to have instead. */
  readonly awaitingSubstitution: boolean
  /** When a member of staff first saw it, in any form; null before, and while the kitchen has not seen its unpaid start. */
  readonly acknowledgedAt: unknown
}

export type Rule = {
  /** Nobody for what only timers and providers do. */
  readonly by: readonly Role[]
  readonly from: readonly OrderStatus[]
  readonly payment?: readonly PaymentState[]
  readonly deliveryStatus?: readonly (DeliveryStatus | null)[]
  /** Only while the customer is asked about a dish, or only while not. */
  readonly awaitingSubstitution?: boolean
  /** Only by the customer whose order it is, by the rider who has it, or to an order that is no account's. */
  readonly only?: 'customer' | 'assigned rider' | 'no account'
  /** Staff who ordered it for themselves ask a colleague; the owner answers for the money. */
  readonly notOwn?: true
  /** Milliseconds after the order came to its status, or after what is undone. */
  readonly within?: number
  /** What to read beside the status that an order has moved on to. */
  readonly tooLate?: string
  /** Where it leads; the payment's state follows from the money. */
  readonly to?: { readonly status?: OrderStatus; readonly deliveryStatus?: DeliveryStatus }
  /** Repeating it changes nothing and succeeds: on the road an answer may be lost. */
  readonly repeatable?: true
}

/** Milliseconds for which what was done by mistake can be undone: a payment confirmed, a start, a dish ready, an order completed. */
export const undoWithin = 60_000

/** Milliseconds that an action may have waited for the network: a shift. Of an earlier time of a press nothing is believed. */
export const longestWait = 12 * 60 * 60_000

/** Wrong delivery codes after which the desk takes over: of 10,000 codes nobody guesses one in five. */
export const mostCodeTries = 5

const everyStatus = orderStatuses
const open = orderStatuses.filter(isOpen)
/** While a dish can still turn out to be sold out. */
const uncooked = ['pending', 'preparing'] as const
const unpaid = ['claimed', 'short', 'not-found', 'rejected'] as const
const till = ['cashier', 'owner'] as const
const desk = ['kitchen', 'cashier', 'owner'] as const

/**
 * Who may do what to an order, from which state, and where it leads. Screens and the outbox ask `can`; the server's
 * `transition` carries it out and publishes the action's event.
 */
export const actions = {
  'confirm-payment': {
    by: till,
    from: ['pending', 'preparing', 'ready'],
    payment: unpaid,
    notOwn: true,
  },
  /** Money that came for an order that is paid or over: recorded, so that it can be refunded. */
  'confirm-extra': { by: till, from: everyStatus, notOwn: true },
  /** The last payment that a person recorded was not this order's, or not that much. */
  'undo-confirmation': {
    by: till,
    from: ['pending'],
    payment: ['found', 'short', 'over'],
    notOwn: true,
    within: undoWithin,
    tooLate: 'A confirmation can be undone only while the order waits for the kitchen.',
  },
  /** Above the owner's limit the first of two people has read the payment. */
  'first-confirmation': { by: till, from: everyStatus, notOwn: true },
  /** Staff looked for the transfer, and it is not in the bank's record. */
  'report-missing': { by: till, from: open, payment: ['claimed'] },
  /** A payment provider has sent the customer's transfer back. */
  'reject-transfer': { by: [], from: open, payment: unpaid },
  /** The customer claims the transfer again after it was not found, short or sent back. */
  'claim-again': { by: roles, only: 'customer', from: open, payment: ['short', 'not-found', 'rejected'] },
  /** Money came after the quote had expired, and the restaurant makes the order all the same. */
  'accept-late': { by: till, from: open, payment: ['late'], notOwn: true },
  refund: { by: till, from: everyStatus, notOwn: true },
  acknowledge: { by: till, from: ['pending'], repeatable: true },
  /** What was started unpaid is on the fire at once: the kitchen says that it has seen it. */
  'acknowledge-start': { by: desk, from: ['preparing'], repeatable: true },
  start: {
    by: desk,
    from: ['pending'],
    payment: ['found', 'over'],
    to: { status: 'preparing' },
  },
  /** The owner's override, audited with a reason. */
  'start-unpaid': {
    by: ['owner'],
    from: ['pending'],
    payment: unpaid,
    to: { status: 'preparing' },
  },
  /** What is due is collected by the rider in cash, up to the owner's limit. */
  'start-for-cash': {
    by: till,
    from: ['pending'],
    payment: unpaid,
    deliveryStatus: ['unassigned'],
    notOwn: true,
    to: { status: 'preparing' },
  },
  /** A paid order that was started by mistake waits again, as long as no rider has been told to come. */
  'undo-start': {
    by: desk,
    from: ['preparing'],
    payment: ['found', 'over'],
    deliveryStatus: [null, 'unassigned'],
    awaitingSubstitution: false,
    within: undoWithin,
    to: { status: 'pending' },
  },
  'mark-ready': {
    by: desk,
    from: ['preparing'],
    awaitingSubstitution: false,
    to: { status: 'ready' },
  },
  recall: {
    by: desk,
    from: ['ready'],
    deliveryStatus: [null, 'unassigned', 'assigned'],
    within: undoWithin,
    to: { status: 'preparing' },
  },
  complete: { by: till, from: ['ready'], to: { status: 'completed' } },
  /** Back to where the order was, at the counter or with its rider. */
  'undo-completion': { by: till, from: ['completed'], within: undoWithin, to: { status: 'ready' } },
  cancel: {
    by: till,
    from: ['pending', 'preparing', 'ready'],
    to: { status: 'cancelled' },
  },
  /** By the customer, before the kitchen has begun. */
  'cancel-own': {
    by: roles,
    only: 'customer',
    from: ['pending'],
    to: { status: 'cancelled' },
  },
  /** An order from the counter becomes that of the customer who was told its code. */
  link: { by: ['customer'], only: 'no account', from: everyStatus },
  'mark-sold-out': { by: desk, from: uncooked },
  /** The dish was found after all. */
  'unmark-sold-out': { by: desk, from: uncooked, awaitingSubstitution: true },
  /** Another dish instead, or none. */
  'choose-substitution': {
    by: roles,
    only: 'customer',
    from: uncooked,
    awaitingSubstitution: true,
  },
  /** By the desk, where the customer does not answer. */
  'remove-sold-out': { by: till, from: uncooked, awaitingSubstitution: true },
  /** Without that dish the customer wants nothing of the order. */
  'cancel-sold-out': {
    by: roles,
    only: 'customer',
    from: uncooked,
    awaitingSubstitution: true,
    to: { status: 'cancelled' },
  },
  'assign-rider': {
    by: till,
    from: ['preparing', 'ready'],
    deliveryStatus: ['unassigned'],
    to: { deliveryStatus: 'assigned' },
  },
  'change-rider': {
    by: till,
    from: ['preparing', 'ready'],
    deliveryStatus: ['assigned', 'out-for-delivery', 'failed'],
    to: { deliveryStatus: 'assigned' },
  },
  /** The wrong rider was pressed, and none is right yet. */
  'unassign-rider': {
    by: till,
    from: ['preparing', 'ready'],
    deliveryStatus: ['assigned'],
    to: { deliveryStatus: 'unassigned' },
  },
  'pick-up': {
    by: ['rider'],
    only: 'assigned rider',
    from: ['ready'],
    deliveryStatus: ['assigned'],
    to: { deliveryStatus: 'out-for-delivery' },
    repeatable: true,
  },
  deliver: {
    by: ['rider'],
    only: 'assigned rider',
    from: ['ready'],
    deliveryStatus: ['out-for-delivery'],
    to: { status: 'completed', deliveryStatus: 'delivered' },
    repeatable: true,
  },
  'fail-delivery': {
    by: ['rider'],
    only: 'assigned rider',
    from: ['ready'],
    deliveryStatus: ['out-for-delivery'],
    to: { deliveryStatus: 'failed' },
    repeatable: true,
  },
  /** Cash that a rider was given at the door for an order that others had moved on before that was recorded. */
  'collect-late': { by: ['rider'], from: everyStatus },
  /** Of a cancelled order nothing is cooked or packed. */
  'print-ticket': { by: desk, from: ['pending', 'preparing', 'ready', 'completed'] },
  /** The owner is told of an order that nobody has acknowledged in time. */
  escalate: { by: [], from: ['pending'] },
  /** A message to the owner has arrived on a device of theirs. */
  'note-escalation-sent': { by: [], from: everyStatus },
  'note-escalation-failed': { by: [], from: everyStatus },
} as const satisfies Record<string, Rule>

export type Action = keyof typeof actions

/**
 * The event of each action, in the past tense: 'payment' stands for `payment.` and the payment's state, null for none. A
 * table of its own, because browsers do without it.
 */
const events = {
  'confirm-payment': 'payment',
  'confirm-extra': 'payment',
  'undo-confirmation': 'payment.confirmation-undone',
  'first-confirmation': 'order.first-confirmed',
  'report-missing': 'payment',
  'reject-transfer': 'payment',
  'claim-again': 'payment',
  'accept-late': 'payment',
  refund: 'payment.refunded',
  acknowledge: 'order.acknowledged',
  'acknowledge-start': 'order.acknowledged',
  start: 'order.started',
  'start-unpaid': 'order.started',
  'start-for-cash': 'order.started',
  'undo-start': 'order.start-undone',
  'mark-ready': 'order.ready',
  recall: 'order.recalled',
  complete: 'order.completed',
  'undo-completion': 'order.completion-undone',
  cancel: 'order.cancelled',
  'cancel-own': 'order.cancelled',
  link: 'order.linked',
  'mark-sold-out': 'order.dish-sold-out',
  'unmark-sold-out': 'order.dish-available',
  'choose-substitution': 'order.substitution-chosen',
  'remove-sold-out': 'order.substitution-chosen',
  'cancel-sold-out': 'order.cancelled',
  'assign-rider': 'order.rider-assigned',
  'change-rider': 'order.rider-assigned',
  'unassign-rider': 'order.rider-unassigned',
  'pick-up': 'order.picked-up',
  deliver: 'order.completed',
  'fail-delivery': 'order.delivery-failed',
  'collect-late': 'payment',
  'print-ticket': null,
  escalate: 'order.escalated',
  'note-escalation-sent': 'order.escalation-sent',
  'note-escalation-failed': 'order.escalation-failed',
} as const satisfies Record<Action, `order.${string}` | `payment.${string}` | 'payment' | null>

/** The events of orders: 'order.placed', and those of the actions. */
export type OrderEvent = 'order.placed' | Exclude<(typeof events)[Action], null | 'payment'> | `payment.${PaymentState}`

/** The event of an action; nothing where the action changes nothing. `payment` is the state after it. */
export function eventOf(action: Action, payment: PaymentState): OrderEvent | undefined {
  const event = events[action]
  return event === 'payment' ? `payment.${payment}` : (event ?? undefined)
}

/** Whether an event is for the desk alone, and not for the order's customer and rider. */
export function isForDeskOnly(event: OrderEvent): boolean {
  return event === 'order.acknowledged' || event === 'order.first-confirmed' || event.startsWith('order.escalat')
}

/**
 * Whether this person may do this to this order now; the sentence of the problem says why not. Without an actor it is a
 * timer or a provider, and only the order's state decides. `inStatus` is milliseconds since the order came to its status;
 * without it a window of time is not looked at.
 */
export function can(action: Action, order: OrderState, actor: Actor | undefined, inStatus = 0): Result<Rule> {
  const rule: Rule = actions[action]
  if (actor && !isTheirs(rule, order, actor)) return fail('not-allowed', 'This order is not yours.')
  if (actor && !rule.by.includes(actor.role)) {
    return fail('not-allowed', 'Your account cannot do this. Ask the manager on duty.')
  }
  if (!rule.from.includes(order.status)) {
    if (isEarly(action, order)) return fail('order-moved-on', `This order is still ${order.status}.`)
    const tooLate = rule.tooLate ? ` ${rule.tooLate}` : ''
    return fail('order-moved-on', `This order is already ${order.status}.${tooLate}`)
  }
  if (rule.payment && !rule.payment.includes(order.payment)) {
    return rule.payment.every(Payment.covers)
      ? fail('payment-not-confirmed', 'Confirm the payment first: this order is not paid yet.')
      : fail('order-moved-on', paymentProblems[order.payment])
  }
  if (rule.deliveryStatus && !rule.deliveryStatus.includes(order.deliveryStatus)) {
    return fail('order-moved-on', deliveryProblem(action, order))
  }
  if (rule.awaitingSubstitution !== undefined && rule.awaitingSubstitution !== order.awaitingSubstitution) {
    return fail(
      'order-moved-on',
      order.awaitingSubstitution
        ? 'A dish of this order is sold out. The order waits for what its customer wants instead.'
        : 'The customer is not asked about a dish of this order any more.',
    )
  }
  if (rule.within !== undefined && inStatus >= rule.within) {
    return fail(
      'order-moved-on',
      action === 'undo-confirmation'
        ? 'This payment was confirmed more than a minute ago. It can no longer be undone.'
        : `This order has been ${order.status} for more than a minute. Please tell the desk.`,
    )
  }
  if (rule.notOwn && actor && actor.role !== 'owner' && order.customerId === actor.id) {
    return fail('not-allowed', 'This is your own order. Ask a colleague to record its money.')
  }
  return ok(rule)
}

/** Whether an action is this person's to do to this order, as far as that depends on whose order it is. */
export function isTheirs(
  rule: Pick<Rule, 'only'>,
  { customerId, assignedRider }: Pick<OrderState, 'customerId' | 'assignedRider'>,
  actor: Actor,
): boolean {
  if (rule.only === 'customer') return customerId === actor.id
  if (rule.only === 'no account') return customerId === null
  return rule.only === undefined || assignedRider?.id === actor.id
}

/**
 * Whether an action of the staff also acknowledges the order. Of an order on the fire that is for the kitchen to say, until
 * the order moves on: the desk, which started it, goes on with its rider and its money.
 */
export function acknowledges(action: Action, { status }: Pick<OrderState, 'status'>, { role }: Actor): boolean {
  const rule: Rule = actions[action]
  return rule.only === undefined && (status !== 'preparing' || role === 'kitchen' || rule.to?.status !== undefined)
}

/** Whether an action that may be repeated has been done: it is answered with the order as it stands. */
export function isDone(action: Action, order: OrderState): boolean {
  const rule: Rule = actions[action]
  if (!rule.repeatable) return false
  // A stale acknowledgement succeeds: any action on an order also acknowledges it.
  if (action === 'acknowledge' || action === 'acknowledge-start') {
    return order.acknowledgedAt !== null || !rule.from.includes(order.status)
  }
  return rule.to?.deliveryStatus === order.deliveryStatus
}

/** Whether an order has yet to reach the states that an action begins from. */
export function isEarly(action: Action, { status }: Pick<OrderState, 'status'>): boolean {
  const place = everyStatus.indexOf(status)
  return actions[action].from.every((each) => everyStatus.indexOf(each) > place)
}

function deliveryProblem(action: Action, { deliveryStatus, assignedRider }: OrderState): string {
  if (deliveryStatus === null) return 'This order is picked up at the restaurant.'
  return action === 'assign-rider' && isCarried(deliveryStatus) && assignedRider
    ? hasRider(assignedRider.name)
    : deliveryProblems[deliveryStatus]
}

export function hasRider(name: string): string {
  return `${name} has this order already.`
}

/** Why an action does not fit the state of a payment. */
const paymentProblems: Record<PaymentState, string> = {
  claimed: 'We are checking this transfer already.',
  short: 'This order is short, and the customer has been told.',
  'not-found': 'The customer has been told already that this transfer is not there.',
  rejected: 'This transfer was sent back, and the customer has been told.',
  late: 'This transfer came late. Take the order, or cancel it and refund the money.',
  found: 'The payment of this order is already confirmed.',
  over: 'The payment of this order is already confirmed.',
  refunded: 'The payment of this order was sent back.',
}

const deliveryProblems: Readonly<Record<DeliveryStatus, string>> = {
  unassigned: 'No rider has this order yet.',
  assigned: 'A rider has this order already, and has not picked it up yet.',
  'out-for-delivery': 'This order is already on its way.',
  failed: 'This order could not be delivered. The desk takes care of it.',
  delivered: 'This order is already delivered.',
}
