import { fail, ok, type Problem, type Result } from '../problem.ts'
import type { Actor } from '../restaurant/policy.ts'
import { type Action, actions, type Rule, undoWithin } from './actions.ts'
import * as Payment from './payment.ts'
import {
  type DeliveryStatus,
  isCarried,
  isIn,
  isOpen,
  type OrderStatus,
  orderStatuses,
  type StatusTime,
  statuses,
} from './statuses.ts'

/** A `Date` on the server, an ISO 8601 instant in documents. */
type Moment = object | string

export type OrderState<At extends Moment = Moment> = Readonly<Record<Exclude<StatusTime, 'finishedAt'>, At | null>> & {
  readonly status: OrderStatus
  readonly payment: Payment.PaymentState
  /** Null for a guest order entered at the counter. */
  readonly customerId: string | null
  /** Null means pick-up. */
  readonly deliveryStatus: DeliveryStatus | null
  readonly assignedRider: { readonly id: string; readonly name: string } | null
  /** True while a dish is sold out and the customer has not chosen a substitution. */
  readonly awaitingSubstitution: boolean
  /** Null or missing for an order as soon as possible. */
  readonly slot?: At | null | undefined
  /**
   * Null until a member of staff has seen the order. Starting an unpaid order sets the field to null until the kitchen
   * has seen the start.
   */
  readonly acknowledgedAt: At | null
  /** Undefined in documents cached by an earlier release. */
  readonly finishedAt?: At | null | undefined
  /** The time of the payment to be undone, if the caller knows it. */
  readonly confirmedAt?: At | null
}

type OrderChange<At extends Moment = Moment> = NonNullable<Rule['to']> &
  Readonly<Partial<Record<StatusTime, At | null>>> & { readonly acknowledgedAt?: At }

type Outcome<At extends Moment> = { readonly isDone: boolean; readonly set: OrderChange<At> }

/**
 * Decides an action at `now`: refuses it, reports that it is already done, or returns the fields to set. Without an
 * actor, a timer or a payment provider acts, and only the order's state decides. `at` is when the person acted: earlier
 * than `now` if the action waited for the network.
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

/** Returns true if the action is possible and would change the order. Without `now`, time windows are not checked. */
export function can(action: Action, order: OrderState, actor: Actor | undefined, now?: Moment | number): boolean {
  return !isDone(action, order) && refusal(action, order, actor, now) === undefined
}

/**
 * Sets the time field of the new status. A change back to an earlier status clears the time field of the later status.
 */
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
        : 'The question about the sold-out dish is already settled.',
    )
  }
  if (rule.forLater && !order.slot)
    return refuse('order-moved-on', 'This order has no chosen time: the kitchen makes it as soon as possible.')
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
  // biome-ignore lint/style/noRestrictedGlobals: Date.parse reads no clock
  return typeof at === 'string' ? Date.parse(at) : Number(at)
}

/**
 * Returns true if the actor's relation to the order allows the action: the actor is the order's customer or rider, for
 * example. The caller checks the actor's role and the order's state.
 */
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
 * Returns true if an action of staff also acknowledges the order. In preparation, only actions of the kitchen and
 * actions that change the status do so, because the desk started the order and still handles its rider and money.
 */
function acknowledges(action: Action, { status }: OrderState, { role }: Actor): boolean {
  const { only, to, isAcknowledgement }: Rule = actions[action]
  if (isAcknowledgement) return true
  return only === undefined && (!isIn(status, 'cooking') || role === 'kitchen' || to?.status !== undefined)
}

/** Returns true if a repeatable action has already been done. */
function isDone(action: Action, order: OrderState): boolean {
  const rule: Rule = actions[action]
  if (rule.isAcknowledgement) return order.acknowledgedAt !== null || !rule.from.includes(order.status)
  return rule.repeatable === true && rule.to?.deliveryStatus === order.deliveryStatus
}

/** Returns true if an order has not yet reached the statuses in which an action is allowed. */
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

/** The reason why an action does not fit the state of a payment. */
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
