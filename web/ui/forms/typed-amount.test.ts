import { expect, test } from 'vitest'
import { typedAmount } from './typed-amount.ts'

test.each([
  ['18400', 18400],
  ['₦18,400', 18400],
  ['N18 400', 18400],
  ['18,400.00', 18400],
  ['0', 0],
  ['18400.50', undefined],
  ['-5', undefined],
  ['', undefined],
  ['much', undefined],
])('the typed text %j is read as the amount %j', (text, amount) => {
  expect(typedAmount(text)).toBe(amount)
})
