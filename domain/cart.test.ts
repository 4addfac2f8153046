import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Cart from './cart.ts'
import type { Item, OptionGroup, Selection, Sources } from './menu.ts'
import { naira } from './money.ts'
import * as Pricing from './pricing.ts'

const grill: Item = {
  id: 'half-chicken',
  category: 'grills',
  name: 'Half Chicken',
  description: '',
  price: naira(9500),
  available: true,
  takesNote: true,
  groups: [
    {
      id: 'sauce',
      label: 'Sauce',
      role: 'extra',
      min: 0,
      max: 1,
      limit: 1,
      pricing: 'own',
      source: {
        choices: [
          { id: 'pepper', name: 'Pepper Sauce', price: naira(0) },
          { id: 'barbecued', name: 'Barbecued', price: naira(0) },
        ],
      },
    },
    {
      id: 'sides',
      label: 'Extra sides',
      role: 'extra',
      min: 0,
      max: 9,
      limit: 4,
      pricing: 'own',
      source: {
        choices: [
          { id: 'plantain', name: 'Plantain', price: naira(1500) },
          { id: 'jollof', name: 'Jollof', price: naira(2500) },
        ],
      },
    },
  ],
}

const water: Item = { ...grill, id: 'water', name: 'Water', price: naira(500), groups: [] }

function line(id: string, selection: Selection = {}, quantity = 1, note = '', item = grill): Cart.CartLine {
  const priced = Pricing.priceLine(item, {}, selection, quantity, note)
  if (!priced.ok) throw new Error(priced.problem.detail)
  return { id, itemId: item.id, category: item.category, selection, quantity, note, seen: priced.value, picture: '' }
}

const cartOf = (...lines: Cart.CartLine[]) => lines.reduce(Cart.add, Cart.empty)
const first = (cart: Cart.Cart) => cart.lines[0] as Cart.CartLine

const withSides = { sides: { plantain: 2, jollof: 1 }, sauce: { pepper: 1 } }
const sides = { id: 'sides', limit: 4 }

test('CART-2: the same dish, choices and note make one line, quantities add up', () => {
  const cart = cartOf(
    line('a', withSides, 2),
    line('b', { sauce: { pepper: 1 }, sides: { jollof: 1, plantain: 2 } }, 3),
  )
  expect(cart.lines).toHaveLength(1)
  expect(first(cart)).toMatchObject({ id: 'a', quantity: 5, seen: { quantity: 5, total: 5 * (9500 + 5500) } })
})

test.each([
  ['another dish', line('b', {}, 1, '', water)],
  ['another sauce', line('b', { sauce: { barbecued: 1 } })],
  ['another quantity of an extra', line('b', { sauce: { pepper: 1 }, sides: { plantain: 1 } })],
  ['another note', line('b', { sauce: { pepper: 1 } }, 1, 'No pepper')],
])('CART-2: %s is a line of its own', (_what, other) => {
  expect(cartOf(line('a', { sauce: { pepper: 1 } }), other).lines.map(({ id }) => id)).toEqual(['a', 'b'])
})

test('a merged line shows the price seen last', () => {
  const dearer = { ...grill, price: naira(10000) }
  expect(first(cartOf(line('a'), line('b', {}, 1, '', dearer)))).toMatchObject({
    seen: { unitPrice: 10000, total: 20000 },
  })
})

test('a line never holds more than can be ordered', () => {
  expect(first(cartOf(line('a', {}, 90), line('b', {}, 90))).quantity).toBe(Pricing.highestQuantity)
})

test.each([
  [5, 5],
  [0, 1],
  [-4, 1],
  [2.9, 2],
  [Number.NaN, 1],
  [1000, 99],
  [Number.POSITIVE_INFINITY, 99],
])('setting the quantity to %d makes it %d', (asked, quantity) => {
  const changed = first(Cart.setQuantity(cartOf(line('a', withSides)), 'a', asked))
  expect(changed).toMatchObject({ quantity, seen: { quantity, total: quantity * 15000 } })
})

test('CART-4: an extra brought to 0 is gone, and its group with the last of it', () => {
  const one = Cart.setExtra(line('a', withSides), sides, 'jollof', 0)
  expect(one.selection).toEqual({ sides: { plantain: 2 }, sauce: { pepper: 1 } })
  expect(one.seen.total).toBe(12500)
  const none = Cart.setExtra(one, sides, 'plantain', 0)
  expect(none.selection).toEqual({ sauce: { pepper: 1 } })
  expect(none.seen.choices.map(({ id }) => id)).toEqual(['pepper'])
  expect(none.seen.total).toBe(9500)
})

test('CART-4 MENU-16: an extra goes up to its limit', () => {
  expect(Cart.setExtra(line('a', withSides), sides, 'plantain', 7)).toMatchObject({
    selection: { sides: { plantain: 4, jollof: 1 } },
    seen: { total: 9500 + 4 * 1500 + 2500 },
  })
})

test('CART-4: an extra that was not chosen cannot be set: its price was never seen', () => {
  const plain = line('a', { sauce: { pepper: 1 } })
  expect(Cart.setExtra(plain, sides, 'plantain', 1)).toEqual(plain)
})

test('CART-4: a line that becomes the twin of another joins it', () => {
  const cart = cartOf(line('a', {}, 2), line('b', { sides: { plantain: 1 } }, 3))
  const second = cart.lines[1] as Cart.CartLine
  const joined = Cart.change(cart, 'b', Cart.setExtra(second, sides, 'plantain', 0))
  expect(joined.lines).toHaveLength(1)
  expect(first(joined)).toMatchObject({ id: 'a', quantity: 5, seen: { total: 47500 } })
})

test('a changed line keeps its place and its id', () => {
  const cart = cartOf(line('a'), line('b', {}, 1, '', water))
  const changed = Cart.change(cart, 'a', line('other', withSides, 2))
  expect(changed.lines.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(first(changed)).toMatchObject({ quantity: 2, selection: withSides })
})

test('what is done to a line that is gone changes nothing', () => {
  const cart = cartOf(line('a'))
  expect(Cart.change(cart, 'gone', line('gone', {}, 4))).toEqual(cart)
  expect(Cart.setQuantity(cart, 'gone', 4)).toEqual(cart)
  expect(Cart.accept(cart, 'gone', line('x').seen)).toEqual(cart)
  expect(Cart.remove(cart, 'gone')).toEqual(cart)
})

test('FRAME-1: the badge counts portions', () => {
  expect(Cart.count(cartOf(line('a', {}, 2), line('b', {}, 3, '', water)))).toBe(5)
  expect(Cart.count(Cart.empty)).toBe(0)
})

test('CART-6: the final total is the subtotal and the fee', () => {
  const cart = cartOf(line('a', withSides, 2), line('b', {}, 3, '', water))
  expect(Cart.subtotal(cart)).toBe(31500)
  expect(Cart.finalTotal(Cart.subtotal(cart), naira(2000))).toBe(33500)
})

test('CART-11: a line is held against the menu of today', () => {
  const chosen = line('a', withSides, 2)
  expect(Cart.check(chosen, grill, {})).toEqual({ state: 'same' })
  const dearer = Cart.check(chosen, { ...grill, price: naira(10000) }, {})
  expect(dearer).toMatchObject({ state: 'repriced', now: { unitPrice: 10000, total: 31000 } })
  expect(Cart.check(chosen, { ...grill, available: false }, {})).toMatchObject({
    state: 'unavailable',
    problem: { code: 'item-unavailable' },
  })
  expect(Cart.check(chosen, undefined, {})).toMatchObject({
    state: 'unavailable',
    problem: { code: 'item-gone', detail: 'Half Chicken has left the menu. Please take it out.' },
  })
  expect(Cart.check(chosen, { ...grill, groups: [] }, {})).toMatchObject({
    state: 'unavailable',
    problem: { code: 'choice-unknown' },
  })
})

test('CART-11: once accepted, the price of today is the one that was seen', () => {
  const cart = cartOf(line('a', withSides, 2))
  const today = { ...grill, price: naira(10000) }
  const verdict = Cart.check(first(cart), today, {})
  if (verdict.state !== 'repriced') throw new Error(verdict.state)
  const accepted = Cart.accept(cart, 'a', verdict.now)
  expect(Cart.subtotal(accepted)).toBe(31000)
  expect(Cart.check(first(accepted), today, {})).toEqual({ state: 'same' })
})

const anyLine = fc
  .record({
    item: fc.constantFrom(grill, water),
    sauce: fc.constantFrom({}, { sauce: { pepper: 1 } }, { sauce: { barbecued: 1 } }),
    plantain: fc.nat(2),
    quantity: fc.integer({ min: 1, max: 3 }),
    note: fc.constantFrom('', 'Hot'),
  })
  .map(({ item, sauce, plantain, quantity, note }) => {
    const selection = item === water ? {} : { ...sauce, ...(plantain > 0 && { sides: { plantain } }) }
    return line('', selection, quantity, note, item)
  })

const anyLines = fc
  .array(anyLine, { maxLength: 20 })
  .map((lines) => lines.map((each, id) => ({ ...each, id: `${id}` })))

test('CART-2: whatever is added, in whatever order: no portion and no naira is lost, and no two lines are twins', () => {
  fc.assert(
    fc.property(anyLines, (lines) => {
      const cart = cartOf(...lines)
      expect(Cart.count(cart)).toBe(lines.reduce((sum, { quantity }) => sum + quantity, 0))
      expect(Cart.subtotal(cart)).toBe(lines.reduce((sum, { seen }) => sum + seen.total, 0))
      expect(Cart.subtotal(cartOf(...lines.toReversed()))).toBe(Cart.subtotal(cart))
      const keys = cart.lines.map(({ itemId, selection, note }) => JSON.stringify([itemId, selection, note]))
      expect(new Set(keys).size).toBe(keys.length)
    }),
  )
})

test('CART-3: after any change the total seen is what pricing the line anew gives', () => {
  fc.assert(
    fc.property(anyLines, fc.nat(19), fc.integer({ min: -1, max: 120 }), fc.nat(6), (lines, at, quantity, plantain) => {
      const id = String(at % Math.max(1, lines.length))
      let cart = Cart.setQuantity(cartOf(...lines), id, quantity)
      const target = cart.lines.find((each) => each.id === id)
      if (target) cart = Cart.change(cart, id, Cart.setExtra(target, sides, 'plantain', plantain))
      for (const each of cart.lines) {
        const item = each.itemId === water.id ? water : grill
        expect(Pricing.priceLine(item, {}, each.selection, each.quantity, each.note)).toEqual({
          ok: true,
          value: each.seen,
        })
      }
    }),
  )
})

const croaker = {
  ...grill,
  id: 'croaker',
  name: 'Grilled Croaker',
  picture: 'croaker-1',
  groups: [
    {
      ...(grill.groups[0] as OptionGroup),
      id: 'side',
      label: 'Free side',
      min: 1,
      missing: 'Please select your free side',
      source: { category: 'extra-sides' },
    },
    ...grill.groups,
    {
      ...(grill.groups[1] as OptionGroup),
      id: 'rub',
      label: 'Rub',
      role: 'topping',
      source: { choices: [{ id: 'suya', name: 'Suya rub', price: naira(700) }] },
    },
  ],
} as const satisfies Item & { picture: string }

const side = { id: 'slaw', name: 'Coleslaw', price: naira(0), available: true }
const sources = { 'extra-sides': [side, { ...side, id: 'yam', name: 'Yam Fries' }] }
const asOrdered = { side: { slaw: 1 }, sauce: { pepper: 1 }, sides: { plantain: 2, jollof: 1 }, rub: { suya: 1 } }

function ordered(selection: Selection = asOrdered, quantity = 2, note = 'Crisp', item: Item = croaker) {
  const priced = Pricing.priceLine(item, sources, selection, quantity, note)
  if (!priced.ok) throw new Error(priced.problem.detail)
  return priced.value
}

const again = (past: readonly Pricing.PricedLine[], item: typeof croaker | Item = croaker, today: Sources = sources) =>
  Cart.reorder(past, { items: [{ ...item, picture: 'croaker-1' }], sources: today }, () => 'new')

/** The croaker of today, with one of its groups changed. */
const withGroup = (id: string, change: Partial<OptionGroup>): Item => ({
  ...croaker,
  groups: croaker.groups.map((group) => (group.id === id ? { ...group, ...change } : group)),
})

test('ordering again gives the same lines, with nothing to say where nothing changed', () => {
  const past = ordered()
  expect(again([past])).toEqual({
    lines: [
      {
        id: 'new',
        itemId: 'croaker',
        category: 'grills',
        selection: asOrdered,
        quantity: 2,
        note: 'Crisp',
        seen: past,
        picture: 'croaker-1',
      },
    ],
    missing: [],
    repriced: false,
  })
})

test.each<[string, Item | typeof croaker, Sources, { why: string; category?: string }]>([
  ['a dish that left the menu', { ...croaker, id: 'other' }, sources, { why: 'Grilled Croaker has left the menu.' }],
  [
    'a dish that is off',
    { ...croaker, available: false },
    sources,
    { why: 'Grilled Croaker is not available right now.' },
  ],
  [
    'a required side that is off',
    croaker,
    { 'extra-sides': [{ ...side, available: false }] },
    {
      why: 'Grilled Croaker: Coleslaw is not available right now. Please choose another.',
      category: 'grills',
    },
  ],
  [
    'a required side that left the menu',
    croaker,
    { 'extra-sides': [] },
    {
      why: 'Grilled Croaker: A choice under Free side is no longer on the menu. Please choose again.',
      category: 'grills',
    },
  ],
  [
    'a question that was not asked then',
    withGroup('rub', { id: 'heat', min: 1, missing: 'How hot?' }),
    sources,
    { why: 'Grilled Croaker: How hot?', category: 'grills' },
  ],
  [
    'more of a side than can be had now',
    withGroup('sides', { limit: 1 }),
    sources,
    { why: 'Grilled Croaker: Choose Plantain from 1 to 1 times.', category: 'grills' },
  ],
])('ordering again, %s keeps the dish out, and is said', (_what, item, today, missing) => {
  expect(again([ordered()], item, today)).toEqual({
    lines: [],
    missing: [{ name: 'Grilled Croaker', ...missing }],
    repriced: false,
  })
})

const withoutPlantain = withGroup('sides', {
  source: {
    choices: [
      { id: 'plantain', name: 'Plantain', price: naira(1500), available: false },
      { id: 'jollof', name: 'Jollof', price: naira(2500) },
    ],
  },
})

test.each<[string, Item, string, Selection]>([
  [
    'an extra that is off',
    withoutPlantain,
    'Grilled Croaker comes without Plantain: not available right now.',
    { ...asOrdered, sides: { jollof: 1 } },
  ],
  [
    'two extras that are gone',
    withGroup('sides', { source: { choices: [] } }),
    'Grilled Croaker comes without Plantain and Jollof: not available right now.',
    { side: { slaw: 1 }, sauce: { pepper: 1 }, rub: { suya: 1 } },
  ],
  [
    'a topping whose question is gone',
    { ...croaker, groups: croaker.groups.filter(({ id }) => id !== 'rub') },
    'Grilled Croaker comes without Suya rub: not available right now.',
    { side: { slaw: 1 }, sauce: { pepper: 1 }, sides: { plantain: 2, jollof: 1 } },
  ],
])('ordering again, %s is left out, which is said and is no change of price', (_what, item, why, selection) => {
  const { lines, missing, repriced } = again([ordered()], item)
  expect(lines).toMatchObject([{ selection, seen: ordered(selection) }])
  expect(missing).toEqual([{ name: 'Grilled Croaker', why }])
  expect(repriced).toBe(false)
})

test.each<[string, Item]>([
  ['the dish', { ...croaker, price: naira(9900) }],
  ['an extra', withGroup('sides', { pricing: naira(1800) })],
  ['a topping', withGroup('rub', { pricing: 'free' })],
])('ordering again takes the price of today: %s', (_what, item) => {
  const { lines, repriced } = again([ordered()], item)
  expect(lines).toMatchObject([{ seen: ordered(asOrdered, 2, 'Crisp', item) }])
  expect(repriced).toBe(true)
})

test('ordering again, a note that the dish takes no more is left out, and said', () => {
  const { lines, missing } = again([ordered()], { ...croaker, takesNote: false })
  expect(lines).toMatchObject([{ note: '', seen: { note: '' } }])
  expect(missing).toEqual([{ name: 'Grilled Croaker', why: 'Grilled Croaker takes no note for the chef any more.' }])
})

test('ordering again, what is true of two lines is said once', () => {
  const past = [ordered(), ordered({ side: { yam: 1 } })]
  expect(again(past, { ...croaker, available: false }).missing).toHaveLength(1)
})

test('CART-2: what is ordered again joins its twin in the cart', () => {
  const { lines } = again([ordered()])
  const cart = [...lines.map((line) => ({ ...line, id: 'there' })), ...lines].reduce(Cart.add, Cart.empty)
  expect(cart.lines).toMatchObject([{ id: 'there', quantity: 4 }])
})
