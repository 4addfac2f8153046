import * as Lagos from '#domain/restaurant/lagos.ts'
import { serverNow } from '#web/data/api/client.ts'
import { query } from '#web/data/api/query.ts'
import { clock } from '#web/ui/lagos-time.ts'

/** Polled, because stock counts change with every sold portion and in the morning. */
export const limitsQuery = query('GET /api/desk/dish-limits', { refetchInterval: 15_000 })

/**
 * Returns, for example, 'until tomorrow, Friday 06:00' or, early in the night, 'until 06:00 today'. Returns 'until
 * tomorrow' if the time is unknown.
 */
export function untilTomorrow(at: string | undefined, now = serverNow()): string {
  if (at === undefined) return 'until tomorrow'
  const time = Date.parse(at)
  return Lagos.dayOf(time) === Lagos.dayOf(now)
    ? `until ${clock(at)} today`
    : `until tomorrow, ${Lagos.weekday(time)} ${clock(at)}`
}
