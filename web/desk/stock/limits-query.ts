import * as Lagos from '#domain/restaurant/lagos.ts'
import { query } from '#web/data/api/query.ts'
import { clock } from '#web/ui/lagos-time.ts'

/** Stock counts change with every sold portion and in the morning, so they are polled. */
export const limitsQuery = query('GET /api/desk/dish-limits', { refetchInterval: 15_000 })

/**
 * Returns 'until tomorrow, Friday 06:00', because late at night 'tomorrow' alone is ambiguous; 'until tomorrow' while
 * the time is unknown.
 */
export function untilTomorrow(at: string | undefined): string {
  return at === undefined ? 'until tomorrow' : `until tomorrow, ${Lagos.weekday(Date.parse(at))} ${clock(at)}`
}
