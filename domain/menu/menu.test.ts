import fc from 'fast-check'
import { expect, test } from 'vitest'
import { halfChicken } from '#tests/support/half-chicken.ts'
import { naira } from '../money/money.ts'
import * as Menu from './menu.ts'
import * as Pricing from './pricing.ts'

const side = (id: string, price: number, isAvailable = true): Menu.SourceItem => ({
  id,
  name: id,
  price: naira(price),
  isAvailable,
})

const sides = [
  side('jollof', 2500),
  side('plantain', 1500),
  side('moi-moi', 3000),
  side('fried-rice', 3001),
  side('yam-fries', 2000, false),
  side('salad', 2200),
  side('coleslaw', 1800),
]
const sources = { 'extra-sides': sides }

const group = (
  more: Partial<Menu.OptionGroup> & Pick<Menu.OptionGroup, 'id' | 'role' | 'source'>,
): Menu.OptionGroup => ({
  label: more.id,
  min: 0,
  max: 99,
  limit: 1,
  pricing: 'own',
  ...more,
})

const freeSide = (source: object = {}) =>
  group({
    id: 'free-side',
    label: 'Free side',
    role: 'extra',
    min: 1,
    max: 1,
    pricing: 'free',
    missing: 'Please select your free side',
    source: { category: 'extra-sides', priceAtMost: naira(3000), ...source },
  })

const ids = (choices: readonly Menu.Choice[]) => choices.map(({ id }) => id)

test('MENU-12: the free sides are the extra sides of at most ₦3,000, at price 0', () => {
  const offered = Menu.choices(freeSide(), sources)
  expect(ids(offered)).toEqual(['jollof', 'plantain', 'moi-moi', 'yam-fries', 'salad', 'coleslaw'])
  expect(offered.every(({ price }) => price === 0)).toBe(true)
})

test('MENU-12: a side group limited to the first five counts only sides within the price limit', () => {
  expect(ids(Menu.choices(freeSide({ first: 5 }), sources))).toEqual([
    'jollof',
    'plantain',
    'moi-moi',
    'yam-fries',
    'salad',
  ])
})

test('MENU-12: a side priced above the limit is not a free side', () => {
  const dearer = { 'extra-sides': sides.map((each) => (each.id === 'jollof' ? side('jollof', 3500) : each)) }
  expect(ids(Menu.choices(freeSide(), dearer))).not.toContain('jollof')
})

test('MENU-11: an option group can be limited to listed dishes', () => {
  expect(ids(Menu.choices(freeSide({ only: ['plantain', 'yam-fries'] }), sources))).toEqual(['plantain', 'yam-fries'])
})

test('MENU-13: a sold-out choice is listed as unavailable, and pricing refuses it', () => {
  const yam = Menu.choices(freeSide(), sources).find(({ id }) => id === 'yam-fries')
  expect(yam).toMatchObject({ isAvailable: false })
  const priced = Pricing.priceLine(halfChicken(freeSide()), sources, { 'free-side': { 'yam-fries': 1 } }, 1)
  expect(priced).toMatchObject({ ok: false, problem: { code: 'choice-unavailable', field: 'free-side' } })
})

test('TIME-4: a sold-out choice can be chosen only for slots after its return, or after its next portions begin', () => {
  const back = '2026-11-29T05:00:00.000Z'
  const limited = {
    'extra-sides': [
      { ...side('jollof', 2500, false), backAt: back },
      { ...side('plantain', 2500, false), portionsAt: back },
      side('yam-fries', 2000, false),
    ],
  }
  const offered = (slot: string) =>
    Menu.choices(freeSide(), Menu.sourcesAt(limited, slot)).map(({ isAvailable }) => isAvailable)
  expect(offered('')).toEqual([false, false, false])
  expect(offered('2026-11-28T20:00:00.000Z')).toEqual([false, false, false])
  expect(offered('2026-11-29T11:30:00.000Z')).toEqual([true, true, false])
})

test('MENU-10: a fixed price of an option group replaces the prices of its choices', () => {
  const extra = group({
    id: 'extra-swallow',
    role: 'extra',
    pricing: naira(1500),
    source: { choices: [{ id: 'eba', name: 'Eba', price: naira(0) }] },
  })
  expect(Menu.choices(extra, {})).toEqual([{ id: 'eba', name: 'Eba', price: 1500, isAvailable: true }])
})

test('an option group of an unknown category has no choices', () => {
  expect(Menu.choices(freeSide(), {})).toEqual([])
})

const size = group({
  id: 'size',
  role: 'size',
  min: 1,
  max: 1,
  preset: 'small',
  source: {
    choices: [
      { id: 'large', name: 'Large', price: naira(12000) },
      { id: 'small', name: 'Small', price: naira(7000) },
    ],
  },
})

test("MENU-14: a pizza starts with its preset size and that size's price", () => {
  expect(Menu.presets(halfChicken(size), {})).toEqual({ size: { small: 1 } })
  expect(Menu.startingPrice(halfChicken(size), {})).toBe(7000)
})

test('an unavailable preset is not selected', () => {
  const out = { ...size, source: { choices: [{ id: 'small', name: 'Small', price: naira(7000), available: false }] } }
  expect(Menu.presets(halfChicken(out), {})).toEqual({})
})

test('the card of a dish without sizes shows its base price', () => {
  expect(Menu.startingPrice(halfChicken(freeSide()), sources)).toBe(9500)
})

test('a category whose dishes are choices in several groups of a dish is listed once', () => {
  expect(Menu.sourceCategories(halfChicken(freeSide(), { ...freeSide(), id: 'more' }, size))).toEqual(['extra-sides'])
})

const toppings = group({
  id: 'toppings',
  role: 'topping',
  limit: 5,
  source: { choices: [{ id: 'cheese', name: 'Cheese', price: naira(1000) }] },
})

test('MENU-16: choosing an extra adds one unit, up to the extra’s limit; quantity 0 removes the extra, and its group if it is empty', () => {
  const one = Menu.choose({}, toppings, 'cheese', 1)
  expect(one).toEqual({ toppings: { cheese: 1 } })
  expect(Menu.choose(one, toppings, 'cheese', 9)).toEqual({ toppings: { cheese: 5 } })
  expect(Menu.choose(one, toppings, 'cheese', 0)).toEqual({})
  expect(Menu.choose({}, toppings, 'cheese', 0)).toEqual({})
})

test('choosing in a group that allows one choice replaces the earlier choice', () => {
  expect(Menu.choose({ size: { small: 1 } }, size, 'large', 1)).toEqual({ size: { large: 1 } })
})

const selection = fc.dictionary(
  fc.constantFrom('size', 'sauce', 'toppings', 'free-side'),
  fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 1, max: 9 }), { minKeys: 1 }),
)

test('CART-2: two selections have the same key exactly if they have the same choices, in any sequence', () => {
  const backwards = (value: object) => Object.fromEntries(Object.entries(value).toReversed())
  fc.assert(
    fc.property(selection, selection, (one, other) => {
      const turned = backwards(Object.fromEntries(Object.entries(one).map(([id, chosen]) => [id, backwards(chosen)])))
      expect(Menu.selectionKey(turned)).toBe(Menu.selectionKey(one))
      const equal = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
      expect(Menu.selectionKey(one) === Menu.selectionKey(other)).toBe(equal)
    }),
  )
})

function sorted(selection: Menu.Selection): string[] {
  return Object.entries(selection)
    .flatMap(([group, chosen]) => Object.entries(chosen).map(([id, quantity]) => `${group}/${id}/${quantity}`))
    .sort()
}

const hourly = [
  { id: 'drinks' },
  { id: 'breakfast', hours: { from: '05:00', until: '11:00' } },
  { id: 'grills', hours: { from: '16:00', until: '22:00' } },
  { id: 'suya', hours: { from: '22:00', until: '02:00' } },
]

test.each([
  ['05:00', 'breakfast'],
  ['10:59', 'breakfast'],
  ['11:00', 'drinks'],
  ['21:00', 'grills'],
  ['22:00', 'suya'],
  ['23:59', 'suya'],
  ['00:00', 'suya'],
  ['02:00', 'drinks'],
])('the category that leads the menu at %s is %s', (time, id) => {
  expect(Menu.leading(hourly, time)?.id).toBe(id)
})

test('a menu without categories has no leading category', () => {
  expect(Menu.leading([], '12:00')).toBeUndefined()
})

test('a kind of choice is listed as free only if it is free with every dish, and is listed once', () => {
  const free = (id: string, label: string, min = 1): Menu.OptionGroup => ({
    id,
    label,
    role: 'extra',
    min,
    max: 1,
    limit: 1,
    source: { choices: [] },
    pricing: 'free',
  })
  const full = { groups: [free('side', 'Free side'), free('sauce', 'Sauce')] }
  const other = { groups: [free('side-full', 'Free side'), free('dip', 'Dip', 0)] }
  expect(Menu.freeWithEvery([full])).toEqual(['side', 'sauce'])
  expect(Menu.freeWithEvery([full, other])).toEqual(['side'])
  expect(Menu.freeWithEvery([full, { groups: [] }])).toEqual([])
  expect(Menu.freeWithEvery([])).toEqual([])
})
