import { describe, expect, test } from 'vitest'
import type { OpeningHours } from './hours.ts'
import * as Hours from './hours.ts'
import * as Lagos from './lagos.ts'
import { piecesOf } from './week.ts'

const midnight = (date: string) => Lagos.midnight(Lagos.dayOfDate(date))
const late = { from: '18:00', until: '02:00' }

/** 23 November 2026 is a Monday. */
const hours: OpeningHours = {
  always: false,
  weekly: [
    [
      { from: '08:00', until: '15:00' },
      { from: '18:00', until: '22:00' },
    ],
    [{ from: '06:00', until: '00:00' }],
    [{ from: '00:00', until: '00:00' }],
    [],
    [late],
    [late],
    [],
  ],
  closed: ['2026-11-28'],
  lastOrder: 30,
}

describe('TIME-5: the chart of the week’s opening hours shows the openings of each day', () => {
  test.each<[string, string[]]>([
    ['2026-11-23', ['08:00 – 15:00', '18:00 – 22:00']],
    ['2026-11-24', ['from 06:00']],
    ['2026-11-25', ['Open until midnight']],
    ['2026-11-26', []],
    ['2026-11-27', ['18:00 – 02:00, over midnight']],
    ['2026-11-28', ['to 02:00']],
    ['2026-12-05', ['to 02:00', '18:00 – 02:00, over midnight']],
    ['2026-12-06', ['to 02:00']],
  ])('the chart of the week’s opening hours labels the bars of %s %j', (date, words) => {
    expect(piecesOf(hours, midnight(date)).map((piece) => piece.words)).toEqual(words)
  })

  test('the chart of the week’s opening hours shows an opening past midnight as two joined bars', () => {
    expect(piecesOf(hours, midnight('2026-11-27'))).toMatchObject([
      { from: 1080, until: 1440, begun: false, goesOn: true },
    ])
    expect(piecesOf(hours, midnight('2026-11-28'))).toMatchObject([{ from: 0, until: 120, begun: true, goesOn: false }])
  })

  test('the chart of the week’s opening hours has one bar a day, from midnight to midnight, if the restaurant never closes', () => {
    const whole = [{ from: 0, until: 1440, begun: true, goesOn: true, words: 'Open 24 hours' }]
    expect(piecesOf({ always: true }, midnight('2026-11-27'))).toEqual(whole)
    expect(piecesOf(Hours.daily([{ from: '00:00', until: '00:00' }]), midnight('2026-11-27'))).toMatchObject([
      { from: 0, until: 1440, words: 'Open 24 hours' },
    ])
  })
})
