import fc from 'fast-check'
import { expect, test } from 'vitest'
import { budgetOf, shares, toEvict } from './budget.ts'

test('LIVE-5: the budget of the service worker’s caches is 40 MB by default and never under 1 MB', () => {
  expect(budgetOf()).toBe(40_000_000)
  expect(budgetOf(5_000_000)).toBe(5_000_000)
  for (const wanted of [999_999, 1, 0, -5]) expect(budgetOf(wanted)).toBe(1_000_000)
})

test('LIVE-5: the shares of pictures and answers add up to the budget of the caches', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_000_000, max: 1e9 }), (budget) => {
      const { pictures, answers } = shares(budget)
      expect(pictures + answers).toBe(budget)
      expect(Math.min(pictures, answers)).toBeGreaterThan(0)
    }),
  )
})

const entryLists = fc.array(fc.record({ id: fc.uuid(), bytes: fc.nat(1_000_000) }), { maxLength: 60 })

test('LIVE-5: a cache evicts only as many of its oldest entries as its budget requires', () => {
  fc.assert(
    fc.property(entryLists, fc.nat(20_000_000), (entries, budget) => {
      const evicted = toEvict(entries, budget)
      expect(evicted).toEqual(entries.slice(0, evicted.length))
      const size = (list: typeof entries) => list.reduce((sum, { bytes }) => sum + bytes, 0)
      expect(size(entries.slice(evicted.length))).toBeLessThanOrEqual(budget)
      if (evicted.length > 0) expect(size(entries.slice(evicted.length - 1))).toBeGreaterThan(budget)
    }),
  )
})

test('LIVE-5: a cache that deletes old entries after each new entry keeps the newest entries that fit its budget', () => {
  fc.assert(
    fc.property(entryLists, fc.integer({ min: 1, max: 3_000_000 }), (entries, budget) => {
      let cache: typeof entries = []
      for (const [index, entry] of entries.entries()) {
        cache = [...cache, entry]
        cache = cache.slice(toEvict(cache, budget).length)
        expect(cache.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(budget)
        expect(cache).toEqual(entries.slice(index + 1 - cache.length, index + 1))
      }
    }),
  )
})
