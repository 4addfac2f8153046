import { expect, test } from 'vitest'
import { always, at, broken, testTable } from '#tests/support/calendar.ts'
import type { Calendar } from './calendar.ts'
import * as Pause from './pause.ts'

const paused = (since: string, until: string | null, other: Partial<Calendar> = {}) => ({
  ...other,
  pause: { since: at(since), until: until === null ? null : at(until), said: 'The fire is full.' },
})
const rushed = (until: string) => ({
  rush: { since: at('2026-11-23T11:00'), until: at(until), minutes: 20 },
  later: { notice: 0, days: 14 },
})

testTable([
  {
    title: 'TIME-1: a pause ends at its chosen hour, and slots can be chosen after that hour',
    given: paused('2026-11-23T11:00', '2026-11-23T12:50'),
    rows: [
      ['12:00', 'soonest', 'paused until 12:50'],
      ['12:49', 'soonest', 'paused until 12:50'],
      ['12:50', 'soonest', '13:00 from 12:50'],
      ['11:30', '12:45', 'paused until 12:50'],
      ['11:30', '13:00', '13:00 from 12:50'],
    ],
  },
  {
    title: 'TIME-1: a pause without an hour ends at the next opening',
    given: paused('2026-11-23T12:00', null),
    rows: [
      ['12:00', 'soonest', 'paused until 10:00+1'],
      ['21:29', 'soonest', 'paused until 10:00+1'],
      ['21:30', 'soonest', 'after-last-order until 10:00+1'],
      ['2026-11-24T09:59', 'soonest', 'closed until 10:00'],
      ['2026-11-24T10:00', 'soonest', '10:10 from 10:00'],
      ['12:00', '20:00', 'paused until 10:00+1'],
      ['12:00', '2026-11-24T10:15', '10:15+1 from 10:05+1'],
    ],
  },
  {
    title: 'TIME-1: a pause before an afternoon break ends after the break',
    given: paused('2026-11-23T14:00', null, { hours: broken }),
    rows: [
      ['14:10', 'soonest', 'paused until 18:00'],
      ['18:00', 'soonest', '18:10 from 18:00'],
    ],
  },
  {
    title: 'TIME-1: a pause of a restaurant that never closes ends when its day begins',
    given: paused('2026-11-23T22:00', null, { hours: always }),
    rows: [
      ['23:00', 'soonest', 'paused until 06:00+1'],
      ['2026-11-24T05:59', 'soonest', 'paused until 06:00'],
      ['2026-11-24T06:00', 'soonest', '06:10 from 06:00'],
    ],
  },
  {
    title: 'TIME-1: a pause with a chosen end after the next opening lasts until that end',
    given: paused('2026-11-23T20:00', '2026-11-24T11:00'),
    rows: [
      ['2026-11-24T10:30', 'soonest', 'paused until 11:00'],
      ['2026-11-24T11:00', 'soonest', '11:10 from 11:00'],
    ],
  },
  {
    title: 'TIME-1: a pause that ends after closing lasts until the next opening',
    given: paused('2026-11-23T21:00', '2026-11-23T23:00'),
    rows: [
      ['21:10', 'soonest', 'paused until 10:00+1'],
      ['21:40', 'soonest', 'after-last-order until 10:00+1'],
      ['12:00', '21:30', 'paused until 10:00+1'],
    ],
  },
  {
    title: 'TIME-1: a restaurant that opens during a pause takes orders again after the pause',
    given: paused('2026-11-23T20:00', '2026-11-24T12:00'),
    rows: [
      ['23:00', 'soonest', 'closed until 12:00+1'],
      ['2026-11-24T09:59', 'soonest', 'closed until 12:00'],
      ['2026-11-24T10:00', 'soonest', 'paused until 12:00'],
      ['21:45', 'soonest', 'after-last-order until 12:00+1'],
    ],
  },
  {
    title: 'TIME-1: orders that start before the end of a rush take longer',
    given: rushed('2026-11-23T13:00'),
    rows: [
      ['12:00', 'soonest', '12:30 from 12:00'],
      ['13:00', 'soonest', '13:10 from 13:00'],
      ['12:00', '12:15', 'too-soon until 12:30'],
      ['12:00', '12:45', '12:45 from 12:15'],
      ['12:00', '13:00', '13:00 from 12:30'],
      ['12:00', '13:15', '13:15 from 13:05'],
    ],
  },
])

test('TIME-1: extending a pause adds the minutes to its end, or to now if the pause has ended', () => {
  expect(Pause.extended(at('12:30'), 15, at('12:20'))).toBe(at('12:45'))
  expect(Pause.extended(at('12:30'), 15, at('12:40'))).toBe(at('12:55'))
})
