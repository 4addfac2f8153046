import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Money from './money.ts'

const amount = fc.nat(Money.highestPrice).map(Money.naira)

test.each([
  [0, '₦0'],
  [7, '₦7'],
  [999, '₦999'],
  [1000, '₦1,000'],
  [12500, '₦12,500'],
  [1250000, '₦1,250,000'],
  [1000000000, '₦1,000,000,000'],
])('FRAME-7: the amount %d is written %s', (value, text) => {
  expect(Money.format(Money.naira(value))).toBe(text)
})

test('FRAME-7: a formatted amount has groups of three digits and reads back as itself', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (value) => {
      const text = Money.format(Money.naira(value))
      expect(text).toMatch(/^₦\d{1,3}(,\d{3})*$/)
      expect(Number(text.replace(/[₦,]/g, ''))).toBe(value)
    }),
  )
})

test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
  'the number %d is not an amount of money',
  (value) => {
    expect(Money.isNaira(value)).toBe(false)
    expect(() => Money.naira(value)).toThrow(RangeError)
  },
)

test.each(['1', null, undefined, 1n])('the value %s is not an amount of money', (value) => {
  expect(Money.isNaira(value)).toBe(false)
})

test('a sum of amounts does not depend on their sequence, and multiplication equals repeated addition', () => {
  fc.assert(
    fc.property(fc.array(amount, { maxLength: 20 }), amount, fc.integer({ min: 0, max: 99 }), (list, one, count) => {
      expect(Money.add(...list)).toBe(Money.add(...list.toReversed()))
      expect(Money.times(one, count)).toBe(Money.add(...Array.from({ length: count }, () => one)))
    }),
  )
  expect(Money.add()).toBe(0)
})

test('multiplying an amount throws if the result is negative or not in whole naira', () => {
  expect(() => Money.times(Money.naira(100), 0.333)).toThrow(RangeError)
  expect(() => Money.times(Money.naira(100), -1)).toThrow(RangeError)
})
