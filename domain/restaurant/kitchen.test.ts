import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Kitchen from './kitchen.ts'

const stated = { least: 10, most: 45 }
const noon = Date.UTC(2026, 0, 5, 12)
const minute = 60_000

test.each([
  { open: 0, minutes: 10 },
  { open: 5, minutes: 19 },
  { open: 10, minutes: 28 },
  { open: 20, minutes: 45 },
  { open: 500, minutes: 45 },
  { open: -3, minutes: 10 },
])(
  'HOME-1: with $open open orders at a capacity of 20, the preparation takes $minutes minutes',
  ({ open, minutes }) => {
    expect(Kitchen.preparationMinutes(stated, { open, capacity: 20 })).toBe(minutes)
  },
)

test('HOME-1: the ready-by time is rounded up to five minutes', () => {
  const idle = { open: 0, capacity: 20 }
  expect(Kitchen.readyBy(noon, stated, idle)).toBe(noon + 10 * minute)
  expect(Kitchen.readyBy(noon + 1, stated, idle)).toBe(noon + 15 * minute)
})

test('a kitchen capacity of 0 counts as 1', () => {
  expect(Kitchen.preparationMinutes(stated, { open: 1, capacity: 0 })).toBe(45)
})

test('HOME-1: the ready-by time stays between the shortest time and five minutes above the longest, and never falls as orders rise', () => {
  fc.assert(
    fc.property(fc.nat(4_000_000_000_000), fc.nat(300), fc.integer({ min: 1, max: 100 }), (now, open, capacity) => {
      const ready = Kitchen.readyBy(now, stated, { open, capacity })
      expect(ready - now).toBeGreaterThanOrEqual(stated.least * minute)
      expect(ready - now).toBeLessThan((stated.most + 5) * minute)
      expect(ready % (5 * minute)).toBe(0)
      expect(Kitchen.readyBy(now, stated, { open: open + 1, capacity })).toBeGreaterThanOrEqual(ready)
    }),
  )
})

test('HOME-1: rush mode moves the stated range of preparation time, and the promise stays within the moved range', () => {
  const rushed = Kitchen.inRush(stated, 20)
  expect(rushed).toEqual({ least: 30, most: 65 })
  expect(Kitchen.preparationMinutes(rushed, { open: 0, capacity: 20 })).toBe(30)
  expect(Kitchen.preparationMinutes(rushed, { open: 90, capacity: 20 })).toBe(65)
})

const minutesOf = fc.integer({ min: 0, max: 300 })
const done = fc.record({ estimated: minutesOf, took: minutesOf })

test('DESK-6: the correction learned from earlier orders stays between 5 minutes sooner and 20 later', () => {
  fc.assert(
    fc.property(fc.array(done, { maxLength: 80 }), (orders) => {
      const learned = orders.reduce(Kitchen.learned, 0)
      expect(learned).toBeGreaterThanOrEqual(-5)
      expect(learned).toBeLessThanOrEqual(20)
    }),
  )
})

test('DESK-6: one order moves the promise by at most a minute and a half, and three by less than four minutes', () => {
  const slow = { estimated: 10, took: 300 }
  expect(Kitchen.learned(0, slow)).toBeLessThanOrEqual(1.5)
  expect([slow, slow, slow].reduce(Kitchen.learned, 0)).toBeLessThan(4)
})

test('DESK-6: the correction for a kitchen that always takes 8 minutes longer rises to 8 minutes without oscillating', () => {
  const orders = Array.from({ length: 100 }, (_, at) => ({ estimated: 10 + (at % 20), took: 18 + (at % 20) }))
  let learned = 0
  for (const order of orders) {
    const next = Kitchen.learned(learned, order)
    expect(next).toBeGreaterThanOrEqual(learned)
    expect(next).toBeLessThanOrEqual(8)
    learned = next
  }
  expect(Math.round(learned)).toBe(8)
})

test('DESK-6: the corrected promise stays within the stated bounds and never falls as open orders rise', () => {
  const idle = { open: 0, capacity: 20 }
  expect(Kitchen.preparationMinutes(stated, { ...idle, learned: 6.6 })).toBe(17)
  expect(Kitchen.preparationMinutes(stated, { ...idle, learned: -5 })).toBe(10)
  expect(Kitchen.preparationMinutes(stated, { open: 20, capacity: 20, learned: 20 })).toBe(45)
  const learned = fc.double({ min: -5, max: 20, noNaN: true })
  fc.assert(
    fc.property(fc.nat(300), learned, (open, more) => {
      const load = { open, capacity: 20, learned: more }
      const minutes = Kitchen.preparationMinutes(stated, load)
      expect(Kitchen.preparationMinutes(stated, { ...load, open: open + 1 })).toBeGreaterThanOrEqual(minutes)
    }),
  )
})
