import type { Range } from '#domain/books/days.ts'
import type { Line } from '#domain/books/lines.ts'
import { query } from '#web/data/api/query.ts'
import { hourNow } from '#web/ui/lagos-time.ts'

/** The poll interval in milliseconds. */
const pollEvery = 60_000

export const figuresQuery = (range: Range) =>
  query('GET /api/office/figures', { query: range, refetchInterval: pollEvery })

/**
 * Returns the sums of today's and of yesterday's sales up to the last full hour, so that the unfinished day is compared
 * with the same hours of yesterday.
 */
export function byLastHour(hours: readonly Line[]) {
  const hour = hourNow()
  const over = hours.filter(({ key }) => Number(key) < hour)
  return {
    amount: over.reduce((sum, { amount }) => sum + amount, 0),
    amountBefore: over.reduce((sum, { amountBefore }) => sum + amountBefore, 0),
    than: `than yesterday by ${String(hour).padStart(2, '0')}:00`,
  }
}
