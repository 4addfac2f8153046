declare const whole: unique symbol

/** An amount of money in whole naira. Never negative, never fractional; refunds are separate positive amounts. */
export type Naira = number & { readonly [whole]: 'naira' }

/** The highest price of one item. With the limits on a cart (see cart.ts), every total is a safe integer. */
export const highestPrice = 10_000_000 as Naira

export const zero = 0 as Naira

export function isNaira(value: unknown): value is Naira {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

/** Brands a number as naira. Throws RangeError for other numbers, which are bugs and not bad input. */
export function naira(value: number): Naira {
  if (!isNaira(value)) throw new RangeError(`${value} is not an amount in whole naira`)
  return value
}

export function add(...amounts: readonly Naira[]): Naira {
  return naira(amounts.reduce((total: number, amount) => total + amount, 0))
}

export function times(amount: Naira, count: number): Naira {
  return naira(amount * count)
}

/**
 * Returns '₦1,250,000'. Written by hand, because server and browser must render alike, and `Intl` formats differ
 * between Node and browsers.
 */
export function format(amount: Naira): string {
  return `₦${String(amount).replace(/\B(?=(\d{3})+$)/g, ',')}`
}
