import type { PricedLine } from '../menu/pricing.ts'
import * as Pricing from '../menu/pricing.ts'
import type { Naira } from '../money/money.ts'
import * as Money from '../money/money.ts'
import type { TaxLine } from '../money/tax.ts'
import * as Tax from '../money/tax.ts'
import { fail, ok, type Result } from '../problem.ts'
import type { PaymentState } from './payment.ts'
import * as Payment from './payment.ts'

/** A line of an order. With `soldOutAt` (ISO 8601), the order's customer has to choose a substitution for the line. */
export type OrderLine = PricedLine & { readonly soldOutAt?: string }

export type SubstitutionMade = {
  /** The dish with its quantity: '2 × Half Chicken'. */
  readonly dish: string
  /** The dish that replaced the line's dish; null if the line was removed. */
  readonly instead: string | null
  /** The naira by which the order became cheaper. */
  readonly less: Naira
  readonly by: 'customer' | 'restaurant'
}

/** The lines after a change, and the record of the change. */
export type Change = {
  readonly items: readonly OrderLine[]
  readonly made: Pick<SubstitutionMade, 'dish' | 'instead'>
}

/** Marks a line as sold out, so that the order's customer has to choose a substitution. `place` counts from 0. */
export function mark(lines: readonly OrderLine[], place: number, at: string): Result<readonly OrderLine[]> {
  const line = lines[place]
  if (!line) return noSuchLine()
  if (line.soldOutAt !== undefined) return fail('order-moved-on', `The customer is asked about ${line.name} already.`)
  return ok(lines.with(place, { ...line, soldOutAt: at }))
}

/** Unmarks a line that is available after all. */
export function unmark(lines: readonly OrderLine[], place: number): Result<readonly OrderLine[]> {
  const asked = askedLine(lines, place)
  if (!asked.ok) return asked
  const { soldOutAt: _, ...line } = asked.value
  return ok(lines.with(place, line))
}

/** Removes a sold-out line. The last line cannot be removed: an order without lines has to be cancelled. */
export function remove(lines: readonly OrderLine[], place: number): Result<Change> {
  const asked = askedLine(lines, place)
  if (!asked.ok) return asked
  if (lines.length === 1) {
    return fail('invalid', 'Nothing else is in this order. Cancel it instead: what was paid goes back.', 'answer')
  }
  return ok({
    items: lines.toSpliced(place, 1),
    made: { dish: described(asked.value), instead: null },
  })
}

/**
 * Replaces a sold-out line by `instead`, priced at today's menu. The replacement may cost at most as much as the line:
 * the customer pays nothing more.
 */
export function replace(lines: readonly OrderLine[], place: number, instead: PricedLine): Result<Change> {
  const asked = askedLine(lines, place)
  if (!asked.ok) return asked
  const { itemTotal: total } = asked.value
  if (instead.itemTotal > total) return fail('invalid', tooDear(total), 'itemId')
  return ok({
    items: lines.with(place, instead),
    made: {
      dish: described(asked.value),
      instead: described(instead),
    },
  })
}

/** Returns the refusal of a substitution that costs more than the original. */
export function tooDear(most: Naira): string {
  return `Choose something for ${Money.format(most)} at most, so that you pay nothing more.`
}

/** Returns the bill of changed lines at the order's tax rates, and the state of its payment after the change. */
export function bill(
  order: {
    readonly deliveryFee: Naira
    readonly taxLines?: readonly TaxLine[]
    readonly payment: PaymentState
    readonly received: Naira
  },
  lines: readonly OrderLine[],
): {
  readonly subtotal: Naira
  readonly taxLines: readonly TaxLine[]
  readonly totalAmount: Naira
  readonly payment: PaymentState
} {
  const subtotal = Pricing.subtotal(lines)
  const { taxLines, totalAmount } = Tax.bill(order.taxLines ?? [], subtotal, order.deliveryFee)
  return { subtotal, taxLines, totalAmount, payment: Payment.whenLessIsDue(order.payment, totalAmount, order.received) }
}

/** Returns 'Half Chicken sold out: Fish instead, ₦500 less.' Omit `less` for readers who may not see sums. */
export function say({
  dish,
  instead,
  less,
}: Pick<SubstitutionMade, 'dish' | 'instead'> & { readonly less: Naira | null }): string {
  const became = instead === null ? 'taken off' : `${instead} instead`
  return `${dish} sold out: ${became}${less !== null && less > 0 ? `, ${Money.format(less)} less` : ''}.`
}

/** Returns 'Half Chicken' or '2 × Half Chicken'. */
export function described({ name, quantity }: Pick<PricedLine, 'name' | 'quantity'>): string {
  return quantity > 1 ? `${quantity} × ${name}` : name
}

function askedLine(lines: readonly OrderLine[], place: number): Result<OrderLine> {
  const line = lines[place]
  if (!line) return noSuchLine()
  return line.soldOutAt === undefined
    ? fail('order-moved-on', `The question about ${line.name} is already settled. Please look at the order again.`)
    : ok(line)
}

function noSuchLine() {
  return fail('invalid', 'There is no such dish in this order.', 'line')
}
