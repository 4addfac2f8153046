import { expect, test } from 'vitest'
import { addDays, beginning, dayTitle, length, rangeBefore, weekdayOf } from './days.ts'

test('a day begins at midnight in Lagos, and adding days crosses months and leap years', () => {
  for (const day of ['1970-01-01', '2000-02-29', '2024-02-29', '2026-03-01', '2026-11-23', '2100-03-01']) {
    expect(beginning(day)).toBe(Date.parse(`${day}T00:00:00+01:00`))
    expect(weekdayOf(day)).toBe((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7)
  }
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(dayTitle('2026-11-23')).toBe('Mon 23 Nov')
})

test('a range of days is compared with the range of the same length that ends on the day before', () => {
  const range = { from: '2026-11-01', to: '2026-11-30' }
  expect(length(range)).toBe(30)
  expect(rangeBefore(range)).toEqual({ from: '2026-10-02', to: '2026-10-31' })
  expect(rangeBefore({ from: '2026-11-23', to: '2026-11-23' })).toEqual({ from: '2026-11-22', to: '2026-11-22' })
})
