import type { Naira } from './money.ts'
import * as Money from './money.ts'

/** A tax or levy, as named by the owner, who knows which taxes apply. */
export type Tax = {
  readonly name: string
  /** Basis points of the price without tax: 750 is 7.5 %. */
  readonly rate: number
  /** True if listed prices include the tax. Otherwise it is added to the listed prices. */
  readonly included: boolean
  /** True if the tax applies to the delivery fee as well. */
  readonly onDelivery: boolean
}

export type TaxLine = Tax & { readonly amount: Naira }

/** 100 % in basis points. */
const whole = 10_000

/**
 * Returns the tax lines of a bill and its total (CART-6).
 *
 * price without tax = listed price / (1 + the rates of the taxes in it)
 * line = rate * price without tax, of the dishes, and of the fee if the tax is `onDelivery`
 * total = subtotal + fee + the lines on top
 *
 * Every tax is computed on the price without tax. A line is computed exactly and rounded once, half a naira upwards.
 * Lines on top come first. `taxes` may be the lines of an earlier bill: names and rates stay, amounts are recomputed.
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
    // The sum of two fractions over one denominator, in BigInt because the products exceed the safe integers.
    const taxed = BigInt(subtotal) * inFee + (tax.onDelivery ? BigInt(fee) * inDishes : 0n)
    const denominator = inDishes * inFee
    const amount = (2n * BigInt(tax.rate) * taxed + denominator) / (2n * denominator)
    return { ...tax, amount: Money.naira(Number(amount)) }
  })
  const onTop = taxLines.filter(({ included }) => !included).map(({ amount }) => amount)
  return { taxLines, totalAmount: Money.add(subtotal, fee, ...onTop) }
}

/**
 * Returns by how much an order becomes cheaper without dishes for `price`: the price, and the taxes that are added to
 * the price.
 */
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

/** Returns a listed price that includes the taxes `contained`, in basis points of the price without tax. */
function listed(contained: readonly Tax[]): bigint {
  return BigInt(contained.reduce((sum, { rate }) => sum + rate, whole))
}

/** Returns the label beside the amount: 'Consumption tax 5 %', 'Includes VAT 7.5 %'. */
export function label({ name, rate, included }: Pick<Tax, 'name' | 'rate' | 'included'>): string {
  return `${included ? 'Includes ' : ''}${name} ${percent(rate)}`
}

/** Returns '7.5 %' with a no-break space. */
export function percent(rate: number): string {
  return `${rate / 100}\u00a0%`
}
