import { addDays, type Range, rangeBefore, shortDate } from '#domain/books/days.ts'
import { dateOf } from '#domain/restaurant/lagos.ts'

const titles = {
  today: 'Today',
  yesterday: 'Yesterday',
  week: '7 days',
  month: '28 days',
  'this-month': 'This month',
  own: 'Own range',
} as const

export type Preset = keyof typeof titles
export const presets = Object.entries(titles) as [Preset, string][]

/** Returns the days of a preset. `now` is epoch milliseconds. */
export function rangeOf(preset: Exclude<Preset, 'own'>, now: number): Range {
  const today = dateOf(now)
  switch (preset) {
    case 'today':
      return { from: today, to: today }
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) }
    case 'this-month':
      return { from: `${today.slice(0, 8)}01`, to: today }
    default:
      return { from: addDays(today, preset === 'week' ? -6 : -27), to: today }
  }
}

/** Returns, for example, '17 Nov to 23 Nov 2026'. */
export function rangeTitle({ from, to }: Range): string {
  const year = to.slice(0, 4)
  if (from === to) return `${shortDate(to)} ${year}`
  return `${shortDate(from)}${from.startsWith(year) ? '' : ` ${from.slice(0, 4)}`} to ${shortDate(to)} ${year}`
}

/** Returns true if the range is only the unfinished day. `now` is epoch milliseconds. */
export const isOnlyToday = ({ from }: Range, now: number) => from === dateOf(now)

/**
 * Returns a sentence that names the previous range and, on an unfinished day, the figures that cannot be compared yet.
 */
export function comparison(range: Range, now: number): string {
  const before = rangeTitle(rangeBefore(range))
  if (isOnlyToday(range, now))
    return `Compared with ${before}: sales up to the last whole hour, counts when today is over.`
  const soFar = range.to >= dateOf(now) ? ' Today is not over; it is compared with a whole day.' : ''
  return `Compared with ${before}.${soFar}`
}
