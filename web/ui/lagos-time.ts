import { ahead } from '#domain/restaurant/lagos.ts'
import { shortMonth } from '#domain/text/months.ts'

// Written by hand: `Intl` differs between Node and browsers.

/** Returns '21:40' in Lagos. `iso` is ISO 8601. */
export function clock(iso: string): string {
  const { hours, minutes } = parts(iso)
  return `${hours}:${minutes}`
}

/** Returns the hour in Lagos, from 0. */
export const hourNow = () => Number(parts(new Date().toISOString()).hours)

/** Returns 'Good morning', by the hour in Lagos. */
export function greeting(): string {
  const hour = hourNow()
  return hour < 4 || hour >= 17 ? 'Good evening' : hour < 12 ? 'Good morning' : 'Good afternoon'
}

/** Returns '20 Nov 2026' in Lagos. */
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
