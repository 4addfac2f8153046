import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mostSpans, overlap } from '../text/spans.ts'
import * as Calendar from './calendar.ts'
import { standingNotice } from './calendar-words.ts'
import * as Hours from './hours.ts'
import * as Lagos from './lagos.ts'

const at = (lagos: string) => Date.parse(`${lagos}:00+01:00`)
const week = { from: '10:00', until: '22:00' }
const late = { from: '18:00', until: '02:00' }

/** Open from 10 to 22, on Friday and Saturday until two at night, closed on Sunday. 23 November 2026 is a Monday. */
const hours: Hours.OpeningHours = {
  always: false,
  weekly: [[week], [week], [week], [week], [late], [late], []],
  closed: ['2026-12-25'],
  lastOrder: 30,
}

const notice = (hours: Hours.OpeningHours, now: number) =>
  standingNotice(Calendar.standing({ hours, dayBegins: '06:00', pause: null }, now), now)

describe('OWNER-5: outside the hours customers read when orders are taken again', () => {
  test.each<[string, string | null]>([
    ['2026-11-23T09:59', 'We are closed. We take orders again on Monday at 10:00.'],
    ['2026-11-23T10:00', null],
    ['2026-11-23T21:29', null],
    ['2026-11-23T21:30', 'It is too late for an order. We take orders again on Tuesday at 10:00.'],
    ['2026-11-23T22:00', 'We are closed. We take orders again on Tuesday at 10:00.'],
    // The minutes after midnight belong to Friday's opening.
    ['2026-11-28T01:29', null],
    ['2026-11-28T01:30', 'It is too late for an order. We take orders again on Saturday at 18:00.'],
    ['2026-11-29T02:00', 'We are closed. We take orders again on Monday at 10:00.'],
    // Friday, 25 December is closed, but the evening before is not.
    ['2026-12-24T21:00', null],
    ['2026-12-25T19:00', 'We are closed. We take orders again on Saturday at 18:00.'],
  ])('customers at %s in Lagos read: %s', (time, said) => {
    expect(notice(hours, at(time))).toBe(said)
  })

  test.each<[string, string | null]>([
    ['2026-11-23T14:29', null],
    ['2026-11-23T14:30', 'It is too late for an order. We take orders again on Monday at 18:00.'],
    ['2026-11-23T15:00', 'We are closed. We take orders again on Monday at 18:00.'],
    ['2026-11-23T18:00', null],
    ['2026-11-24T01:29', null],
    ['2026-11-24T02:00', 'We are closed. We take orders again on Tuesday at 08:00.'],
  ])('customers of a restaurant with a break in the afternoon read at %s in Lagos: %s', (time, said) => {
    const weekly = hours.weekly.map(() => [{ from: '08:00', until: '15:00' }, late])
    expect(notice({ ...hours, weekly }, at(time))).toBe(said)
  })

  test('an opening more than a week away is given with its date; without a planned opening, customers are asked to call', () => {
    const monday = { ...hours, weekly: [[week], [], [], [], [], [], []], closed: ['2026-11-30'] }
    expect(notice(monday, at('2026-11-24T12:00'))).toBe(
      'We are closed. We take orders again on Monday 7 December at 10:00.',
    )
    const never = { ...hours, weekly: hours.weekly.map(() => []) }
    expect(notice(never, at('2026-11-24T12:00'))).toBe('We are closed. Please call us.')
  })

  test('days open around the clock without a gap have no last order at midnight', () => {
    const weekly = hours.weekly.map(() => [{ from: '00:00', until: '00:00' }])
    expect(notice({ ...hours, weekly, closed: [] }, at('2026-11-23T23:45'))).toBeNull()
    expect(notice({ always: true }, at('2026-11-23T03:00'))).toBeNull()
  })
})

test('OWNER-5: the opening hours are described in words', () => {
  expect(Hours.describe(hours)).toBe('Mon to Thu 10:00 to 22:00, Fri and Sat 18:00 to 02:00, Sun closed')
  expect(Hours.describe({ ...hours, weekly: hours.weekly.map(() => [week]) })).toBe('Every day 10:00 to 22:00')
  const split = hours.weekly.map(() => [{ from: '08:00', until: '15:00' }, late])
  expect(Hours.describe({ ...hours, weekly: split })).toBe('Every day 08:00 to 15:00 and 18:00 to 02:00')
  expect(Hours.describe({ always: true })).toBe('Open 24 hours, every day')
  expect(Hours.describe({ ...hours, weekly: Hours.wholeWeek })).toBe('Open 24 hours, every day')
})

test("OWNER-5: a date is the date in Lagos, and equals that of the platform's calendar", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000_000 }), (now) => {
      expect(Lagos.dateOf(now)).toBe(new Date(now + 3_600_000).toISOString().slice(0, 10))
    }),
  )
})

test('OWNER-5: whatever the opening hours, orders are taken in exactly the minutes that a list of all open minutes contains', () => {
  const clock = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30, 45))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
  const spans = fc
    .array(fc.record({ from: clock, until: clock }), { maxLength: mostSpans })
    .map((spans) => spans.toSorted((a, b) => (a.from < b.from ? -1 : 1)))
    .map((spans) => spans.filter((_, index) => overlap(spans.slice(0, index + 1)) === -1))
  const anyHours = fc.record({
    always: fc.constant(false as const),
    weekly: fc.array(spans, { minLength: 7, maxLength: 7 }),
    closed: fc.subarray(['2026-11-24', '2026-11-25', '2026-11-28']),
    lastOrder: fc.constantFrom(0, 30, 90),
  })
  const quarter = 15 * 60_000
  const begin = at('2026-11-22T00:00')
  const count = 12 * 96
  const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
  fc.assert(
    fc.property(anyHours, fc.integer({ min: 96, max: 8 * 96 }), (hours, index) => {
      const open = new Set<number>()
      for (let day = 0; day < 12; day++) {
        // Day 0 is a Sunday.
        const date = new Date(begin + 3_600_000 + day * 96 * quarter).toISOString().slice(0, 10)
        for (const span of hours.closed.includes(date) ? [] : (hours.weekly[(day + 6) % 7] ?? [])) {
          const [from, until] = [minutes(span.from) / 15, minutes(span.until) / 15]
          for (let at = from; at < (until > from ? until : until + 96); at++) open.add(day * 96 + at)
        }
      }
      let end = index
      while (open.has(end) && end < count) end++
      const isAlwaysOpen = end === count
      const takes = open.has(index) && (isAlwaysOpen || (end - index) * 15 > hours.lastOrder)
      const standing = Hours.standing(hours, begin + index * quarter)
      expect(standing.takesOrders).toBe(takes)
      if (!standing.takesOrders) {
        let next = index + 1
        while (next < count && !(open.has(next) && !open.has(next - 1))) next++
        if (next < count) expect(standing.opensAt).toBe(begin + next * quarter)
        else if (standing.opensAt !== undefined)
          expect(standing.opensAt).toBeGreaterThanOrEqual(begin + count * quarter)
      }
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['2026-11-20T22:30:00Z', '06:00', '2026-11-21T05:00:00Z'],
  ['2026-11-21T04:59:59Z', '06:00', '2026-11-21T05:00:00Z'],
  ['2026-11-21T05:00:00Z', '06:00', '2026-11-22T05:00:00Z'],
  ['2026-11-20T23:10:00Z', '00:30', '2026-11-20T23:30:00Z'],
])('after %s, the next business day (from %s in Lagos) begins at %s', (now, begins, expected) => {
  expect(new Date(Hours.nextDay(Date.parse(now), begins)).toISOString()).toBe(new Date(expected).toISOString())
})

test.each([
  // From 03:00 to 06:00 in Lagos, 'tomorrow' is the day after the one that begins at 06:00.
  ['2026-11-21T01:59:59Z', '2026-11-21T05:00:00Z', 'Saturday'],
  ['2026-11-21T02:00:00Z', '2026-11-22T05:00:00Z', 'Sunday'],
  ['2026-11-21T04:31:00Z', '2026-11-22T05:00:00Z', 'Sunday'],
  ['2026-11-21T05:00:00Z', '2026-11-22T05:00:00Z', 'Sunday'],
  ['2026-11-21T22:30:00Z', '2026-11-22T05:00:00Z', 'Sunday'],
])('a dish switched off at %s until tomorrow returns at %s, on %s', (now, expected, day) => {
  const back = Hours.tomorrow(Date.parse(now), '06:00')
  expect(new Date(back).toISOString()).toBe(new Date(expected).toISOString())
  expect(Lagos.weekday(back)).toBe(day)
})
