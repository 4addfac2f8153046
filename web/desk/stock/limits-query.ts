import * as Lagos from '#domain/restaurant/lagos.ts'
import { query } from '#web/data/api/query.ts'
import { clock } from '#web/ui/lagos-time.ts'

/** Stock counts change with every sold portion and in the morning, so they are polled. */
export const limitsQuery = query('GET /api/desk/dish-limits', { refetchInterval: 15_000 })

/** 'until tomorrow, Friday 06:00': late at night 'tomorrow' is ambiguous. The time is left out until it is read. */
export function untilTomorrow(at: string | undefined): string {
  return at === undefined ? 'until tomorrow' : `until tomorrow, ${Lagos.weekday(Date.parse(at))} ${clock(at)}`
}
