import { expect, test } from 'vitest'
import { clock, day } from './lagos-time.ts'

test('times are shown in Lagos time, whatever the time zone of the device', () => {
  expect(clock('2026-11-20T20:40:00.000Z')).toBe('21:40')
  expect(day('2026-11-20T20:40:00.000Z')).toBe('20 Nov 2026')
})

test('the hour before midnight in London belongs to the next day in Lagos', () => {
  expect(clock('2026-12-31T23:05:00Z')).toBe('00:05')
  expect(day('2026-12-31T23:05:00Z')).toBe('1 Jan 2027')
})
