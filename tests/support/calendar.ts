import { describe, expect, test } from 'vitest'
import * as Calendar from '#domain/restaurant/calendar.ts'
import type { DishTimes } from '#domain/restaurant/capacity.ts'
import type { OpeningHours } from '#domain/restaurant/hours.ts'
import * as Lagos from '#domain/restaurant/lagos.ts'

// Helpers for tests of the calendar, which are tables of requests and answers.

/** Returns a time in Lagos, such as '2026-11-23T12:00' or '12:00', in milliseconds. The default date is a Monday. */
export const at = (time: string) => Date.parse(`${time.length === 5 ? `2026-11-23T${time}` : time}:00+01:00`)

const week = { from: '10:00', until: '22:00' }
const late = { from: '18:00', until: '02:00' }

/** Open from 10 to 22, on Friday and Saturday from 18 to two at night, and closed on Sunday. */
export const hours = {
  always: false,
  weekly: [[week], [week], [week], [week], [late], [late], []],
  closed: ['2026-12-25', '2028-02-29'],
  lastOrder: 30,
} as const satisfies OpeningHours
export const always: OpeningHours = { always: true }
/** Opening hours with a break in the afternoon. */
export const broken: OpeningHours = {
  ...hours,
  weekly: hours.weekly.map(() => [{ from: '08:00', until: '15:00' }, late]),
}

/** A calendar whose quarter-hours have room for ten dishes of customers and two of the counter. */
export const usual: Calendar.Calendar = {
  hours,
  dayBegins: '06:00',
  pause: null,
  rush: null,
  preparation: { least: 10, most: 45 },
  load: { open: 0, capacity: 20 },
  later: { notice: 60, days: 14 },
  capacity: { dishes: 12, reserve: 2 },
  quarters: {},
}

export const dish = (times: Partial<DishTimes> = {}, count = 1) => [
  { count, dish: { served: [], ...times }, isSide: false },
]
export const dishes = (count: number) => ({ lines: [dish({}, count)] })
export const breakfast = dish({ served: [[{ from: '06:00', until: '11:00' }]] })

type Row = readonly [now: string, wanted: string, expected: string]
export type Group = {
  readonly title: string
  readonly given?: Partial<Calendar.Calendar>
  readonly cart?: Partial<Calendar.CartTimes>
  readonly rows: readonly Row[]
}

/** Formats a time: '12:30', or '10:00+1' with the days after `now`. */
function short(time: number, now: number): string {
  const days = Lagos.dayOf(time) - Lagos.dayOf(now)
  return `${Lagos.clock(time)}${days === 0 ? '' : `+${days}`}`
}

/**
 * Formats an answer: '12:35 from 12:25, due 13:00', 'closed until 10:00+1', 'outside-hours until 06:00 (1)'. Brackets
 * contain the indexes of the unavailable lines.
 */
export function written(answer: Calendar.Answer, now: number): string {
  if (answer.available) {
    const { due, readyBy, startAt } = answer
    const door = due === readyBy ? '' : `, due ${short(due, now)}`
    return `${short(readyBy, now)} from ${short(startAt, now)}${door}`
  }
  const until = answer.until === undefined ? '' : ` until ${short(answer.until, now)}`
  return `${answer.reason}${until}${answer.lines.length > 0 ? ` (${answer.lines})` : ''}`
}

function answerTo({ given, cart }: Group, [now, wanted]: Row): string {
  const slot = wanted === 'soonest' ? wanted : at(wanted)
  const one = { lines: [dish()], driving: 0, ...cart }
  return written(Calendar.availability({ ...usual, ...given }, one, at(now), slot), at(now))
}

/** Declares a test for each row, and tests of all rows in time zones whose clocks change. */
export function testTable(groups: readonly Group[]): void {
  describe.each(groups)('$title', (group) => {
    test.each(group.rows)('at %s, the calendar answers the request for %s with: %s', (...row) => {
      expect(answerTo(group, row)).toBe(row[2])
    })
  })
  test.each(['America/New_York', 'Europe/London', 'Pacific/Auckland'])(
    'TIME-5: a machine in %s, where clocks change, gives the same calendar answers',
    (zone) => {
      const before = process.env.TZ
      process.env.TZ = zone
      try {
        for (const group of groups) for (const row of group.rows) expect(answerTo(group, row)).toBe(row[2])
      } finally {
        if (before === undefined) delete process.env.TZ
        else process.env.TZ = before
      }
    },
  )
}
