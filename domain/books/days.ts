import * as Lagos from '../restaurant/lagos.ts'
import { shortMonth } from '../text/months.ts'

/** Days in Lagos, '2026-11-23', both included. */
export type Range = { readonly from: string; readonly to: string }

/** Epoch milliseconds of the midnight in Lagos with which a day begins. */
export const beginning = (day: string): number => Lagos.midnight(Lagos.dayOfDate(day))

export const addDays = (day: string, days: number): string => Lagos.dateOf(beginning(day) + days * Lagos.dayLength)

/** How many days. */
export const length = ({ from, to }: Range): number => Lagos.dayOfDate(to) - Lagos.dayOfDate(from) + 1

/** The range of the same length that ends the day before. */
export function rangeBefore(range: Range): Range {
  return { from: addDays(range.from, -length(range)), to: addDays(range.from, -1) }
}

/** From 0 for Monday. */
export const weekdayOf = (day: string): number => Lagos.weekdayOf(Lagos.dayOfDate(day))

/** 'Mon 23 Nov'. */
export function dayTitle(day: string): string {
  return `${Lagos.days[weekdayOf(day)]?.slice(0, 3)} ${shortDate(day)}`
}

/** '23 Nov'. */
export function shortDate(day: string): string {
  const [, month = 1, date] = day.split('-').map(Number)
  return `${date} ${shortMonth(month)}`
}
