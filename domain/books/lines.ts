/** A row of counts of the orders in a period. Rows of the period 'earlier' serve only to compute usual sales. */
export type Counted = {
  readonly period: 'now' | 'before' | 'earlier'
  readonly dimension: string
  readonly key: string
  /** The first day with an order of this key. Rows of the dimension 'sales' are for one day: this day. */
  readonly day: string
  readonly count: number
  /** Naira, or the seconds of a time. */
  readonly amount: number
}

/** Counts and amounts in the range, and in the preceding range. */
export type Sums = {
  readonly count: number
  readonly amount: number
  readonly countBefore: number
  readonly amountBefore: number
}

export const none: Sums = { count: 0, amount: 0, countBefore: 0, amountBefore: 0 }

export type Line = Sums & { readonly key: string; readonly title: string }

/** The time in which a dish was sold out, in epoch milliseconds. `ended` is null while the dish is still sold out. */
export type SoldOutSpan = { readonly itemId: string; readonly began: number; readonly ended: number | null }

export function byAmount(all: readonly Line[]): Line[] {
  return all.toSorted((a, b) => b.amount - a.amount || b.count - a.count || (a.title < b.title ? -1 : 1))
}
