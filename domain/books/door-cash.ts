import type { Naira } from '../money/money.ts'
import * as Money from '../money/money.ts'
import * as Bill from '../order/bill.ts'
import * as Payment from '../order/payment.ts'
import { fail, ok, type Result } from '../problem.ts'

// Cash that a rider collects at the door.

type Sums = Pick<Bill.Bill, 'totalAmount' | 'received'>

/** Whether a sum may be collected at the door. `upTo` is the owner's limit, null where cash is not taken there. */
export function allow(due: Naira, upTo: Naira | null): Result<Naira> {
  if (upTo === null) return fail('not-allowed', 'Cash at the door is off. The owner can switch it on.')
  return due > upTo
    ? fail('not-allowed', `${Money.format(due)} is due. Riders collect up to ${Money.format(upTo)}.`)
    : ok(due)
}

/** What a rider collects for an order: 0 where it was paid meanwhile, null where nothing is collected at the door. */
export function toCollect(order: Sums & { readonly cashAtDoor: boolean }): Naira | null {
  return order.cashAtDoor ? Bill.due(order) : null
}

/** What a rider was given beside what was due: '₦500 short', '₦500 too much', or '' where it is the same. */
export function compare(due: Naira, given: Naira): string {
  const difference = Money.format(Money.naira(Math.abs(given - due)))
  const words = { found: '', short: `${difference} short`, over: `${difference} too much` }
  return words[Payment.assess(due, given)]
}
