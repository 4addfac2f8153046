import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Naira, naira } from '../money/money.ts'
import * as Quote from '../order/quote.ts'
import type { Item, OptionGroup, OwnChoice, Selection, Sources } from './menu.ts'
import * as Pricing from './pricing.ts'

const own = (id: string, price: number, available = true): OwnChoice => ({
  id,
  name: id[0]?.toUpperCase() + id.slice(1),
  price: naira(price),
  available,
})

const group = (id: string, role: OptionGroup['role'], choices: readonly OwnChoice[], more = {}): OptionGroup => ({
  id,
  label: id[0]?.toUpperCase() + id.slice(1),
  role,
  min: 0,
  max: 99,
  limit: 5,
  pricing: 'own',
  source: { choices },
  ...more,
})

const item = (price: number, groups: readonly OptionGroup[], more: Partial<Item> = {}): Item => ({
  id: 'margherita',
  category: 'pizza',
  name: 'Margherita',
  description: '',
  price: naira(price),
  isAvailable: true,
  takesNote: true,
  groups,
  ...more,
})

const pizza = item(5000, [
  group('size', 'size', [own('small', 7000), own('large', 12000)], { min: 1, max: 1, limit: 1 }),
  group('crust', 'variant', [own('classic', 0), own('thin', 500)], { min: 1, max: 1, limit: 1 }),
  group('toppings', 'topping', [own('cheese', 1000), own('olives', 600, false), own('beef', 1500)]),
  group('sauce', 'extra', [own('pepper', 0), own('barbecued', 0)], {
    min: 1,
    max: 1,
    limit: 1,
    missing: 'Please Select Sauce',
  }),
  group('sides', 'extra', [own('plantain', 1500), own('fries', 2000)], { max: 2, limit: 3, naming: 'Extra {name}' }),
])

const chosen = {
  size: { large: 1 },
  crust: { thin: 1 },
  toppings: { beef: 2, cheese: 1 },
  sauce: { pepper: 1 },
  sides: { plantain: 2 },
}

const price = (selection: Selection, quantity = 1, note = '') => Pricing.priceLine(pizza, {}, selection, quantity, note)

test('MENU-15 CART-3: three large thin pizzas with toppings and extra sides cost the sum calculated by hand', () => {
  // 12,000 + 500 + 1,000 + 2 x 1,500 = 16,500 a pizza; 2 x 1,500 = 3,000 beside each; 3 x 16,500 + 3 x 3,000
  expect(price(chosen, 3, 'Well done')).toEqual({
    ok: true,
    value: {
      itemId: 'margherita',
      name: 'Margherita (Large, Thin)',
      type: 'Large',
      price: 16500,
      quantity: 3,
      chefComment: 'Well done',
      totalPrice: 19500,
      itemTotal: 58500,
      extras: [
        { group: 'size', label: 'Size', role: 'size', id: 'large', name: 'Large', price: 12000, quantity: 1 },
        { group: 'crust', label: 'Crust', role: 'variant', id: 'thin', name: 'Thin', price: 500, quantity: 1 },
        {
          group: 'toppings',
          label: 'Toppings',
          role: 'topping',
          id: 'cheese',
          name: 'Cheese',
          price: 1000,
          quantity: 1,
        },
        { group: 'toppings', label: 'Toppings', role: 'topping', id: 'beef', name: 'Beef', price: 1500, quantity: 2 },
        { group: 'sauce', label: 'Sauce', role: 'extra', id: 'pepper', name: 'Pepper', price: 0, quantity: 1 },
        {
          group: 'sides',
          label: 'Sides',
          role: 'extra',
          id: 'plantain',
          name: 'Extra Plantain',
          price: 1500,
          quantity: 2,
        },
      ],
    },
  })
})

test('MENU-15: noodles cost the base plus each topping times its quantity', () => {
  const noodles = item(3500, [group('toppings', 'topping', [own('egg', 500), own('chicken', 1800)])])
  const priced = Pricing.priceLine(noodles, {}, { toppings: { egg: 2, chicken: 1 } }, 2)
  expect(priced).toMatchObject({ ok: true, value: { price: 6300, itemTotal: 12600, name: 'Margherita', type: '' } })
})

test('the type of a line is its size; without a size, its variant; without both, its sauce', () => {
  const grill = item(9000, [group('sauce', 'extra', [own('pepper', 0)]), group('cut', 'variant', [own('thigh', 0)])])
  expect(Pricing.priceLine(grill, {}, { sauce: { pepper: 1 } }, 1)).toMatchObject({ value: { type: 'Pepper' } })
  expect(Pricing.priceLine(grill, {}, { sauce: { pepper: 1 }, cut: { thigh: 1 } }, 1)).toMatchObject({
    value: { type: 'Thigh', name: 'Margherita (Thigh)' },
  })
})

describe('an invalid line is refused with the name of its field', () => {
  const { size: _, ...noSize } = chosen
  const { sauce: __, ...noSauce } = chosen
  test.each<[string, Selection, number, string, string, string | undefined]>([
    ['MENU-9: no sauce', noSauce, 1, '', 'choice-missing', 'sauce'],
    ['no size', noSize, 1, '', 'choice-missing', 'size'],
    ['two sizes', { ...chosen, size: { small: 1, large: 1 } }, 1, '', 'choice-too-many', 'size'],
    ['three different sides', { ...chosen, sides: { plantain: 1, fries: 4 } }, 1, '', 'choice-too-many', 'sides'],
    ['MENU-16: above the limit', { ...chosen, sides: { plantain: 4 } }, 1, '', 'choice-too-many', 'sides'],
    ['MENU-16: a choice with quantity 0', { ...chosen, toppings: { cheese: 0 } }, 1, '', 'choice-too-many', 'toppings'],
    ['a negative topping', { ...chosen, toppings: { cheese: -1 } }, 1, '', 'choice-too-many', 'toppings'],
    ['half a topping', { ...chosen, toppings: { cheese: 0.5 } }, 1, '', 'choice-too-many', 'toppings'],
    ['MENU-13: a sold-out topping', { ...chosen, toppings: { olives: 1 } }, 1, '', 'choice-unavailable', 'toppings'],
    ['an unknown choice', { ...chosen, toppings: { gold: 1 } }, 1, '', 'choice-unknown', 'toppings'],
    [
      'a name that every object inherits',
      { ...chosen, toppings: { constructor: 1 } },
      1,
      '',
      'choice-unknown',
      'toppings',
    ],
    ['an unknown group', { ...chosen, wine: { red: 1 } }, 1, '', 'choice-unknown', 'wine'],
    ['quantity 0', chosen, 0, '', 'invalid', 'quantity'],
    ['quantity -2', chosen, -2, '', 'invalid', 'quantity'],
    ['quantity 1.5', chosen, 1.5, '', 'invalid', 'quantity'],
    ['quantity 100', chosen, 100, '', 'invalid', 'quantity'],
    ['a quantity that is no number', chosen, Number.NaN, '', 'invalid', 'quantity'],
    ['a long note', chosen, 1, 'x'.repeat(281), 'invalid', 'chefComment'],
  ])('a line is refused with the field of its fault: %s', (_title, selection, quantity, note, code, field) => {
    expect(price(selection, quantity, note)).toMatchObject({ ok: false, problem: { code, field } })
  })

  test('MENU-4: a line with a sold-out dish is refused', () => {
    const out = { ...pizza, isAvailable: false }
    expect(Pricing.priceLine(out, {}, chosen, 1)).toMatchObject({ ok: false, problem: { code: 'item-unavailable' } })
  })

  test('MENU-8: a line with a note for a dish that takes no note is refused', () => {
    const pie = item(1200, [], { takesNote: false })
    expect(Pricing.priceLine(pie, {}, {}, 1, 'Hot')).toMatchObject({ ok: false, problem: { field: 'chefComment' } })
    expect(Pricing.priceLine(pie, {}, {}, 1).ok).toBe(true)
  })

  test("the message for a missing choice is that of its option group, or is made from the group's label", () => {
    expect(price(noSauce)).toMatchObject({ problem: { detail: 'Please Select Sauce' } })
    expect(price(noSize)).toMatchObject({ problem: { detail: 'Please choose size' } })
  })
})

test('CART-3: extras with price 0 or quantity 0 add nothing', () => {
  const extra = (price: number, quantity: number) => ({
    group: 'sides',
    label: 'Sides',
    role: 'extra' as const,
    id: 'x',
    name: 'X',
    price: naira(price),
    quantity,
  })
  expect(Pricing.lineTotal(naira(1000), [extra(0, 3), extra(500, 0), extra(200, 2)], 2)).toBe(2800)
})

test('MENU-15: the same choices in another sequence give the same line', () => {
  const turned = {
    sides: { plantain: 2 },
    sauce: { pepper: 1 },
    toppings: { cheese: 1, beef: 2 },
    crust: { thin: 1 },
    size: { large: 1 },
  }
  expect(price(turned, 3)).toEqual(price(chosen, 3))
})

test('CART-3: a line of quantity n costs as much as n lines of quantity one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 5 }), (quantity, beef) => {
      const selection = { ...chosen, toppings: { beef } }
      const one = price(selection, 1)
      const many = price(selection, quantity)
      expect(many.ok && many.value.itemTotal).toBe(one.ok && one.value.itemTotal * quantity)
    }),
  )
})

// The oracle computes prices by the formulas of the specification's section 9, from dishes as the specification
// describes them: sizes, variants with a price modifier, toppings, extras, and sides drawn from Extra Sides. The oracle
// shares no code with the code under test.

type Named = { id: string; price: number; quantity: number }
type Dish = {
  base: number
  sizes: Named[]
  chosenSize: Named | undefined
  variants: { options: Named[]; chosen: Named | undefined }[]
  toppings: Named[]
  ingredients: Named[]
  allSides: boolean
  freeSide: Named | undefined
  extraSides: Named[]
  quantity: number
}

function specifiedUnitPrice(dish: Dish): number {
  let price = dish.chosenSize ? dish.chosenSize.price : dish.base
  for (const { chosen } of dish.variants) if (chosen) price += chosen.price
  for (const topping of dish.toppings) price += topping.price * topping.quantity
  return price
}

function specifiedLineTotal(dish: Dish): number {
  let extras = 0
  for (const extra of [...dish.ingredients, ...dish.extraSides]) {
    if (extra.price > 0 && extra.quantity > 0) extras += extra.price * extra.quantity
  }
  return specifiedUnitPrice(dish) * dish.quantity + extras * dish.quantity
}

/** Returns the free sides: those up to 3000; all of them if the item has all sides, otherwise the first five. */
function specifiedFreeSides(sides: readonly Named[], all: boolean): Named[] {
  const candidates: Named[] = []
  for (const side of sides) if (side.price <= 3000) candidates.push(side)
  return all ? candidates : candidates.splice(0, 5)
}

test('MENU-12 MENU-15 CART-3 CART-6: 100,000 random lines in random carts cost what the specification says', () => {
  const seed = Number(process.env.PRICING_SEED ?? 0) || Math.trunc(Math.random() * 2 ** 31)
  const wanted = 100_000
  const random = generator(seed)
  const upTo = (most: number) => Math.trunc(random() * (most + 1))
  const priceUpTo = (most: number) => (random() < 0.1 ? 0 : upTo(most))
  const some = (prefix: string, most: number, price: number): Named[] =>
    Array.from({ length: upTo(most) }, (_, index) => ({
      id: `${prefix}-${index}`,
      price: priceUpTo(price),
      quantity: 0,
    }))
  const anyOf = (list: readonly Named[]) => list[upTo(list.length - 1)]
  const choose = (list: readonly Named[], limit: number): Named[] =>
    list.filter(() => random() < 0.5).map((one) => ({ ...one, quantity: 1 + upTo(limit - 1) }))

  let lines = 0
  let carts = 0
  let dearest = 0
  while (lines < wanted) {
    const sides = some('side', 9, 5000)
    const dishes = Array.from({ length: 1 + upTo(7) }, (): { dish: Dish; available: Dish } => {
      const allSides = random() < 0.5
      const sizes = some('size', 3, 20_000)
      const variants = Array.from({ length: upTo(2) }, () => {
        const options = some('variant', 3, 2000)
        return { options, chosen: anyOf(options) }
      })
      const available: Dish = {
        base: priceUpTo(30_000),
        sizes,
        chosenSize: anyOf(sizes),
        variants,
        toppings: some('topping', 4, 3000),
        ingredients: some('ingredient', 4, 2500),
        allSides,
        freeSide: anyOf(specifiedFreeSides(sides, allSides)),
        extraSides: allSides ? sides : sides.slice(0, 5),
        quantity: random() < 0.05 ? 99 : 1 + upTo(9),
      }
      const dish = {
        ...available,
        toppings: choose(available.toppings, 5),
        ingredients: choose(available.ingredients, 5),
        extraSides: choose(available.extraSides, 5),
      }
      return { dish, available }
    })
    const fee = priceUpTo(9000)
    const delivered = random() < 0.5

    const items = dishes.map(({ available }, index) => asItem(available, index))
    const quote = Quote.price(
      {
        items: dishes.map(({ dish }, index) => ({
          itemId: `dish-${index}`,
          selection: asSelection(dish),
          quantity: dish.quantity,
          chefComment: '',
        })),
        deliveryMethod: delivered ? 'delivery' : 'pick-up',
        deliveryAddress: '',
        locationId: '',
        contactPhone: '',
        payerName: '',
        customerName: '',
      },
      { username: 'ada', phone: '+2348031234567', address: '5 Idowu Street', location: 'vi' },
      {
        item: (id) => items.find((item) => item.id === id),
        sources: asSources(sides),
        taxes: [],
        location: (id) => (id === 'vi' ? { id, name: 'Victoria Island', fee: naira(fee) } : undefined),
      },
    )

    const expected = dishes.map(({ dish }) => ({
      price: specifiedUnitPrice(dish),
      total: specifiedLineTotal(dish),
    }))
    const subtotal = expected.reduce((sum, { total }) => sum + total, 0)
    const answer = quote.ok
      ? {
          lines: quote.value.items.map(({ price, itemTotal: total }) => ({ price, total })),
          subtotal: quote.value.subtotal,
          fee: quote.value.deliveryFee,
          total: quote.value.totalAmount,
        }
      : quote
    const due = delivered ? fee : 0
    const oracle = { lines: expected, subtotal, fee: due, total: subtotal + due }
    // The answers are compared as text first, because deep comparisons are slow.
    if (JSON.stringify(answer) !== JSON.stringify(oracle)) {
      expect(answer, `seed ${seed}, cart ${carts}`).toEqual(oracle)
    }
    lines += dishes.length
    carts += 1
    dearest = Math.max(dearest, subtotal + due)
  }
  console.log(`priced ${lines} lines in ${carts} carts, the dearest ₦${dearest}; PRICING_SEED=${seed}`)
  expect(lines).toBeGreaterThanOrEqual(wanted)
})

function asItem(dish: Dish, index: number): Item {
  const one = { max: 1, limit: 1 }
  const list = (named: readonly Named[]) => named.map(({ id, price }) => own(id, price))
  const first = dish.allSides ? {} : { first: 5 }
  return item(
    dish.base,
    [
      group('size', 'size', list(dish.sizes), { ...one, min: dish.sizes.length > 0 ? 1 : 0 }),
      ...dish.variants.map(({ options }, each) => group(`variant-${each}`, 'variant', list(options), one)),
      group('toppings', 'topping', list(dish.toppings)),
      group('ingredients', 'extra', list(dish.ingredients)),
      group('free-side', 'extra', [], {
        ...one,
        pricing: 'free',
        source: { category: 'extra-sides', priceAtMost: 3000 as Naira, ...first },
      }),
      group('extra-sides', 'extra', [], { source: { category: 'extra-sides', ...first } }),
    ],
    { id: `dish-${index}` },
  )
}

function asSelection(dish: Dish): Selection {
  const chosen = (list: readonly (Named | undefined)[]) =>
    Object.fromEntries(list.flatMap((one) => (one ? [[one.id, one.quantity || 1]] : [])))
  const selection = {
    size: chosen([dish.chosenSize]),
    ...Object.fromEntries(dish.variants.map(({ chosen: one }, each) => [`variant-${each}`, chosen([one])])),
    toppings: chosen(dish.toppings),
    ingredients: chosen(dish.ingredients),
    'free-side': chosen([dish.freeSide]),
    'extra-sides': chosen(dish.extraSides),
  }
  return selection
}

function asSources(sides: readonly Named[]): Sources {
  return { 'extra-sides': sides.map(({ id, price }) => ({ id, name: id, price: naira(price), isAvailable: true })) }
}

/** Returns random numbers by mulberry32 (Tommy Ettinger, public domain), the same on every platform for one seed. */
function generator(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
