import { describe, expect, test } from 'vitest'
import { randomOf } from '#tests/faults/random.ts'
import { at } from '#tests/support/calendar.ts'
import { Friday } from '#tests/support/friday.ts'
import * as Capacity from './capacity.ts'

describe.each([1, 7, 43, 2026])(
  'a simulated Friday with two pauses, a closed quarter-hour and a breakfast that ends, seed %i',
  (seed) => {
    const friday = new Friday(randomOf(seed))
    friday.run()
    const { orders } = friday
    const cooked = orders.filter(({ state }) => state === 'ready')
    const forLater = orders.filter(({ chosen }) => chosen !== undefined)

    test('TIME-2 TIME-4: at least 95 % of the promises of a simulated Friday are kept, with over a fifth of its orders for later', () => {
      const kept = cooked.filter(({ readyAt, plan }) => readyAt !== undefined && readyAt <= plan.readyBy)
      expect(kept.length / cooked.length).toBeGreaterThanOrEqual(0.95)
      expect(forLater.length / orders.length).toBeGreaterThan(0.2)
      expect(orders.length).toBeGreaterThan(100)
    })

    test('TIME-4: the slot of an order changes only if its customer changes it', () => {
      for (const { chosen, plan, cart } of forLater) {
        expect(plan.due).toBe(chosen)
        expect(plan.readyBy + cart.driving * 60_000).toBe(chosen)
      }
      const inClosed = forLater.filter(({ plan }) => Capacity.quarterOf(plan.readyBy) === at('2026-11-27T20:00'))
      expect(inClosed.filter(({ state, readyAt }) => state !== 'cancelled' && readyAt === undefined)).toEqual([])
    })

    test('TIME-2: the work promised in each quarter-hour is at most what the kitchen can cook', () => {
      expect(friday.fullest).toBeLessThanOrEqual(10 * Capacity.usualWork)
    })

    test('TIME-1 TIME-3: orders are refused in a pause and accepted after it, and breakfasts are due at most 45 minutes after 11:00', () => {
      expect(friday.refusals.get('paused')).toBeGreaterThan(0)
      const breakfasts = orders.filter(({ hasBreakfast }) => hasBreakfast)
      expect(breakfasts.length).toBeGreaterThan(0)
      for (const { plan } of breakfasts) expect(plan.due).toBeLessThan(at('2026-11-27T11:00') + 45 * 60_000)
      expect(orders.some(({ placedAt }) => placedAt > at('2026-11-27T20:05'))).toBe(true)
    })

    test('every order is cooked or cancelled, and every naira received pays for food or is refunded', () => {
      expect(orders.filter(({ state }) => state !== 'ready' && state !== 'cancelled')).toEqual([])
      const sales = cooked.reduce((sum, { total }) => sum + total, 0)
      const refunds = orders.reduce((sum, { refunded }) => sum + refunded, 0)
      expect(sales + refunds).toBe(friday.received)
    })
  },
)
