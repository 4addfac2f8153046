import { expect, test } from 'vitest'
import type { Order } from '#contract/order/orders.ts'
import { naira } from '#domain/money/money.ts'
import { whyCancelled } from '#web/orders/cancellation-text.ts'
import { cancellations, statusAnnouncements } from './status-announcements.ts'

function order(change: Partial<Order>): Order {
  return {
    orderId: 'QEGRJ7ABC',
    status: 'pending',
    deliveryMethod: 'pick-up',
    assignedRider: null,
    cancelReason: null,
    cancelledBy: null,
    awaitingSubstitution: false,
    substitutions: [],
    owed: 0,
    refunded: 0,
    ...change,
  } as Order
}

test('ORDER-5: a changed status is announced together with the tab that lists the order', () => {
  expect(statusAnnouncements([order({})], [order({ status: 'preparing' })])).toEqual([
    { text: 'Order RJ7ABC is on the fire.', tab: 'preparing' },
  ])
})

test('ORDER-5: an assigned or changed rider is announced to the customer', () => {
  const before = order({ status: 'ready', deliveryMethod: 'delivery' })
  const now = { ...before, assignedRider: { id: 'musa', name: 'Musa', phone: '+2348030000000' } }
  expect(statusAnnouncements([before], [now])).toEqual([{ text: 'Musa brings order RJ7ABC.', tab: 'ready' }])
  expect(statusAnnouncements([now], [now])).toEqual([])
})

test('an order that is out for delivery is announced', () => {
  const before = order({ status: 'ready', deliveryMethod: 'delivery', deliveryStatus: 'assigned' })
  const now = { ...before, deliveryStatus: 'out-for-delivery' as const }
  expect(statusAnnouncements([before], [now])).toEqual([{ text: 'Order RJ7ABC is on its way to you.', tab: 'ready' }])
})

test('ORDER-5: a failed delivery is announced', () => {
  const before = order({ status: 'ready', deliveryMethod: 'delivery', deliveryStatus: 'out-for-delivery' })
  const now = { ...before, deliveryStatus: 'failed' as const }
  const text = 'Order RJ7ABC could not be delivered. We will call you.'
  expect(statusAnnouncements([before], [now])).toEqual([{ text, tab: 'ready' }])
})

test('a cancelled order is announced with its reason', () => {
  const now = order({ status: 'cancelled', cancelReason: 'No transfer was found.' })
  expect(statusAnnouncements([order({})], [now])).toEqual([
    {
      text: 'Order RJ7ABC was cancelled: No transfer was found. We found no transfer. If you sent one, please message us.',
      tab: 'done',
    },
  ])
})

test('a cancellation by the customer is announced as “You cancelled order …”', () => {
  const now = order({ status: 'cancelled', cancelledBy: 'customer', cancelReason: '' })
  expect(statusAnnouncements([order({})], [now])).toEqual([
    { text: 'You cancelled order RJ7ABC. We found no transfer. If you sent one, please message us.', tab: 'done' },
  ])
  expect(whyCancelled(now)).toBe('You cancelled this order.')
  expect(whyCancelled({ ...now, cancelReason: 'By mistake' })).toBe('You cancelled this order. By mistake')
  expect(whyCancelled({ ...now, cancelledBy: 'restaurant', cancelReason: 'The fish is out' })).toBe('The fish is out')
})

test('TRACK-3: opening the orders page announces an earlier cancellation and its refund', () => {
  const now = Date.parse('2026-11-25T20:00:00Z')
  const gone = order({
    status: 'cancelled',
    cancelledBy: 'restaurant',
    cancelReason: 'The gas is finished',
    updatedAt: '2026-11-25T08:00:00Z',
  })
  const paid = { ...gone, owed: naira(8200) }
  const told = 'Order RJ7ABC was cancelled: The gas is finished. Refund of ₦8,200 on its way.'
  expect(cancellations([order({}), paid], now)).toEqual([{ text: told, tab: 'done' }])
  const [sorry] = cancellations([{ ...paid, cancelReason: 'The gas is finished. Sorry!' }], now)
  expect(sorry?.text).toBe('Order RJ7ABC was cancelled: The gas is finished. Sorry! Refund of ₦8,200 on its way.')
  const aDay = 24 * 3_600_000
  expect(cancellations([gone], now)).toHaveLength(1)
  expect(cancellations([gone], now + aDay)).toEqual([])
  expect(cancellations([paid], now + aDay)).toHaveLength(1)
  expect(cancellations([{ ...gone, cancelledBy: 'customer' }], now)).toEqual([])
})

test('a sold-out dish is announced once, and so is the restaurant’s substitution', () => {
  const asked = order({ status: 'preparing', awaitingSubstitution: true })
  expect(statusAnnouncements([order({ status: 'preparing' })], [asked])).toEqual([
    { text: 'A dish of order RJ7ABC sold out. What would you like instead?', tab: 'preparing' },
  ])
  expect(statusAnnouncements([asked], [asked])).toEqual([])
  const answer = { dish: 'Suya', instead: null, less: naira(4000), by: 'restaurant' } as const
  const decided = order({ status: 'preparing', substitutions: [answer] })
  expect(statusAnnouncements([asked], [decided])).toEqual([
    { text: 'Order RJ7ABC: Suya sold out: taken off, ₦4,000 less.', tab: 'preparing' },
  ])
  // The customer's own substitution is not announced.
  expect(statusAnnouncements([asked], [{ ...decided, substitutions: [{ ...answer, by: 'customer' }] }])).toEqual([])
})

test('a new order is not announced', () => {
  expect(statusAnnouncements([], [order({})])).toEqual([])
})
