import type { Range } from '#domain/books/days.ts'
import type { Line } from '#domain/books/lines.ts'
import { query } from '#web/data/api/query.ts'
import { hourNow } from '#web/ui/lagos-time.ts'

/** Interval in milliseconds. */
const pollEvery = 60_000

/** Sales and performance in these days, beside the days before. */
export const figuresQuery = (range: Range) =>
  query('GET /api/office/figures', { query: range, refetchInterval: pollEvery })

/** Sales of today and of yesterday up to the last whole hour, which makes them comparable. */
export function byLastHour(hours: readonly Line[]) {
  const hour = hourNow()
  const over = hours.filter(({ key }) => Number(key) < hour)
  return {
    amount: over.reduce((sum, { amount }) => sum + amount, 0),
    amountBefore: over.reduce((sum, { amountBefore }) => sum + amountBefore, 0),
    than: `than yesterday by ${String(hour).padStart(2, '0')}:00`,
  }
}
