import { expect, test } from 'vitest'
import { asFormerNames, withFormerNames, withTodaysNames } from './last-release.ts'

const chosen = { itemId: 'rice', selection: { sides: { slaw: 2 } }, quantity: 1 }
const request = {
  today: { items: [{ ...chosen, chefComment: 'no pepper' }], deliveryMethod: 'delivery', locationId: 'yaba' },
  former: { lines: [{ ...chosen, note: 'no pepper' }], deliveryMethod: 'delivery', locationId: 'yaba' },
}

const dish = { itemId: 'rice', name: 'Rice', type: '', quantity: 2 }
const slaw = { id: 'slaw', price: 100 }
const priced = {
  today: { ...dish, price: 500, extras: [slaw], chefComment: '', itemTotal: 1200 },
  former: { ...dish, unitPrice: 500, choices: [slaw], note: '', total: 1200 },
}
const facts = { deliveryMethod: 'pick-up', awaitingSubstitution: false, deliveryFee: 0 }
const order = {
  today: { ...facts, orderId: 'AAAAAAAAA', items: [priced.today], totalAmount: 1200 },
  former: { ...facts, id: 'AAAAAAAAA', lines: [priced.former], total: 1200 },
}

const both = [
  ['a request for a quote', request],
  ['an order', order],
  ['a list of orders', { today: { orders: [order.today] }, former: { orders: [order.former] } }],
  [
    'a substitution',
    {
      today: { answer: 'replace', line: 0, ...chosen, chefComment: 'hot' },
      former: { answer: 'replace', line: 0, ...chosen, note: 'hot' },
    },
  ],
  [
    'a dish of the menu',
    {
      today: { items: [{ id: 'rice', name: 'Rice', price: 500, isAvailable: true, version: 1 }] },
      former: { items: [{ id: 'rice', name: 'Rice', price: 500, available: true, version: 1 }] },
    },
  ],
  [
    'a change of a dish',
    { today: { isAvailable: false, until: 'opening' }, former: { available: false, until: 'opening' } },
  ],
  [
    'an account',
    {
      today: { user: { id: 'ada', username: 'Ada', phone: '', address: '1 Road', location: 'yaba' } },
      former: { user: { id: 'ada', username: 'Ada', phone: '', address: '1 Road', locationId: 'yaba' } },
    },
  ],
  [
    'a change of a profile',
    {
      today: { location: 'yaba', was: { location: 'vi' }, account: 'ada', key: 'one' },
      former: { locationId: 'yaba', was: { locationId: 'vi' }, account: 'ada', key: 'one' },
    },
  ],
  [
    'a delivery',
    {
      today: { callPhone: '0803', orderId: 'A', items: [dish], deliveryAddress: '1 Road', deliveryLocation: 'Yaba' },
      former: { callPhone: '0803', id: 'A', lines: [dish], address: '1 Road', location: 'Yaba' },
    },
  ],
] as const

test.each(both)('RUN-5: the browser sends %s with the field names of the last release only', (_, { today, former }) => {
  expect(asFormerNames(today)).toEqual(former)
})

test.each(both)(
  'RUN-5: the browser gets %s with today’s field names, whether this or the last release wrote the answer',
  (_, { today, former }) => {
    for (const written of [today, former, withFormerNames(today), withFormerNames(former)]) {
      expect(withTodaysNames(written)).toEqual(today)
    }
  },
)

test.each(both)(
  'RUN-5: the server answers with %s whose renamed fields have both their former and their new names',
  (_, { today, former }) => {
    const answered = withFormerNames(today)
    expect(answered).toMatchObject(today)
    expect(asFormerNames(answered)).toEqual(former)
  },
)

test.each([
  ['a statement', { place: 'bank', lines: [{ narration: 'ADA', amount: 500, sender: 'ADA OBI' }] }],
  ['a menu', { categories: [{ id: 'grills', items: [{ id: 'rice', name: 'Rice', price: 500, available: true }] }] }],
  ['a place', { id: 'yaba', name: 'Yaba', fee: 4000 }],
  ['nothing', null],
])('RUN-5: the renaming for the last release leaves %s unchanged', (_, value) => {
  for (const change of [asFormerNames, withFormerNames, withTodaysNames]) expect(change(value)).toEqual(value)
})
