import { describe, expect, test } from 'vitest'
import { always, at, usual } from '#tests/support/calendar.ts'
import { type RefusalReason, standing } from './calendar.ts'
import * as Words from './calendar-words.ts'
import { slotTitle } from './slot-words.ts'
import { slotWords } from './slots.ts'

const noon = at('12:00')

describe('TIME-1: a refusal tells customers its reason and its end', () => {
  test.each<[RefusalReason, string | undefined, string[], string]>([
    ['paused', '20:30', [], 'Orders open again at 20:30.'],
    ['paused', '2026-11-24T06:00', [], 'Orders open again on Tuesday at 06:00.'],
    ['closed', '2026-11-24T10:00', [], 'We are closed. We take orders again on Tuesday at 10:00.'],
    ['closed', undefined, [], 'We are closed. Please call us.'],
    ['after-last-order', '18:00', [], 'It is too late for an order. We take orders again on Monday at 18:00.'],
    ['sold-out', undefined, ['Suya'], 'Suya is sold out.'],
    ['sold-out', '18:00', ['Suya', 'Masa'], 'Suya and Masa are sold out. Back at 18:00.'],
    [
      'outside-hours',
      '2026-11-24T06:00',
      ['Akara'],
      'Akara is not served at this time. Served again on Tuesday at 06:00.',
    ],
    ['too-soon', '13:00', [], 'This is too soon. The earliest time is 13:00.'],
    ['too-soon', '13:01', [], 'This is too soon. The earliest time is 13:15.'],
    ['too-soon', '2026-11-24T13:00', [], 'This is too soon. The earliest time is Tuesday 13:00.'],
    ['too-far', undefined, [], 'This day is too far ahead. Please choose an earlier one.'],
    ['not-a-slot', undefined, [], 'Please choose one of the times.'],
    ['too-large', undefined, [], 'This is more than we can cook in one order. For such a large order, please call us.'],
    ['quarter-closed', undefined, [], 'We take no more orders for this time. Please choose another.'],
    ['full', undefined, [], 'The kitchen is full at this time. Please choose another.'],
  ])('a refusal with the reason %s and the end %s is one sentence', (reason, until, dishes, expected) => {
    const refused = { reason, dishes, ...(until !== undefined && { until: at(until) }) }
    expect(Words.refusalSentence(refused, noon)).toBe(expected)
  })
})

test('TIME-1: pages say whether the restaurant takes orders, with the words that staff typed for a pause', () => {
  const pause = { since: at('11:00'), until: at('12:30'), said: 'The fire is full.' }
  const notice = (time: string) => Words.standingNotice(standing({ ...usual, pause }, at(time)), at(time))
  const closed = standing(usual, at('09:00'))
  expect(notice('12:29')).toBe('The fire is full. Orders open again at 12:30.')
  expect(notice('12:30')).toBeNull()
  expect(notice('21:30')).toBe('It is too late for an order. We take orders again on Tuesday at 10:00.')
  expect(Words.standingNotice(closed, at('09:00'))).toBe('We are closed. We take orders again on Monday at 10:00.')
  expect(Words.standingNotice(standing({ ...usual, hours: always }, noon), noon)).toBeNull()
})

test('TIME-1: staff read the end of a pause and the remaining time', () => {
  expect(Words.remaining(at('12:17'), noon)).toBe('until 12:17, 17 min left')
  expect(Words.remaining(at('12:17'), noon + 1)).toBe('until 12:17, 17 min left')
  expect(Words.remaining(at('2026-11-24T06:00'), noon)).toBe('until Tuesday 06:00, 18 h left')
})

test.each([
  ['19:00', 'Today, 19:00 – 19:15'],
  ['2026-11-24T12:30', 'Tomorrow, 12:30 – 12:45'],
  ['2026-11-24T23:45', 'Tomorrow, 23:45 – 00:00'],
  ['2026-11-30T09:15', 'Mon 30 Nov, 09:15 – 09:30'],
  ['2026-12-01T00:00', 'Tue 1 Dec, 00:00 – 00:15'],
])('TIME-4: the slot at %s is called %s', (slot, expected) => {
  expect(slotTitle(at(slot), noon)).toBe(expected)
})

test('TIME-4: customers read the same sentence about a full quarter-hour and about one that the desk has closed', () => {
  expect(slotWords.full).toBe(slotWords['quarter-closed'])
})
