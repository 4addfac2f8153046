import * as Payment from './payment.ts'
import { isIn, type OrderStatus } from './statuses.ts'

/** Milliseconds for which an unpaid order holds its portions: the desk finds a transfer within minutes. */
export const claimHeldFor = 60 * 60 * 1000

/**
 * Milliseconds after an account began to hold portions of a dish. Until then a new quote, a claim or a cancellation does not
 * begin another hold of that dish; a payment does.
 */
export const holdsAgainAfter = 3 * 60 * 60 * 1000

/** Portions for a family: so many can be had by one account however few are left. */
const familyPortions = 4

/** The most portions of a dish that one account may hold unpaid, of those that nobody else holds. */
export function mostHeld(free: number): number {
  return Math.min(free, Math.max(familyPortions, Math.floor(free / 2)))
}

/**
 * The most portions of a dish that all accounts of one network address may hold unpaid together, of those that nobody elsewhere
 * holds. More than an account's share, since the customers of a mobile network share addresses.
 */
export function mostHeldNear(free: number): number {
  return Math.min(free, Math.max(familyPortions, Math.floor((free * 3) / 4)))
}

/** Whether an order's portions are sold, and not on hold: it is paid, or the kitchen has begun without the money. */
export function isSold({
  status,
  payment,
}: {
  readonly status: OrderStatus
  readonly payment: Payment.PaymentState
}): boolean {
  return Payment.covers(payment) || isIn(status, 'cooking', 'cooked', 'handed-over')
}
