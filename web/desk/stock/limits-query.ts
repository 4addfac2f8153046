import * as Lagos from '#domain/restaurant/lagos.ts'
import { query } from '#web/data/api/query.ts'
import { clock } from '#web/ui/lagos-time.ts'

/** Polled, because stock counts change with every sold portion and in the morning. */
export const limitsQuery = query('GET /api/desk/dish-limits', { refetchInterval: 15_000 })

/**
 * Returns, for example, 'until tomorrow, Friday 06:00': at night 'tomorrow' alone is ambiguous. Returns 'until
 * tomorrow' if the time is unknown.
 */
export function untilTomorrow(at: string | undefined): string {
  return at === undefined ? 'until tomorrow' : `until tomorrow, ${Lagos.weekday(Date.parse(at))} ${clock(at)}`
}
