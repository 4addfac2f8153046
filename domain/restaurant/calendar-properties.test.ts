import fc from 'fast-check'
import { expect, test } from 'vitest'
import { at } from '#tests/support/calendar.ts'
import * as Calendar from './calendar.ts'
import { quarterLength, quarterOf, usualWork } from './capacity.ts'
import type * as Hours from './hours.ts'
import * as Slots from './slots.ts'

const noon = at('12:00')
const minute = 60_000

const quarters = fc
  .array(
    fc.record({
      booked: fc.integer({ min: 0, max: 70 }),
      counter: fc.integer({ min: 0, max: 10 }),
      closed: fc.boolean(),
    }),
    { maxLength: 60 },
  )
  .map((loads) => Object.fromEntries(loads.map((load, index) => [noon + index * quarterLength, load])))
const clock = fc
  .integer({ min: 0, max: 95 })
  .map((index) => `${String(index >> 2).padStart(2, '0')}:${String((index % 4) * 15).padStart(2, '0')}`)
const span = fc.record({ from: clock, until: clock })
const anyHours: fc.Arbitrary<Hours.OpeningHours> = fc.oneof(
  fc.constant({ always: true } as const),
  fc.record({
    always: fc.constant(false as const),
    weekly: fc.array(fc.array(span, { maxLength: 1 }), { minLength: 7, maxLength: 7 }),
    closed: fc.subarray(['2026-11-24', '2026-11-25']),
    lastOrder: fc.constantFrom(0, 30, 90),
  }),
)
const now = fc.integer({ min: 0, max: 600 }).map((minutes) => noon + minutes * minute)
const temporary = fc.record({ since: fc.constant(noon - minute), until: fc.oneof(fc.constant(null), now) })
const calendars: fc.Arbitrary<Calendar.Calendar> = fc.record({
  hours: anyHours,
  dayBegins: clock,
  pause: fc.option(temporary.map((each) => ({ ...each, said: 'We catch up.' }))),
  rush: fc.option(temporary.map((each) => ({ ...each, minutes: 25 }))),
  preparation: fc.constantFrom({ least: 10, most: 45 }, { least: 25, most: 90 }),
  load: fc.record({
    open: fc.nat(40),
    capacity: fc.integer({ min: 1, max: 20 }),
    learned: fc.double({ min: -5, max: 20, noNaN: true }),
  }),
  later: fc.record({ notice: fc.constantFrom(0, 60, 240), days: fc.constantFrom(0, 2, 14) }),
  capacity: fc.option(fc.record({ dishes: fc.integer({ min: 1, max: 12 }), reserve: fc.integer({ min: 0, max: 3 }) })),
  quarters,
})
const line = fc.record({
  count: fc.integer({ min: 1, max: 6 }),
  isSide: fc.boolean(),
  dish: fc.record(
    {
      served: fc.array(fc.array(span, { maxLength: 1 }), { maxLength: 2 }),
      work: fc.integer({ min: 0, max: 20 }),
      notice: fc.constantFrom(0, 30),
    },
    { requiredKeys: ['served'] },
  ),
})
const carts = fc.record({
  lines: fc.array(fc.array(line, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 }),
  driving: fc.constantFrom(0, 25, 50),
  atCounter: fc.boolean(),
})
const backAt = fc.constantFrom(noon, noon + 7 * 60 * minute, noon + 26 * 60 * minute)
const wanted = fc.oneof(
  fc.constant('soonest' as const),
  fc.integer({ min: -4, max: 200 }).map((index) => noon + index * quarterLength),
)

type Promised = Calendar.Plan & {
  readonly calendar: Calendar.Calendar
  readonly cart: Calendar.CartTimes
  readonly at: number
  readonly wanted: Calendar.Wanted
}

/** Checks properties that must hold for any calendar and cart. */
function forAnyPromise(check: (promised: Promised) => void): void {
  let promises = 0
  fc.assert(
    fc.property(calendars, carts, now, wanted, (calendar, cart, at, wanted) => {
      const answer = Calendar.availability(calendar, cart, at, wanted)
      if (!answer.available) return
      promises++
      check({ ...answer, calendar, cart, at, wanted })
    }),
    { numRuns: 2000 },
  )
  expect(promises).toBeGreaterThan(100)
}

test('TIME-4: an order is promised only after its cooking and driving time, and slots stay fixed as time passes', () => {
  forAnyPromise(({ calendar, cart, at, wanted, startAt, readyBy, due }) => {
    const least = Math.max(calendar.preparation.least, ...cart.lines.flat().map(({ dish }) => dish.work ?? 0))
    expect(startAt).toBeGreaterThanOrEqual(at)
    expect(readyBy - startAt).toBeGreaterThanOrEqual(least * minute)
    expect(due - readyBy).toBe(cart.driving * minute)
    if (wanted !== 'soonest') expect(due).toBe(wanted)
  })
})

test('TIME-5: slots begin before closing, and cooking stays within the opening hours', () => {
  forAnyPromise(({ calendar, wanted, ...plan }) => {
    if (wanted !== 'soonest') expect(Calendar.isOpenFor(calendar.hours, plan)).toBe(true)
  })
})

test('TIME-2: the work promised in a quarter-hour is at most its capacity, and all of an order’s work is booked', () => {
  forAnyPromise(({ calendar, cart, at, bookings, readyBy }) => {
    const all = cart.lines.flat().map(({ count, dish, isSide }) => count * (dish.work ?? (isSide ? 0 : usualWork)))
    const sum = (works: readonly number[]) => works.reduce((sum, each) => sum + each, 0)
    expect(sum(bookings.map(({ work }) => work))).toBe(sum(all))
    for (const { quarter, work } of bookings) {
      const { booked = 0, closed = false } = calendar.quarters[quarter] ?? {}
      expect(closed).toBe(false)
      expect(quarter).toBeGreaterThanOrEqual(quarterOf(at))
      expect(quarter).toBeLessThanOrEqual(readyBy)
      if (calendar.capacity) expect(booked + work).toBeLessThanOrEqual(calendar.capacity.dishes * usualWork)
    }
  })
})

test('TIME-2: more promised work or a lower capacity never makes an order earlier', () => {
  fc.assert(
    fc.property(
      calendars,
      carts,
      now,
      wanted,
      fc.nat(59),
      fc.integer({ min: 1, max: 60 }),
      (calendar, cart, at, wanted, index, more) => {
        const quarter = noon + index * quarterLength
        const { booked = 0, ...rest } = calendar.quarters[quarter] ?? { counter: 0 }
        const fuller = {
          ...calendar,
          quarters: { ...calendar.quarters, [quarter]: { ...rest, booked: booked + more } },
        }
        const answer = Calendar.availability(calendar, cart, at, wanted)
        const after = Calendar.availability(fuller, cart, at, wanted)
        if (after.available) expect(answer.available && answer.readyBy).toBeLessThanOrEqual(after.readyBy)
      },
    ),
    { numRuns: 2000 },
  )
})

test('TIME-4: the first slot offered is the first free quarter-hour', () => {
  fc.assert(
    fc.property(calendars, carts, now, backAt, (calendar, { lines, ...terms }, at, back) => {
      const soldOut = { count: 1, dish: { served: [], backAt: back }, isSide: true }
      const cart = { ...terms, lines: [...lines, [soldOut]] }
      const days = Slots.slotDays(calendar, at).flatMap((day) => Slots.slotsOf(calendar, cart, at, day))
      const free = days.find(({ answer, without, at: slot }) => slot > at && answer.available && without.length === 0)
      expect(Slots.firstSlot(calendar, cart, at)).toBe(free?.at)
    }),
    { numRuns: 100 },
  )
})
