import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Stock from './stock.ts'

test.each([
  { free: 20, most: 10 },
  { free: 9, most: 4 },
  { free: 5, most: 4 },
  { free: 3, most: 3 },
  { free: 0, most: 0 },
])('SAFE-3: of $free available portions, one account may hold $most unpaid', ({ free, most }) => {
  expect(Stock.mostHeld(free)).toBe(most)
})

test('SAFE-3: one account may hold at most all available portions, and at most half if eight or more are available', () => {
  fc.assert(
    fc.property(fc.nat(10_000), (free) => {
      expect(Stock.mostHeld(free)).toBeLessThanOrEqual(free)
      if (free >= 8) expect(Stock.mostHeld(free)).toBeLessThanOrEqual(free / 2)
    }),
  )
})

test('SAFE-3 STOCK-2: one network address may hold at least as many portions as one account, but not all if five or more are available', () => {
  fc.assert(
    fc.property(fc.nat(10_000), (free) => {
      if (free >= 5) expect(Stock.mostHeldNear(free)).toBeLessThan(free)
      expect(Stock.mostHeldNear(free)).toBeGreaterThanOrEqual(Stock.mostHeld(free))
      expect(Stock.mostHeldNear(free)).toBeLessThanOrEqual(free)
    }),
  )
})

test.each([
  ['pending', 'claimed', false],
  ['pending', 'short', false],
  ['pending', 'not-found', false],
  ['cancelled', 'claimed', false],
  ['pending', 'found', true],
  ['pending', 'over', true],
  ['preparing', 'claimed', true],
  ['completed', 'short', true],
] as const)(
  'SAFE-3: the portions of an order that is %s, with its payment %s, count as sold: %s',
  (status, payment, sold) => {
    expect(Stock.isSold({ status, payment })).toBe(sold)
  },
)
