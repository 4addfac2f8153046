import { nextDay } from '../restaurant/hours.ts'
import * as Payment from './payment.ts'
import { isIn, type OrderStatus } from './statuses.ts'

/** The time for which an unpaid order holds its portions, in milliseconds. The desk finds a transfer within minutes. */
export const claimHeldFor = 60 * 60 * 1000

/**
 * The least time between the beginnings of two stock holds of a dish by one account, in milliseconds. A quote made
 * sooner continues the first hold without extending that hold. After a payment the next quote begins a new hold.
 */
export const holdsAgainAfter = 3 * 60 * 60 * 1000

/** The portions that one account may hold even if few are left: enough for a family. */
const familyPortions = 4

/**
 * Returns the most portions of a dish that one account may hold unpaid. `free`: the portions that no other account
 * holds.
 */
export function mostHeld(free: number): number {
  return Math.min(free, Math.max(familyPortions, Math.floor(free / 2)))
}

/**
 * Returns the most portions of a dish that all accounts of one network address may hold unpaid. `free` are the portions
 * that other addresses do not hold. The limit is higher than for one account, because customers of a mobile network
 * share addresses.
 */
export function mostHeldNear(free: number): number {
  return Math.min(free, Math.max(familyPortions, Math.floor((free * 3) / 4)))
}

/**
 * Returns the time from which a dish sold out by its count has new portions, in epoch milliseconds; undefined for other
 * dishes. A count belongs to one business day.
 */
export function portionsAt(portionsLeft: number | null, now: number, dayBegins: string): number | undefined {
  return portionsLeft === 0 ? nextDay(now, dayBegins) : undefined
}

/** Returns true if an order's portions are sold instead of held: it is paid, or the kitchen started it unpaid. */
export function isSold({
  status,
  payment,
}: {
  readonly status: OrderStatus
  readonly payment: Payment.PaymentState
}): boolean {
  return Payment.covers(payment) || isIn(status, 'cooking', 'cooked', 'handed-over')
}
