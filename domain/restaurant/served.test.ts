import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { at } from '#tests/support/calendar.ts'
import { overlap } from '../text/spans.ts'
import * as Hours from './hours.ts'
import * as Lagos from './lagos.ts'
import * as Served from './served.ts'

const minutes = 24 * 60 - 1
const times = fc.nat(minutes).map((minute) => Lagos.clock(at('00:00') + minute * Lagos.minute))

const breakfast = [{ from: '06:00', until: '11:00' }]
const meals = [
  { from: '06:00', until: '11:00' },
  { from: '18:00', until: '02:00' },
]

test.each([
  ['05:59', '06:00'],
  ['06:00', undefined],
  ['10:59', undefined],
  ['11:00', '06:00'],
])(
  'TIME-3: at %s a dish served from 06:00 to 11:00 is served again from %s (undefined: is served now)',
  (time, expected) => {
    expect(Served.servedAgain([breakfast], Lagos.clock(at(time)))).toBe(expected)
  },
)

test.each([
  ['12:00', '18:00'],
  ['2026-11-24T01:59', undefined],
  ['2026-11-24T02:00', '06:00'],
])(
  'TIME-3: at %s a dish served twice a day, once past midnight, is served again from %s (undefined: is served now)',
  (time, expected) => {
    expect(Served.servedAgain([meals], Lagos.clock(at(time)))).toBe(expected)
  },
)

test.each([
  ['09:30', '10:00'],
  ['10:00', undefined],
  ['11:00', '06:00'],
])(
  'TIME-3: at %s a dish bound by its own and its category’s hours is served again from %s (undefined: is served now)',
  (time, expected) => {
    expect(Served.servedAgain([breakfast, [{ from: '10:00', until: '14:00' }]], Lagos.clock(at(time)))).toBe(expected)
  },
)

test('TIME-3: a dish without served hours is always served', () => {
  expect(Served.servedAgain([], '03:00')).toBeUndefined()
  expect(Served.servedAgain([[{ from: '00:00', until: '00:00' }]], '03:00')).toBeUndefined()
})

test('TIME-3: a dish is shown as served exactly while its hours are open, and otherwise with their next beginning', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ from: times, until: times }), { maxLength: 3 }),
      fc.nat(minutes),
      (drawn, minute) => {
        const spans = drawn.filter((_, index) => overlap(drawn.slice(0, index + 1)) === -1)
        fc.pre(overlap(spans) === -1)
        const now = at('00:00') + minute * Lagos.minute
        const { current, next } = Hours.openingsAround(Hours.daily(spans), now)
        const again = Served.servedAgain([spans], Lagos.clock(now))
        expect(again).toBe(current ? undefined : next && Lagos.clock(next.opens))
      },
    ),
  )
})
