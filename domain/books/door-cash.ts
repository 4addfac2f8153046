import type { Naira } from '../money/money.ts'
import * as Money from '../money/money.ts'
import * as Bill from '../order/bill.ts'
import * as Payment from '../order/payment.ts'
import { fail, ok, type Result } from '../problem.ts'

type Sums = Pick<Bill.Bill, 'totalAmount' | 'received'>

/**
 * Returns the sum to collect at the door, or a refusal. `upTo` is the owner's limit; null if the owner does not allow
 * cash at the door.
 */
export function allow(due: Naira, upTo: Naira | null): Result<Naira> {
  if (upTo === null) return fail('not-allowed', 'Cash at the door is off. The owner can switch it on.')
  return due > upTo
    ? fail('not-allowed', `${Money.format(due)} is due. Riders collect up to ${Money.format(upTo)}.`)
    : ok(due)
}

/**
 * Returns the cash that a rider collects for an order: 0 if the order was paid meanwhile, null if the order is not for
 * cash.
 */
export function toCollect(order: Sums & { readonly cashAtDoor: boolean }): Naira | null {
  return order.cashAtDoor ? Bill.due(order) : null
}

/** Compares cash with the amount due: '₦500 short', '₦500 too much', or '' if equal. */
export function compare(due: Naira, given: Naira): string {
  const difference = Money.format(Money.naira(Math.abs(given - due)))
  const words = { found: '', short: `${difference} short`, over: `${difference} too much` }
  return words[Payment.assess(due, given)]
}
