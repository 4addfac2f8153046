import fc from 'fast-check'
import { expect, test } from 'vitest'
import { halfChicken } from '#tests/support/half-chicken.ts'
import type { Item, Selection } from '../menu/menu.ts'
import * as Pricing from '../menu/pricing.ts'
import { naira } from '../money/money.ts'
import * as Tax from '../money/tax.ts'
import * as Cart from './cart.ts'

const grill = halfChicken(
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
)

const water: Item = { ...grill, id: 'water', name: 'Water', price: naira(500), groups: [] }

function line(id: string, selection: Selection = {}, quantity = 1, note = '', item = grill): Cart.CartLine {
  const priced = Pricing.priceLine(item, {}, selection, quantity, note)
  if (!priced.ok) throw new Error(priced.problem.detail)
  return {
    id,
    itemId: item.id,
    category: item.category,
    selection,
    quantity,
    chefComment: note,
    seen: priced.value,
    picture: '',
  }
}

const cartOf = (...lines: Cart.CartLine[]) => lines.reduce(Cart.add, Cart.empty)
const first = (cart: Cart.Cart) => cart.items[0] as Cart.CartLine

const withSides = { sides: { plantain: 2, jollof: 1 }, sauce: { pepper: 1 } }
const sides = { id: 'sides', limit: 4 }

test('CART-2: lines with the same dish, choices and note are merged and their quantities added', () => {
  const cart = cartOf(
    line('a', withSides, 2),
    line('b', { sauce: { pepper: 1 }, sides: { jollof: 1, plantain: 2 } }, 3),
  )
  expect(cart.items).toHaveLength(1)
  expect(first(cart)).toMatchObject({ id: 'a', quantity: 5, seen: { quantity: 5, itemTotal: 5 * (9500 + 5500) } })
})

test.each([
  ['another dish', line('b', {}, 1, '', water)],
  ['another sauce', line('b', { sauce: { barbecued: 1 } })],
  ['another quantity of an extra', line('b', { sauce: { pepper: 1 }, sides: { plantain: 1 } })],
  ['another note', line('b', { sauce: { pepper: 1 } }, 1, 'No pepper')],
])('CART-2: adding a line with %s makes a second line', (_what, other) => {
  expect(cartOf(line('a', { sauce: { pepper: 1 } }), other).items.map(({ id }) => id)).toEqual(['a', 'b'])
})

test('a merged line shows the price of the line added last', () => {
  const dearer = { ...grill, price: naira(10000) }
  expect(first(cartOf(line('a'), line('b', {}, 1, '', dearer)))).toMatchObject({
    seen: { price: 10000, itemTotal: 20000 },
  })
})

test('the quantity of a merged line is capped at the highest allowed quantity', () => {
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
])('a line whose quantity is set to %d gets the quantity %d', (asked, quantity) => {
  const changed = first(Cart.setQuantity(cartOf(line('a', withSides)), 'a', asked))
  expect(changed).toMatchObject({ quantity, seen: { quantity, itemTotal: quantity * 15000 } })
})

test('CART-4: an extra set to 0 is removed, and an option group is removed with its last extra', () => {
  const one = Cart.setExtra(line('a', withSides), sides, 'jollof', 0)
  expect(one.selection).toEqual({ sides: { plantain: 2 }, sauce: { pepper: 1 } })
  expect(one.seen.itemTotal).toBe(12500)
  const none = Cart.setExtra(one, sides, 'plantain', 0)
  expect(none.selection).toEqual({ sauce: { pepper: 1 } })
  expect(none.seen.extras.map(({ id }) => id)).toEqual(['pepper'])
  expect(none.seen.itemTotal).toBe(9500)
})

test('CART-4 MENU-16: the quantity of an extra is at most its limit', () => {
  expect(Cart.setExtra(line('a', withSides), sides, 'plantain', 7)).toMatchObject({
    selection: { sides: { plantain: 4, jollof: 1 } },
    seen: { itemTotal: 9500 + 4 * 1500 + 2500 },
  })
})

test('CART-4: setting an extra that was not chosen changes nothing', () => {
  const plain = line('a', { sauce: { pepper: 1 } })
  expect(Cart.setExtra(plain, sides, 'plantain', 1)).toEqual(plain)
})

test('CART-4: a line that becomes equal to another is merged with that line', () => {
  const cart = cartOf(line('a', {}, 2), line('b', { sides: { plantain: 1 } }, 3))
  const second = cart.items[1] as Cart.CartLine
  const merged = Cart.change(cart, 'b', Cart.setExtra(second, sides, 'plantain', 0))
  expect(merged.items).toHaveLength(1)
  expect(first(merged)).toMatchObject({ id: 'a', quantity: 5, seen: { itemTotal: 47500 } })
})

test('a changed line keeps its place and its id', () => {
  const cart = cartOf(line('a'), line('b', {}, 1, '', water))
  const changed = Cart.change(cart, 'a', line('other', withSides, 2))
  expect(changed.items.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(first(changed)).toMatchObject({ quantity: 2, selection: withSides })
})

test('changing a line that was removed changes nothing', () => {
  const cart = cartOf(line('a'))
  expect(Cart.change(cart, 'gone', line('gone', {}, 4))).toEqual(cart)
  expect(Cart.setQuantity(cart, 'gone', 4)).toEqual(cart)
  expect(Cart.accept(cart, 'gone', line('x').seen)).toEqual(cart)
  expect(Cart.remove(cart, 'gone')).toEqual(cart)
})

test('FRAME-1: the badge of the cart counts portions', () => {
  expect(Cart.count(cartOf(line('a', {}, 2), line('b', {}, 3, '', water)))).toBe(5)
  expect(Cart.count(Cart.empty)).toBe(0)
})

test('CART-6: the final total is the subtotal and the delivery fee', () => {
  const cart = cartOf(line('a', withSides, 2), line('b', {}, 3, '', water))
  expect(Cart.subtotal(cart)).toBe(31500)
  expect(Tax.bill([], Cart.subtotal(cart), naira(2000))).toEqual({ taxLines: [], totalAmount: 33500 })
})

test("CART-11: a cart line compared with today's menu is the same, repriced or unavailable", () => {
  const chosen = line('a', withSides, 2)
  expect(Cart.check(chosen, grill, {})).toEqual({ state: 'same' })
  const dearer = Cart.check(chosen, { ...grill, price: naira(10000) }, {})
  expect(dearer).toMatchObject({ state: 'repriced', now: { price: 10000, itemTotal: 31000 } })
  expect(Cart.check(chosen, { ...grill, isAvailable: false }, {})).toMatchObject({
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

test('CART-11: a price that a customer accepts is stored as the price last seen, so the line counts as unchanged', () => {
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

test('CART-2: adding lines in any sequence loses no portion and no naira, and leaves no two equal lines', () => {
  fc.assert(
    fc.property(anyLines, (lines) => {
      const cart = cartOf(...lines)
      expect(Cart.count(cart)).toBe(lines.reduce((sum, { quantity }) => sum + quantity, 0))
      expect(Cart.subtotal(cart)).toBe(lines.reduce((sum, { seen }) => sum + seen.itemTotal, 0))
      expect(Cart.subtotal(cartOf(...lines.toReversed()))).toBe(Cart.subtotal(cart))
      const keys = cart.items.map(({ itemId, selection, chefComment: note }) =>
        JSON.stringify([itemId, selection, note]),
      )
      expect(new Set(keys).size).toBe(keys.length)
    }),
  )
})

test('CART-3: after any change a line’s total equals the price computed anew', () => {
  fc.assert(
    fc.property(anyLines, fc.nat(19), fc.integer({ min: -1, max: 120 }), fc.nat(6), (lines, at, quantity, plantain) => {
      const id = String(at % Math.max(1, lines.length))
      let cart = Cart.setQuantity(cartOf(...lines), id, quantity)
      const target = cart.items.find((each) => each.id === id)
      if (target) cart = Cart.change(cart, id, Cart.setExtra(target, sides, 'plantain', plantain))
      for (const each of cart.items) {
        const item = each.itemId === water.id ? water : grill
        expect(Pricing.priceLine(item, {}, each.selection, each.quantity, each.chefComment)).toEqual({
          ok: true,
          value: each.seen,
        })
      }
    }),
  )
})

test('undoing an addition to the cart removes what it added and keeps later changes', () => {
  const before = cartOf(line('a'), line('b', {}, 1, '', water))
  const merged = Cart.add(before, line('c', {}, 2))
  expect(Cart.takeBack(merged, before, merged)).toEqual(before)
  const grown = Cart.setQuantity(merged, 'a', 5)
  expect(first(Cart.takeBack(grown, before, merged)).quantity).toBe(3)

  const added = Cart.add(before, line('c', {}, 1, 'Dry'))
  expect(Cart.takeBack(added, before, added)).toEqual(before)
  const removed = Cart.remove(added, 'c')
  expect(Cart.takeBack(removed, before, added)).toEqual(removed)
})

test('CART-9: a stored cart loses only its damaged lines', () => {
  const sound = line('a', withSides, 2, 'No pepper')
  const { seen } = sound
  const [choice] = seen.extras
  const damaged = [
    null,
    7,
    {},
    { ...sound, id: 7 },
    { ...sound, category: undefined },
    { ...sound, picture: null },
    { ...sound, chefComment: {} },
    ...[0, -1, 1.5, 100, '2', null].map((quantity) => ({ ...sound, quantity })),
    ...[
      null,
      'x',
      { sides: null },
      { sides: 'plantain' },
      { sides: { plantain: 'two' } },
      { sides: { plantain: 0 } },
    ].map((selection) => ({ ...sound, selection })),
    ...[-1, 1.5, '9500', null].flatMap((amount) => [
      { ...sound, seen: { ...seen, itemTotal: amount } },
      { ...sound, seen: { ...seen, price: amount } },
      { ...sound, seen: { ...seen, extras: [{ ...choice, price: amount }] } },
    ]),
    ...[null, { ...seen, name: undefined }, { ...seen, extras: {} }, { ...seen, extras: [null] }].map((seen) => ({
      ...sound,
      seen,
    })),
    { ...sound, seen: { ...seen, extras: [{ ...choice, quantity: -1 }] } },
    { ...sound, seen: { ...seen, extras: [{ ...choice, name: 5 }] } },
  ]
  const stored: unknown = JSON.parse(JSON.stringify({ items: [...damaged, sound, ...damaged] }))
  expect(Cart.ofStored(stored)).toEqual({ items: [sound] })
  for (const other of [null, undefined, 7, [], {}, { items: null }, { items: {} }]) {
    expect(Cart.ofStored(other)).toEqual(Cart.empty)
  }
})
