import { expect, test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { statusNews } from './status-news.ts'

function order(change: Partial<Order>): Order {
  return {
    id: 'QEGRJ7ABC',
    status: 'pending',
    deliveryMethod: 'pick-up',
    assignedRider: null,
    cancelReason: null,
    cancelledBy: null,
    asks: false,
    answers: [],
    ...change,
  } as Order
}

test('ORDER-5: a status that changed is told, with the tab where the order is now', () => {
  expect(statusNews([order({})], [order({ status: 'preparing' })])).toEqual([
    { text: 'Order RJ7ABC is on the fire.', tab: 'preparing' },
  ])
})

test('ORDER-5: a rider who was assigned, or changed, is told', () => {
  const before = order({ status: 'ready', deliveryMethod: 'delivery' })
  const now = { ...before, assignedRider: { id: 'musa', name: 'Musa', phone: '+2348030000000' } }
  expect(statusNews([before], [now])).toEqual([{ text: 'Musa brings order RJ7ABC.', tab: 'ready' }])
  expect(statusNews([now], [now])).toEqual([])
})

test('an order that has left the house is told', () => {
  const before = order({ status: 'ready', deliveryMethod: 'delivery', trip: 'assigned' })
  const now = { ...before, trip: 'out' as const }
  expect(statusNews([before], [now])).toEqual([{ text: 'Order RJ7ABC is on its way to you.', tab: 'ready' }])
})

test('a cancelled order says why', () => {
  const now = order({ status: 'cancelled', cancelReason: 'No transfer was found.' })
  expect(statusNews([order({})], [now])).toEqual([
    { text: 'Order RJ7ABC was cancelled: No transfer was found.', tab: 'done' },
  ])
})

test('an order that was placed just now is no news', () => {
  expect(statusNews([], [order({})])).toEqual([])
})
