import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { naira } from '../money/money.ts'
import type { DocumentCategory } from './menu-document.ts'
import * as MenuDocument from './menu-document.ts'

const sizes = (large: number) => ({
  id: 'size',
  label: 'Size',
  role: 'size' as const,
  min: 1,
  max: 1,
  limit: 1,
  pricing: 'own' as const,
  source: { choices: [{ id: 'large', name: 'Large', price: naira(large) }] },
})

const dish = (id: string, price: number) => ({
  id,
  name: id.toUpperCase(),
  description: '',
  price: naira(price),
  groups: ['size'],
})

const pizza = (large: number, ...items: DocumentCategory['items']): DocumentCategory => ({
  id: 'pizza',
  title: 'Pizza',
  groups: [sizes(large)],
  items,
})

test('OWNER-1: a changed option group lists every affected dish with its price before and after', () => {
  const items = [dish('a', 100), dish('b', 200)]
  expect(MenuDocument.changes([pizza(5000, ...items)], [pizza(5500, ...items)])).toEqual([
    { what: 'Pizza, Size: Large ₦5,000 → ₦5,500.', dishes: ['A', 'B'] },
  ])
})

test('OWNER-1: a dish that is new, repriced, moved or removed is listed as one change', () => {
  const before = [pizza(5000, dish('a', 100), dish('b', 200), dish('c', 300))]
  const after = [pizza(5000, dish('b', 250), dish('a', 100), dish('d', 400))]
  expect(MenuDocument.changes(before, after).map(({ what }) => what)).toEqual([
    'Pizza: the order of the dishes.',
    'B: ₦200 → ₦250.',
    'New dish: D in Pizza, ₦400.',
    'Dish removed: C from Pizza.',
  ])
  expect(MenuDocument.changes(before, before)).toEqual([])
})

test.each([
  [{ percent: 10 }, 14_500, 15_950],
  [{ percent: 10 }, 14_250, 15_700],
  [{ percent: 7 }, 5000, 5350],
  [{ percent: -10 }, 1250, 1150],
  [{ percent: 10 }, 0, 0],
  [{ naira: 30 }, 1250, 1280],
  [{ naira: -2000 }, 1250, 0],
])('OWNER-1: raising by a step of %o changes a price of ₦%i to ₦%i', (step, price, next) => {
  expect(MenuDocument.stepped(naira(price), step)).toBe(next)
})

test('OWNER-1: raising prices by a percentage rounds to the nearest ₦50, and never makes the higher of two prices the lower', () => {
  const price = fc.integer({ min: 1, max: 5_000_000 })
  const percent = fc.integer({ min: -90, max: 90 })
  fc.assert(
    fc.property(price, price, percent, (a, b, percent) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)].map((each) => MenuDocument.stepped(naira(each), { percent }))
      expect((low ?? 0) % MenuDocument.roundedTo).toBe(0)
      expect(Math.abs((low ?? 0) - (Math.min(a, b) * (100 + percent)) / 100)).toBeLessThanOrEqual(
        MenuDocument.roundedTo / 2,
      )
      expect(low).toBeLessThanOrEqual(high ?? 0)
    }),
  )
})

test('OWNER-1: repricing a category changes the prices of its dishes and of their sizes', () => {
  const after = MenuDocument.reprice(pizza(5000, dish('a', 1000)), { percent: 10 })
  expect(after).toEqual(pizza(5500, dish('a', 1100)))
})
