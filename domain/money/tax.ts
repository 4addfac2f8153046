import type { Naira } from './money.ts'
import * as Money from './money.ts'

/** A tax or levy as the owner has named it. Which ones are due is for the owner to know. */
export type Tax = {
  readonly name: string
  /** Basis points of the price without tax: 750 is 7.5 %. */
  readonly rate: number
  /** Whether the listed prices contain it. Otherwise it comes on top of them. */
  readonly included: boolean
  /** Whether it is on the delivery fee as well. */
  readonly onDelivery: boolean
}

/** A tax of one bill, with what it comes to there. */
export type TaxLine = Tax & { readonly amount: Naira }

/** The whole in basis points. */
const whole = 10_000

/**
 * The tax lines of a bill and what is to be paid (CART-6).
 *
 * price without tax = listed price / (1 + the rates that it contains)
 * line = rate times the price without tax, of the dishes and, where it is on delivery, of the fee
 * total = subtotal + fee + the lines that come on top
 *
 * So no tax is on another tax, whichever of the two are in the prices. A line is computed exactly and rounded once, half a naira
 * upwards. Those on top stand first. `taxes` may be the lines of an earlier bill: rates and names stay as they were, amounts are computed again.
 */
export function bill(
  taxes: readonly Tax[],
  subtotal: Naira,
  fee: Naira,
): { readonly taxLines: readonly TaxLine[]; readonly totalAmount: Naira } {
  const inDishes = listed(taxes.filter(({ included }) => included))
  const inFee = listed(taxes.filter(({ included, onDelivery }) => included && onDelivery))
  const onTopFirst = [...taxes].sort((a, b) => Number(a.included) - Number(b.included))
  const taxLines = onTopFirst.map((tax) => {
    // Of the two fractions over one denominator: the products leave the safe integers.
    const taxed = BigInt(subtotal) * inFee + (tax.onDelivery ? BigInt(fee) * inDishes : 0n)
    const denominator = inDishes * inFee
    const amount = (2n * BigInt(tax.rate) * taxed + denominator) / (2n * denominator)
    return { ...tax, amount: Money.naira(Number(amount)) }
  })
  const onTop = taxLines.filter(({ included }) => !included).map(({ amount }) => amount)
  return { taxLines, totalAmount: Money.add(subtotal, fee, ...onTop) }
}

/** What an order costs less without dishes for `price`: that, and the tax that came on top of it. */
export function lessWithout(
  order: {
    readonly subtotal: Naira
    readonly deliveryFee: Naira
    readonly taxLines?: readonly TaxLine[]
    readonly totalAmount: Naira
  },
  price: Naira,
): Naira {
  const rest = bill(order.taxLines ?? [], Money.naira(order.subtotal - price), order.deliveryFee)
  return Money.naira(order.totalAmount - rest.totalAmount)
}

/** A listed price with these taxes in it, in basis points of the price without tax. */
function listed(contained: readonly Tax[]): bigint {
  return BigInt(contained.reduce((sum, { rate }) => sum + rate, whole))
}

/** 'Consumption tax 5 %', 'Includes VAT 7.5 %': what stands beside the amount. */
export function label({ name, rate, included }: Pick<Tax, 'name' | 'rate' | 'included'>): string {
  return `${included ? 'Includes ' : ''}${name} ${percent(rate)}`
}

/** '7.5 %', without a line break in it. */
export function percent(rate: number): string {
  return `${rate / 100}\u00a0%`
}
