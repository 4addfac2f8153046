import { expect, test } from 'vitest'
import type { DeskOrder } from '#contract/order/orders.ts'
import { byCategory, dishCounts, justReady, numbersFor } from './cooking.ts'

const line = (name: string, quantity: number, ...beside: [role: string, name: string, quantity: number][]) => ({
  itemId: name.toLowerCase(),
  name,
  quantity,
  extras: beside.map(([role, name, quantity]) => ({ role, name, quantity })),
})

test('the kitchen’s totals add up the dishes and extras of all orders', () => {
  const orders = [
    { items: [line('Half Chicken', 2, ['extra', 'Jollof Rice', 1], ['variant', 'Spicy', 1]), line('Jollof Rice', 1)] },
    { items: [line('Croaker', 1, ['extra', 'Jollof Rice', 3]), line('Half Chicken', 1)] },
  ] as unknown as DeskOrder[]
  expect(dishCounts(orders).map(({ name, count }) => [name, count])).toEqual([
    ['Jollof Rice', 6],
    ['Half Chicken', 3],
    ['Croaker', 1],
  ])
})

test('the kitchen’s totals group dishes and sides by their own menu category, and toppings by the category of their dish', () => {
  const orders = [
    {
      items: [
        line('Half Chicken', 2, ['extra', 'Jollof Rice', 1], ['extra', 'Eba', 1]),
        line('Pizza, Large', 1, ['topping', 'Cheese', 1]),
        line('Off The Menu', 1),
      ],
    },
  ] as unknown as DeskOrder[]
  const items = [
    { id: 'half chicken', name: 'Half Chicken', category: 'grills' },
    { id: 'jollof', name: 'Jollof Rice', category: 'sides' },
    { id: 'pizza, large', name: 'Pizza', category: 'pizza' },
    // The category of this dish is not in the list of categories.
    { id: 'eba', name: 'Eba', category: 'swallows' },
  ]
  const categories = [
    { id: 'pizza', title: 'Pizza' },
    { id: 'sides', title: 'Sides' },
    { id: 'salad', title: 'Salad' },
    { id: 'grills', title: 'Grills' },
  ]
  const grouped = byCategory(dishCounts(orders), items, categories)
  expect(grouped.map(({ title, counts }) => [title, ...counts.map(({ name }) => name)])).toEqual([
    ['Pizza', 'Cheese', 'Pizza, Large'],
    ['Sides', 'Jollof Rice'],
    ['Grills', 'Eba', 'Half Chicken'],
    ['', 'Off The Menu'],
  ])
})

const now = Date.parse('2026-11-20T20:00:00Z')
const ready = (id: string, seconds: number, more: Partial<DeskOrder> = {}) =>
  ({
    orderId: id,
    status: 'ready',
    deliveryStatus: null,
    readyAt: new Date(now - seconds * 1000).toISOString(),
    ...more,
  }) as DeskOrder

test('the kitchen can recall orders that became ready less than a minute ago, latest first, unless a rider has them', () => {
  const orders = [
    ready('old', 60),
    ready('first', 59),
    ready('last', 1),
    ready('gone', 5, { deliveryStatus: 'out-for-delivery' }),
  ]
  expect(justReady(orders, now).map(({ orderId }) => orderId)).toEqual(['last', 'first'])
  expect(justReady([ready('cooking', 3, { status: 'preparing' })], now)).toEqual([])
})

test('DESK-6: a kitchen ticket keeps its number key while other tickets come and go', () => {
  const first = numbersFor(new Map(), ['a', 'b', 'c'])
  expect([...first]).toEqual([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ])
  expect(numbersFor(first, ['c', 'a', 'b'])).toBe(first)
  const later = numbersFor(first, ['new', 'c', 'b', 'newer'])
  expect(Object.fromEntries(later)).toEqual({ b: 2, c: 3, new: 1, newer: 4 })
  expect(
    numbersFor(
      new Map(),
      Array.from({ length: 12 }, (_, index) => `order ${index}`),
    ).size,
  ).toBe(9)
})
