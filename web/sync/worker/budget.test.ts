import fc from 'fast-check'
import { expect, test } from 'vitest'
import { budgetOf, outgoing, shares } from './budget.ts'

test('LIVE-5: 40 MB by default, never under 1 MB', () => {
  expect(budgetOf()).toBe(40_000_000)
  expect(budgetOf(5_000_000)).toBe(5_000_000)
  for (const asked of [999_999, 1, 0, -5]) expect(budgetOf(asked)).toBe(1_000_000)
})

test('LIVE-5: pictures and answers share the budget, and nothing of it is lost', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_000_000, max: 1e9 }), (budget) => {
      const { pictures, answers } = shares(budget)
      expect(pictures + answers).toBe(budget)
      expect(Math.min(pictures, answers)).toBeGreaterThan(0)
    }),
  )
})

const kept = fc.array(fc.record({ id: fc.uuid(), bytes: fc.nat(1_000_000) }), { maxLength: 60 })

test('LIVE-5: never above the budget, the oldest out first, and none too many', () => {
  fc.assert(
    fc.property(kept, fc.nat(20_000_000), (kept, budget) => {
      const out = outgoing(kept, budget)
      expect(out).toEqual(kept.slice(0, out.length))
      const size = (list: typeof kept) => list.reduce((sum, { bytes }) => sum + bytes, 0)
      expect(size(kept.slice(out.length))).toBeLessThanOrEqual(budget)
      if (out.length > 0) expect(size(kept.slice(out.length - 1))).toBeGreaterThan(budget)
    }),
  )
})

test('LIVE-5: whatever comes in whatever order, the cache holds the newest that fit', () => {
  fc.assert(
    fc.property(kept, fc.integer({ min: 1, max: 3_000_000 }), (arrivals, budget) => {
      let shelf: typeof arrivals = []
      for (const each of arrivals) {
        shelf = [...shelf, each]
        shelf = shelf.slice(outgoing(shelf, budget).length)
        expect(shelf.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(budget)
        expect(shelf).toEqual(arrivals.slice(arrivals.indexOf(each) + 1 - shelf.length, arrivals.indexOf(each) + 1))
      }
    }),
  )
})
