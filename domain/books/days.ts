import * as Lagos from '../restaurant/lagos.ts'
import { shortMonth } from '../text/months.ts'

/** Days in Lagos, '2026-11-23', both included. */
export type Range = { readonly from: string; readonly to: string }

/** Returns the midnight in Lagos at which a day begins, in epoch milliseconds. */
export const beginning = (day: string): number => Lagos.midnight(Lagos.dayOfDate(day))

export const addDays = (day: string, days: number): string => Lagos.dateOf(beginning(day) + days * Lagos.dayLength)

export const length = ({ from, to }: Range): number => Lagos.dayOfDate(to) - Lagos.dayOfDate(from) + 1

export function rangeBefore(range: Range): Range {
  return { from: addDays(range.from, -length(range)), to: addDays(range.from, -1) }
}

/** Returns the day of the week, from 0 for Monday. */
export const weekdayOf = (day: string): number => Lagos.weekdayOf(Lagos.dayOfDate(day))

/** Returns 'Mon 23 Nov'. */
export function dayTitle(day: string): string {
  return `${Lagos.days[weekdayOf(day)]?.slice(0, 3)} ${shortDate(day)}`
}

/** Returns '23 Nov'. */
export function shortDate(day: string): string {
  const [, month = 1, date] = day.split('-').map(Number)
  return `${date} ${shortMonth(month)}`
}
