import { expect, test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { justReady, merged } from './cooking.ts'

const line = (name: string, quantity: number, ...beside: [role: string, name: string, quantity: number][]) => ({
  name,
  quantity,
  choices: beside.map(([role, name, quantity]) => ({ role, name, quantity })),
})

test('what is on the fire is counted over all orders, with what goes beside it', () => {
  const orders = [
    { lines: [line('Half Chicken', 2, ['extra', 'Jollof Rice', 1], ['variant', 'Spicy', 1]), line('Jollof Rice', 1)] },
    { lines: [line('Croaker', 1, ['extra', 'Jollof Rice', 3]), line('Half Chicken', 1)] },
  ] as unknown as Order[]
  expect(merged(orders)).toEqual([
    { name: 'Jollof Rice', count: 6 },
    { name: 'Half Chicken', count: 3 },
  ])
})

const now = Date.parse('2026-11-20T20:00:00Z')
const ready = (id: string, seconds: number, more: Partial<Order> = {}) =>
  ({
    id,
    status: 'ready',
    deliveryStatus: null,
    readyAt: new Date(now - seconds * 1000).toISOString(),
    ...more,
  }) as Order

test('what was ready less than a minute ago can be called back, the latest first, unless a rider has it', () => {
  const orders = [
    ready('old', 60),
    ready('first', 59),
    ready('last', 1),
    ready('gone', 5, { deliveryStatus: 'out-for-delivery' }),
  ]
  expect(justReady(orders, now).map(({ id }) => id)).toEqual(['last', 'first'])
  expect(justReady([ready('cooking', 3, { status: 'preparing' })], now)).toEqual([])
})
