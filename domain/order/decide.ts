import { fail, ok, type Problem, type Result } from '../problem.ts'
import type { Actor } from '../restaurant/policy.ts'
import { type Action, actions, type Rule, undoWithin } from './actions.ts'
import * as Payment from './payment.ts'
import { type DeliveryStatus, isCarried, isIn, isOpen, type OrderStatus, orderStatuses, statuses } from './statuses.ts'

/** A `Date` on the server, an ISO 8601 instant in documents. */
type Moment = object | string

/** What a decision about an order reads. */
export type OrderState<At extends Moment = Moment> = {
  readonly status: OrderStatus
  readonly payment: Payment.PaymentState
  /** Null where a guest without an account ordered at the counter. */
  readonly customerId: string | null
  /** Null for a pick-up. */
  readonly deliveryStatus: DeliveryStatus | null
  readonly assignedRider: { readonly id: string; readonly name: string } | null
  /** Whether a dish is sold out and the customer has not chosen a substitution yet. */
  readonly awaitingSubstitution: boolean
  /** Null before a member of staff has seen the order, and while the kitchen has not seen an unpaid start. */
  readonly acknowledgedAt: At | null
  readonly startedAt: At | null
  readonly readyAt: At | null
  /** Undefined in documents that an earlier release has cached. */
  readonly finishedAt?: At | null | undefined
  /** When the payment to be undone was recorded, where the caller knows. */
  readonly confirmedAt?: At | null
}

/** The fields that an action sets in an order. */
type OrderChange<At extends Moment = Moment> = NonNullable<Rule['to']> & {
  readonly acknowledgedAt?: At
  readonly startedAt?: At | null
  readonly readyAt?: At | null
  readonly finishedAt?: At | null
}

type Outcome<At extends Moment> = { readonly isDone: boolean; readonly set: OrderChange<At> }

/**
 * Decides an action at `now`: refuses it, finds that it is done already, or returns the fields that it sets. Without an actor a
 * timer or a payment provider acts, and only the order's state decides. `at` is when somebody pressed, which is before `now`
 * where the action waited for the network.
 */
export function decide<At extends Moment>(
  action: Action,
  order: OrderState<At>,
  actor: Actor | undefined,
  now: At,
  at: At = now,
): Result<Outcome<At>> {
  if (isDone(action, order)) return ok({ isDone: true, set: {} })
  const problem = refusal(action, order, actor, at)
  if (problem) return { ok: false, problem }
  const { to = {} }: Rule = actions[action]
  const acknowledged = actor && acknowledges(action, order, actor) && { acknowledgedAt: order.acknowledgedAt ?? at }
  return ok({
    isDone: false,
    set: { ...to, ...(to.status && moments(order.status, to.status, now, at)), ...acknowledged },
  })
}

/** Whether the action is possible and would change the order. Without `now` a window of time is not checked. */
export function can(action: Action, order: OrderState, actor: Actor | undefined, now?: Moment | number): boolean {
  return !isDone(action, order) && refusal(action, order, actor, now) === undefined
}

/** The moment of the status that is reached, or, on the way back, none for the status that is left. */
function moments<At extends Moment>(from: OrderStatus, to: OrderStatus, now: At, at: At): OrderChange<At> {
  const isBack = orderStatuses.indexOf(to) < orderStatuses.indexOf(from)
  const { since } = statuses[isBack ? from : to]
  if (since === null) return {}
  return { [since]: isBack ? null : isOpen(to) ? at : now }
}

function refusal(
  action: Action,
  order: OrderState,
  actor: Actor | undefined,
  at: Moment | number | undefined,
): Problem | undefined {
  const rule: Rule = actions[action]
  const refuse = (...problem: Parameters<typeof fail>) => fail(...problem).problem
  if (actor && !isTheirs(action, order, actor)) return refuse('not-allowed', 'This order is not yours.')
  if (actor && !rule.by.includes(actor.role)) {
    return refuse('not-allowed', 'Your account cannot do this. Ask the manager on duty.')
  }
  if (!rule.from.includes(order.status)) {
    if (isEarly(action, order)) return refuse('order-moved-on', `This order is still ${order.status}.`)
    const tooLate = rule.tooLate ? ` ${rule.tooLate}` : ''
    return refuse('order-moved-on', `This order is already ${order.status}.${tooLate}`)
  }
  if (rule.payment && !rule.payment.includes(order.payment)) {
    return rule.payment.every(Payment.covers)
      ? refuse('payment-not-confirmed', 'Confirm the payment first: this order is not paid yet.')
      : refuse('order-moved-on', paymentProblems[order.payment])
  }
  if (rule.deliveryStatus && !rule.deliveryStatus.includes(order.deliveryStatus)) {
    return refuse('order-moved-on', deliveryProblem(action, order))
  }
  if (rule.awaitingSubstitution !== undefined && rule.awaitingSubstitution !== order.awaitingSubstitution) {
    return refuse(
      'order-moved-on',
      order.awaitingSubstitution
        ? 'A dish of this order is sold out. The order waits for what its customer wants instead.'
        : 'The customer is not asked about a dish of this order any more.',
    )
  }
  const from = rule.windowFrom && order[rule.windowFrom]
  if (from && at !== undefined && milliseconds(at) - milliseconds(from) >= undoWithin) {
    return refuse(
      'order-moved-on',
      rule.windowFrom === 'confirmedAt'
        ? 'This payment was confirmed more than a minute ago. It can no longer be undone.'
        : `This order has been ${order.status} for more than a minute. Please tell the desk.`,
    )
  }
  if (rule.notOwn && actor && actor.role !== 'owner' && order.customerId === actor.id) {
    return refuse('not-allowed', 'This is your own order. Ask a colleague to record its money.')
  }
  return undefined
}

function milliseconds(at: Moment | number): number {
  // biome-ignore lint/style/noRestrictedGlobals: it reads no clock
  return typeof at === 'string' ? Date.parse(at) : Number(at)
}

/** Whether an action is this person's to take, as far as that depends on whose order it is. */
export function isTheirs(
  action: Action,
  { customerId, assignedRider }: Pick<OrderState, 'customerId' | 'assignedRider'>,
  actor: Actor,
): boolean {
  const { only }: Rule = actions[action]
  if (only === 'customer') return customerId === actor.id
  if (only === 'no account') return customerId === null
  return only === undefined || assignedRider?.id === actor.id
}

/**
 * Whether an action of staff also acknowledges the order. An order on the fire is acknowledged by the kitchen alone, until the
 * order moves on: the desk, which has started it, goes on with its rider and its money.
 */
function acknowledges(action: Action, { status }: OrderState, { role }: Actor): boolean {
  const { only, to, isAcknowledgement }: Rule = actions[action]
  if (isAcknowledgement) return true
  return only === undefined && (!isIn(status, 'cooking') || role === 'kitchen' || to?.status !== undefined)
}

/** Whether an action that may be repeated has been done. */
function isDone(action: Action, order: OrderState): boolean {
  const rule: Rule = actions[action]
  if (rule.isAcknowledgement) return order.acknowledgedAt !== null || !rule.from.includes(order.status)
  return rule.repeatable === true && rule.to?.deliveryStatus === order.deliveryStatus
}

/** Whether an order has yet to reach the statuses that an action begins from. */
export function isEarly(action: Action, { status }: Pick<OrderState, 'status'>): boolean {
  const place = orderStatuses.indexOf(status)
  return actions[action].from.every((each) => orderStatuses.indexOf(each) > place)
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
const paymentProblems: Record<Payment.PaymentState, string> = {
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
