import { expect, test } from 'vitest'
import { naira } from '#domain/money/money.ts'
import { changeOf } from './cash-change.ts'

test.each([
  [5000, 5000, 'Exactly what is due.'],
  [3800, 5000, '₦1,200 change.'],
  [5000, 3800, 'Short by ₦1,200. The rest can follow.'],
])('the text about change for ₦%i due and ₦%i given is: %s', (due, given, words) => {
  expect(changeOf(naira(due), given)).toBe(words)
})
