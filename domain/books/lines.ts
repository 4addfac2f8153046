/** What one row of the counted orders says of a period. 'earlier' is read for usual sales only. */
export type Counted = {
  readonly period: 'now' | 'before' | 'earlier'
  readonly dimension: string
  readonly key: string
  /** The first day with such a row; of sales, the day. */
  readonly day: string
  readonly count: number
  /** Naira, or seconds of a time. */
  readonly amount: number
}

/** How often and how much in the range, and in the range before. */
export type Sums = {
  readonly count: number
  readonly amount: number
  readonly countBefore: number
  readonly amountBefore: number
}

export const none: Sums = { count: 0, amount: 0, countBefore: 0, amountBefore: 0 }

/** A line of a table. */
export type Line = Sums & { readonly key: string; readonly title: string }

/** When a dish was sold out, in epoch milliseconds; without an end it still is. */
export type SoldOutSpan = { readonly itemId: string; readonly began: number; readonly ended: number | null }

export function byAmount(all: readonly Line[]): Line[] {
  return all.toSorted((a, b) => b.amount - a.amount || b.count - a.count || (a.title < b.title ? -1 : 1))
}
