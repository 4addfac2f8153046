import { expect, test } from 'vitest'
import type { Item, OptionGroup, Selection, Sources } from '../menu/menu.ts'
import * as Pricing from '../menu/pricing.ts'
import { naira } from '../money/money.ts'
import * as Cart from './cart.ts'
import { reorder } from './reorder.ts'

const group = { role: 'extra', min: 0, max: 1, limit: 1, pricing: 'own' } as const

const croaker = {
  id: 'croaker',
  category: 'grills',
  name: 'Grilled Croaker',
  description: '',
  price: naira(9500),
  isAvailable: true,
  takesNote: true,
  picture: { name: 'croaker-1' },
  groups: [
    {
      ...group,
      id: 'side',
      label: 'Free side',
      min: 1,
      missing: 'Please select your free side',
      source: { category: 'extra-sides' },
    },
    {
      ...group,
      id: 'sauce',
      label: 'Sauce',
      source: { choices: [{ id: 'pepper', name: 'Pepper Sauce', price: naira(0) }] },
    },
    {
      ...group,
      id: 'sides',
      label: 'Extra sides',
      max: 9,
      limit: 4,
      source: {
        choices: [
          { id: 'plantain', name: 'Plantain', price: naira(1500) },
          { id: 'jollof', name: 'Jollof', price: naira(2500) },
        ],
      },
    },
    {
      ...group,
      id: 'rub',
      label: 'Rub',
      role: 'topping',
      source: { choices: [{ id: 'suya', name: 'Suya rub', price: naira(700) }] },
    },
  ],
} as const satisfies Item & { picture: { name: string } }

const side = { id: 'slaw', name: 'Coleslaw', price: naira(0), isAvailable: true }
const sources = { 'extra-sides': [side, { ...side, id: 'yam', name: 'Yam Fries' }] }
const asOrdered = { side: { slaw: 1 }, sauce: { pepper: 1 }, sides: { plantain: 2, jollof: 1 }, rub: { suya: 1 } }

function ordered(selection: Selection = asOrdered, quantity = 2, note = 'Crisp', item: Item = croaker) {
  const priced = Pricing.priceLine(item, sources, selection, quantity, note)
  if (!priced.ok) throw new Error(priced.problem.detail)
  return priced.value
}

const again = (past: readonly Pricing.PricedLine[], item: typeof croaker | Item = croaker, today: Sources = sources) =>
  reorder(past, { items: [{ ...item, picture: { name: 'croaker-1' } }], sources: today }, () => 'new')

const withGroup = (id: string, change: Partial<OptionGroup>): Item => ({
  ...croaker,
  groups: croaker.groups.map((group) => (group.id === id ? { ...group, ...change } : group)),
})

test('reorder returns the same lines and no messages if the menu is unchanged', () => {
  const past = ordered()
  expect(again([past])).toEqual({
    lines: [
      {
        id: 'new',
        itemId: 'croaker',
        category: 'grills',
        selection: asOrdered,
        quantity: 2,
        chefComment: 'Crisp',
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
    'a sold-out dish',
    { ...croaker, isAvailable: false },
    sources,
    { why: 'Grilled Croaker is not available right now.' },
  ],
  [
    'a sold-out required side',
    croaker,
    { 'extra-sides': [{ ...side, isAvailable: false }] },
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
    'a new required group',
    withGroup('rub', { id: 'heat', min: 1, missing: 'How hot?' }),
    sources,
    { why: 'Grilled Croaker: How hot?', category: 'grills' },
  ],
  [
    'more of a side than its limit',
    withGroup('sides', { limit: 1 }),
    sources,
    { why: 'Grilled Croaker: Choose Plantain once only.', category: 'grills' },
  ],
])('reorder with %s leaves the dish out with a message', (_what, item, today, missing) => {
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
    'a sold-out extra',
    withoutPlantain,
    'Grilled Croaker comes without Plantain: not available right now.',
    { ...asOrdered, sides: { jollof: 1 } },
  ],
  [
    'two removed extras',
    withGroup('sides', { source: { choices: [] } }),
    'Grilled Croaker comes without Plantain and Jollof: not available right now.',
    { side: { slaw: 1 }, sauce: { pepper: 1 }, rub: { suya: 1 } },
  ],
  [
    'a topping of a removed group',
    { ...croaker, groups: croaker.groups.filter(({ id }) => id !== 'rub') },
    'Grilled Croaker comes without Suya rub: not available right now.',
    { side: { slaw: 1 }, sauce: { pepper: 1 }, sides: { plantain: 2, jollof: 1 } },
  ],
])('reorder leaves %s out with a message and reports no price change', (_what, item, why, selection) => {
  const { lines, missing, repriced } = again([ordered()], item)
  expect(lines).toMatchObject([{ selection, seen: ordered(selection) }])
  expect(missing).toEqual([{ name: 'Grilled Croaker', why }])
  expect(repriced).toBe(false)
})

test.each<[string, Item]>([
  ['the dish', { ...croaker, price: naira(9900) }],
  ['an extra', withGroup('sides', { pricing: naira(1800) })],
  ['a topping', withGroup('rub', { pricing: 'free' })],
])("reorder uses today's price of %s", (_what, item) => {
  const { lines, repriced } = again([ordered()], item)
  expect(lines).toMatchObject([{ seen: ordered(asOrdered, 2, 'Crisp', item) }])
  expect(repriced).toBe(true)
})

test('reorder leaves out a note that the dish no longer takes, with a message', () => {
  const { lines, missing } = again([ordered()], { ...croaker, takesNote: false })
  expect(lines).toMatchObject([{ chefComment: '', seen: { chefComment: '' } }])
  expect(missing).toEqual([{ name: 'Grilled Croaker', why: 'Grilled Croaker takes no note for the chef any more.' }])
})

test('reorder reports the same message for two lines once', () => {
  const past = [ordered(), ordered({ side: { yam: 1 } })]
  expect(again(past, { ...croaker, isAvailable: false }).missing).toHaveLength(1)
})

test('CART-2: a reordered line is merged with an equal line in the cart', () => {
  const { lines } = again([ordered()])
  const cart = [...lines.map((line) => ({ ...line, id: 'existing' })), ...lines].reduce(Cart.add, Cart.empty)
  expect(cart.items).toMatchObject([{ id: 'existing', quantity: 4 }])
})
