import { type Actor, type DeliveryStatus, type OrderStatus, type Role, roles, stages, underWay } from './order.ts'
import type { PaymentState } from './payment.ts'
import * as Payment from './payment.ts'
import { fail, ok, type Result } from './problem.ts'

// What can be done with an order. A file of its own: pages of customers carry `order.ts`, and nothing of this.

/** What a decision about an order needs to know of it. */
export type Standing = {
  readonly status: OrderStatus
  readonly payment: PaymentState
  /** Null where a guest without an account ordered at the counter. */
  readonly customerId: string | null
  /** Null for what is picked up at the restaurant. */
  readonly deliveryStatus: DeliveryStatus | null
  /** Whether a dish is sold out and its customer has not said yet what instead. */
  readonly awaitingSubstitution: boolean
}

export type Action =
  | 'confirm-payment'
  | 'confirm-extra'
  | 'report-missing'
  | 'claim-again'
  | 'refund'
  | 'acknowledge'
  | 'start'
  | 'start-unpaid'
  | 'mark-ready'
  | 'recall'
  | 'complete'
  | 'cancel'
  | 'cancel-own'
  | 'mark-sold-out'
  | 'unmark-sold-out'
  | 'choose-substitution'
  | 'remove-sold-out'
  | 'cancel-sold-out'
  | 'assign-rider'
  | 'change-rider'
  | 'pick-up'
  | 'deliver'
  | 'fail-delivery'
  | 'print-ticket'

export type Rule = {
  readonly by: readonly Role[]
  readonly from: readonly OrderStatus[]
  readonly payment?: readonly PaymentState[]
  readonly deliveryStatus?: readonly (DeliveryStatus | null)[]
  /** Only while the customer is asked about a dish, or only while not. */
  readonly awaitingSubstitution?: boolean
  /** Only by the customer whose order it is. */
  readonly own?: true
  /** The status it leads to; none where only the payment changes. */
  readonly to?: OrderStatus
}

/** While a dish can still turn out to be missing. */
const notCooked = ['pending', 'preparing'] as const

/** Who may do what, from where. The screens ask `can`; the server updates only where `from` still holds. */
export const actions = {
  'confirm-payment': {
    by: ['cashier', 'owner'],
    from: ['pending', 'preparing', 'ready'],
    payment: ['claimed', 'short', 'not-found'],
  },
  /** Money that came for an order that is paid or finished: recorded, so that it can go back. */
  'confirm-extra': { by: ['cashier', 'owner'], from: stages },
  /** Somebody looked for the transfer, and it is not there. */
  'report-missing': { by: ['cashier', 'owner'], from: underWay, payment: ['claimed'] },
  /** 'I have sent it', said again after it was not found or short. */
  'claim-again': { by: roles, own: true, from: underWay, payment: ['short', 'not-found'] },
  refund: { by: ['cashier', 'owner'], from: stages },
  /** Somebody has seen it: it rings no more. */
  acknowledge: { by: ['cashier', 'owner'], from: ['pending'] },
  start: { by: ['kitchen', 'cashier', 'owner'], from: ['pending'], payment: ['found', 'over'], to: 'preparing' },
  /** The owner's override, on record with a reason. */
  'start-unpaid': { by: ['owner'], from: ['pending'], payment: ['claimed', 'short', 'not-found'], to: 'preparing' },
  'mark-ready': { by: ['kitchen', 'cashier', 'owner'], from: ['preparing'], awaitingSubstitution: false, to: 'ready' },
  // For a minute: what left the pass by mistake.
  recall: {
    by: ['kitchen', 'cashier', 'owner'],
    from: ['ready'],
    deliveryStatus: [null, 'unassigned', 'assigned'],
    to: 'preparing',
  },
  complete: { by: ['cashier', 'owner'], from: ['ready'], to: 'completed' },
  cancel: { by: ['cashier', 'owner'], from: ['pending', 'preparing', 'ready'], to: 'cancelled' },
  /** By the customer, before the kitchen has begun. */
  'cancel-own': { by: roles, own: true, from: ['pending'], to: 'cancelled' },
  'mark-sold-out': { by: ['kitchen', 'cashier', 'owner'], from: notCooked },
  /** It is there after all. */
  'unmark-sold-out': { by: ['kitchen', 'cashier', 'owner'], from: notCooked, awaitingSubstitution: true },
  /** Another dish instead, or none. */
  'choose-substitution': { by: roles, own: true, from: notCooked, awaitingSubstitution: true },
  /** By the desk, where no answer comes. */
  'remove-sold-out': { by: ['cashier', 'owner'], from: notCooked, awaitingSubstitution: true },
  /** Without that dish the customer wants nothing of it. */
  'cancel-sold-out': { by: roles, own: true, from: notCooked, awaitingSubstitution: true, to: 'cancelled' },
  'assign-rider': { by: ['cashier', 'owner'], from: ['preparing', 'ready'], deliveryStatus: ['unassigned'] },
  'change-rider': {
    by: ['cashier', 'owner'],
    from: ['preparing', 'ready'],
    deliveryStatus: ['assigned', 'out-for-delivery', 'failed'],
  },
  // Their own only: whose an order is, the server's query says.
  'pick-up': { by: ['rider'], from: ['ready'], deliveryStatus: ['assigned'] },
  deliver: { by: ['rider'], from: ['ready'], deliveryStatus: ['out-for-delivery'], to: 'completed' },
  'fail-delivery': { by: ['rider'], from: ['ready'], deliveryStatus: ['out-for-delivery'] },
  // Of a cancelled order nobody cooks or packs anything.
  'print-ticket': { by: ['kitchen', 'cashier', 'owner'], from: ['pending', 'preparing', 'ready', 'completed'] },
} as const satisfies Record<Action, Rule>

/** Whether this person may do this to this order now; if not, the sentence says why. */
export function can(action: Action, order: Standing, actor: Actor): Result<Rule> {
  const rule: Rule = actions[action]
  if (rule.own && order.customerId !== actor.id) return fail('not-allowed', 'Only the customer can say this.')
  if (!rule.by.includes(actor.role)) return fail('not-allowed', 'Your account cannot do this. Ask the manager on duty.')
  if (!rule.from.includes(order.status)) {
    return fail('order-moved-on', `This order is ${isEarly(rule, order) ? 'still' : 'already'} ${order.status}.`)
  }
  if (rule.payment && !rule.payment.includes(order.payment)) {
    return rule.payment.some(Payment.covers)
      ? fail('payment-not-confirmed', 'Confirm the payment first: this order is not paid yet.')
      : fail('order-moved-on', asItStands[order.payment])
  }
  if (rule.deliveryStatus && !rule.deliveryStatus.includes(order.deliveryStatus)) {
    return fail(
      'order-moved-on',
      order.deliveryStatus
        ? deliveryStatusProblems[order.deliveryStatus]
        : 'This order is picked up at the restaurant.',
    )
  }
  if (rule.awaitingSubstitution !== undefined && rule.awaitingSubstitution !== order.awaitingSubstitution) {
    return fail(
      'order-moved-on',
      order.awaitingSubstitution
        ? 'A dish of this order is sold out. It waits for what its customer wants instead.'
        : 'Nobody is asked about a dish of this order any more.',
    )
  }
  return ok(rule)
}

/** Whether an order has yet to come to where this begins. */
export function isEarly({ from }: Rule, { status }: Pick<Standing, 'status'>): boolean {
  return from.every((each) => stages.indexOf(each) > stages.indexOf(status))
}

/** Why nothing more can be said of a payment. */
const asItStands: Record<PaymentState, string> = {
  claimed: 'We are checking this transfer already.',
  short: 'This order is short, and the customer has been told.',
  'not-found': 'The customer has been told already that this transfer is not there.',
  found: 'The payment of this order is already confirmed.',
  over: 'The payment of this order is already confirmed.',
  refunded: 'The payment of this order was sent back.',
}

const deliveryStatusProblems: Readonly<Record<DeliveryStatus, string>> = {
  unassigned: 'No rider has this order yet.',
  assigned: 'A rider has this order already, and has not picked it up yet.',
  'out-for-delivery': 'This order is already on its way.',
  failed: 'This order could not be delivered. The desk takes care of it.',
  delivered: 'This order is already delivered.',
}
