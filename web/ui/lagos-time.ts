import { ahead } from '#domain/restaurant/lagos.ts'
import { shortMonth } from '#domain/text/months.ts'

// Not `Intl`, because its results differ between Node and browsers.

/** Returns the time in Lagos as '21:40'. `iso` is ISO 8601. */
export function clock(iso: string): string {
  const { hours, minutes } = parts(iso)
  return `${hours}:${minutes}`
}

/** Returns the hour in Lagos, from 0 to 23. */
export const hourNow = () => Number(parts(new Date().toISOString()).hours)

export function greeting(): string {
  const hour = hourNow()
  return hour < 4 || hour >= 17 ? 'Good evening' : hour < 12 ? 'Good morning' : 'Good afternoon'
}

/** Returns the day in Lagos as '20 Nov 2026'. */
export function day(iso: string): string {
  const { date, month, year } = parts(iso)
  return `${date} ${month} ${year}`
}

function parts(iso: string) {
  const there = new Date(Date.parse(iso) + ahead)
  return {
    hours: String(there.getUTCHours()).padStart(2, '0'),
    minutes: String(there.getUTCMinutes()).padStart(2, '0'),
    date: there.getUTCDate(),
    month: shortMonth(there.getUTCMonth() + 1),
    year: there.getUTCFullYear(),
  }
}
