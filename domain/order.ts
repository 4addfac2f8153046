import type { PaymentState } from './payment.ts'
import * as Payment from './payment.ts'
import { fail, ok, type Result } from './problem.ts'

export type OrderStatus = 'pending' | 'preparing' | 'ready' | 'completed' | 'cancelled'

const stages: readonly OrderStatus[] = ['pending', 'preparing', 'ready', 'completed', 'cancelled']

/** The statuses of an order that somebody still has to do something about. */
export const underWay: readonly OrderStatus[] = ['pending', 'preparing', 'ready']

export const roles = ['customer', 'rider', 'kitchen', 'cashier', 'owner'] as const
export type Role = (typeof roles)[number]

/** Who works with everybody's orders. */
export const deskRoles = ['kitchen', 'cashier', 'owner'] as const satisfies readonly Role[]

export type Actor = { readonly id: string; readonly role: Role }

/** What a decision about an order needs to know of it. */
export type Standing = {
  readonly status: OrderStatus
  readonly payment: PaymentState
  readonly customerId: string
}

export type Action = 'confirm-payment' | 'start' | 'mark-ready' | 'complete' | 'cancel'

export type Rule = {
  readonly by: readonly Role[]
  readonly from: readonly OrderStatus[]
  readonly payment?: readonly PaymentState[]
  /** The status it leads to; none where only the payment changes. */
  readonly to?: OrderStatus
}

/** Who may do what, from where. The screens ask `can`; the server updates only where `from` still holds. */
export const actions = {
  'confirm-payment': {
    by: ['cashier', 'owner'],
    from: ['pending', 'preparing', 'ready'],
    payment: ['claimed', 'short', 'not-found'],
  },
  start: { by: ['kitchen', 'cashier', 'owner'], from: ['pending'], payment: ['found', 'over'], to: 'preparing' },
  'mark-ready': { by: ['kitchen', 'cashier', 'owner'], from: ['preparing'], to: 'ready' },
  complete: { by: ['cashier', 'rider', 'owner'], from: ['ready'], to: 'completed' },
  cancel: { by: ['cashier', 'owner'], from: ['pending', 'preparing', 'ready'], to: 'cancelled' },
} as const satisfies Record<Action, Rule>

/** Whether this person may do this to this order now; if not, the sentence says why. */
export function can(action: Action, order: Standing, actor: Actor): Result<Rule> {
  const rule: Rule = actions[action]
  if (!rule.by.includes(actor.role)) return fail('not-allowed', 'Your account cannot do this. Ask the manager on duty.')
  if (!rule.from.includes(order.status)) {
    const early = rule.from.every((status) => stages.indexOf(status) > stages.indexOf(order.status))
    return fail('order-moved-on', `This order is ${early ? 'still' : 'already'} ${order.status}.`)
  }
  if (rule.payment && !rule.payment.includes(order.payment)) {
    return Payment.covers(order.payment)
      ? fail('order-moved-on', 'The payment of this order is already confirmed.')
      : fail('payment-not-confirmed', 'Confirm the payment first: this order is not paid yet.')
  }
  return ok(rule)
}

/** ORDER-4: what the customer's tabs make of a status, known or not. Finished orders are in no tab. */
export function tab(status: string): 'pending' | 'preparing' | 'ready' | 'done' {
  if (status === 'preparing' || status === 'ready') return status
  return status === 'completed' || status === 'cancelled' ? 'done' : 'pending'
}
