import { expect, test } from 'vitest'
import { untilTomorrow } from './limits-query.ts'

test.each([
  ['2026-11-28T20:00:00Z', 'until tomorrow, Sunday 06:00'],
  ['2026-11-29T01:52:00Z', 'until 06:00 today'],
])('at %s, a dish that is sold out until Sunday at 06:00 is described as sold out %s', (now, words) => {
  expect(untilTomorrow('2026-11-29T05:00:00Z', Date.parse(now))).toBe(words)
})
