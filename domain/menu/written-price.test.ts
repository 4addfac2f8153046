import { expect, test } from 'vitest'
import { writtenPrice } from './written-price.ts'

test.each([
  ['4500', 4500],
  ['₦4,500', 4500],
  ['#4500', 4500],
  ['# 4,500.00', 4500],
  ['=N=4500', 4500],
  ['N4500', 4500],
  ['NGN 4,500', 4500],
  ['3500/-', 3500],
  ['3,500/=', 3500],
  ['4.5k', 4500],
  ['12K', 12_000],
  ['1,250,000', 1_250_000],
  ['12.500,00', 12_500],
  ['4500 naira only', 4500],
])('OWNER-3: the written price %s is read as %d', (written, price) => {
  expect(writtenPrice(written)).toBe(price)
})

test.each(['12,5000', '4,00', '1,50,00', '4.500', ',500', '2500,'])(
  'OWNER-3: the written price %s is ambiguous',
  (written) => {
    expect(writtenPrice(written)).toBe(
      `“${written}” can be read in two ways. Write the price in digits alone, such as 4500.`,
    )
  },
)

test.each(['₦2,500 - ₦3,000', '2,900/3,000', '2500–3000', '2500 to 3000', '2500 or 3000'])(
  'OWNER-3: the written price %s is more than one price',
  (written) => {
    expect(writtenPrice(written)).toBe(
      `“${written}” is more than one price. Give each size a row of its own, with its price.`,
    )
  },
)

test.each([
  ['', 'is missing.'],
  ['from 2500', '“from 2500” is the lowest of several prices. Give each size a row of its own, with its price.'],
  ['2500+', '“2500+” is the lowest of several prices. Give each size a row of its own, with its price.'],
  ['45OO', '“45OO” is no price.'],
  ['4.5567k', '“4.5567k” is no price.'],
  ['(500)', '(500) is below zero.'],
  ['12.5', '12.5 is not in whole naira.'],
])('OWNER-3: the written price %o is refused with a sentence', (written, sentence) => {
  expect(writtenPrice(written)).toBe(sentence)
})
