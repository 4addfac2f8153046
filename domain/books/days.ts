import { dateOf, days as weekdays } from '../restaurant/hours.ts'
import { ahead, dayLength } from '../restaurant/lagos.ts'
import { shortMonth } from '../text/months.ts'

/** Days in Lagos, '2026-11-23', both included. */
export type Range = { readonly from: string; readonly to: string }

/** Days since 1 January 1970, by the rule of the Gregorian calendar: https://howardhinnant.github.io/date_algorithms.html */
function countOf(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const from = month <= 2 ? year - 1 : year
  const era = Math.floor(from / 400)
  const ofEra = from - era * 400
  const ofYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + date - 1
  return era * 146_097 + ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468
}

/** Epoch milliseconds of the midnight in Lagos with which a day begins. */
export const beginning = (day: string): number => countOf(day) * dayLength - ahead

export const addDays = (day: string, days: number): string => dateOf(beginning(day) + days * dayLength)

/** How many days. */
export const length = ({ from, to }: Range): number => countOf(to) - countOf(from) + 1

/** The range of the same length that ends the day before. */
export function rangeBefore(range: Range): Range {
  return { from: addDays(range.from, -length(range)), to: addDays(range.from, -1) }
}

/** From 0 for Monday: the first of January 1970 was a Thursday. */
export const weekdayOf = (day: string): number => (countOf(day) + 3) % 7

/** 'Mon 23 Nov'. */
export function dayTitle(day: string): string {
  return `${weekdays[weekdayOf(day)]?.slice(0, 3)} ${shortDate(day)}`
}

/** '23 Nov'. */
export function shortDate(day: string): string {
  const [, month = 1, date] = day.split('-').map(Number)
  return `${date} ${shortMonth(month)}`
}
