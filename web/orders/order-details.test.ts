import { expect, test } from 'vitest'
import type { LocationList } from '#contract/menu/menu.ts'
import { quoteRequest as schema } from '#contract/order/quotes.ts'
import type { User } from '#contract/session.ts'
import { naira } from '#domain/money/money.ts'
import * as Delivery from '#domain/restaurant/delivery.ts'
import { withPosition } from '#domain/restaurant/pin.ts'
import { choosePickUp, detailsStore, type OrderDetails } from '#web/data/storage/details-store.ts'
import { destination, missing, numberless, placeOf, quoteRequest } from './order-details.ts'

const user: User = {
  id: 'u1',
  role: 'customer',
  username: 'Ada',
  phone: '+2348031234567',
  address: '5 Bourdillon Road',
  location: 'ikoyi',
}
const locations: LocationList = [
  { id: 'ikoyi', name: 'Ikoyi', fee: naira(2000) },
  { id: 'lekki', name: 'Lekki', fee: naira(3500) },
]

const feeOf = (details: OrderDetails, user: User | undefined, list: LocationList | undefined) =>
  Delivery.fee(details.deliveryMethod, placeOf(details, user, list), naira(5000))

function details(change: Partial<OrderDetails> = {}): OrderDetails {
  return { ...detailsStore.initial, ...change }
}

test('CART-5: pick-up is the default, has no fee, and clears a typed address', () => {
  expect(details().deliveryMethod).toBe('pick-up')
  expect(feeOf(details(), user, locations)).toBe(0)
  const typed = details({
    deliveryMethod: 'delivery',
    differentAddress: true,
    deliveryAddress: '1 Other Street',
    locationId: 'lekki',
    deliveryFee: 3500,
    differentPayer: true,
    payerName: 'Ngozi',
  })
  expect(choosePickUp(typed)).toEqual(details({ differentPayer: true, payerName: 'Ngozi' }))
})

test("CART-6: the fee of a delivery belongs to the customer's own location, or to the location chosen for another address", () => {
  const delivery = details({ deliveryMethod: 'delivery' })
  expect(feeOf(delivery, user, locations)).toBe(2000)
  expect(feeOf({ ...delivery, differentAddress: true, locationId: 'lekki' }, user, locations)).toBe(3500)
  expect(feeOf({ ...delivery, differentAddress: true }, user, locations)).toBeUndefined()
})

test('CART-6: an unknown fee is undefined, not zero', () => {
  const delivery = details({ deliveryMethod: 'delivery' })
  expect(feeOf(delivery, undefined, locations)).toBeUndefined()
  expect(feeOf(delivery, user, undefined)).toBeUndefined()
  expect(feeOf(delivery, { ...user, location: 'gone' }, locations)).toBeUndefined()
})

test('SAFE-7: a different address starts without a location, even if the profile has one', () => {
  expect(destination(details({ deliveryMethod: 'delivery', differentAddress: true }), user)).toBe('')
})

test('a location chosen before signing in stays chosen, unless the customer then chooses the profile’s address', () => {
  const chosen = details({ deliveryMethod: 'delivery', locationId: 'lekki', differentAddress: true })
  expect(destination(chosen, undefined)).toBe('lekki')
  expect(destination(chosen, user)).toBe('lekki')
  expect(destination({ ...chosen, differentAddress: false }, user)).toBe('ikoyi')
})

test.each([
  ['no phone', {}, { phone: '' }, undefined, 'Please complete your profile details before proceeding.'],
  [
    'no default address',
    { deliveryMethod: 'delivery' },
    { address: '' },
    'deliveryAddress',
    'Please add a default address to your profile or choose a different address.',
  ],
  [
    'an empty different address',
    { deliveryMethod: 'delivery', differentAddress: true, deliveryAddress: '  ', locationId: 'lekki' },
    {},
    'deliveryAddress',
    'Please enter the delivery address.',
  ],
  [
    'another address without a location of its own',
    { deliveryMethod: 'delivery', differentAddress: true, deliveryAddress: '1 Other Street' },
    {},
    'locationId',
    'Please choose a location.',
  ],
] as const)('CART-10: an order with %s is reported before paying', (_, change, profile, field, detail) => {
  expect(missing(details(change), { ...user, ...profile }, undefined, naira(5000))).toEqual([
    field === undefined ? { detail } : { detail, field },
  ])
})

test('CART-10: a pick-up order needs no address, and a delivery with the address and location of the profile is complete', () => {
  expect(missing(details(), { ...user, address: '' }, undefined, naira(5000))).toEqual([])
  expect(missing(details({ deliveryMethod: 'delivery' }), user, undefined, naira(5000))).toEqual([])
})

test('CART-10: a missing address and a missing location are reported together', () => {
  const both = [
    { field: 'deliveryAddress', detail: 'Please enter the delivery address.' },
    { field: 'locationId', detail: 'Please choose a location.' },
  ]
  const delivery = details({ deliveryMethod: 'delivery' })
  const guest: User = { ...user, address: '', location: '', guest: true }
  for (const who of [undefined, guest]) expect(missing(delivery, who, undefined, naira(5000))).toEqual(both)
  expect(missing({ ...delivery, differentAddress: true }, user, undefined, naira(5000))).toEqual(both)
})

test('OWNER-4: an order below the minimum of its location is reported at the field of the location, for any address', () => {
  const place = { id: 'lekki', name: 'Lekki', fee: naira(3500), minimum: naira(10_000) }
  const problems = [{ field: 'locationId', detail: 'Lekki delivers from ₦10,000: ₦1 more.' }]
  const delivery = details({ deliveryMethod: 'delivery' })
  const elsewhere = { ...delivery, differentAddress: true, deliveryAddress: '1 Other Street', locationId: 'lekki' }
  expect(missing(delivery, user, place, naira(9999))).toEqual(problems)
  expect(missing(elsewhere, undefined, place, naira(9999))).toEqual(problems)
  expect(missing(elsewhere, undefined, place, naira(10_000))).toEqual([])
})

test('CART-11: the request for a quote contains choices but no price', () => {
  const cart = {
    items: [
      {
        id: 'l1',
        itemId: 'half-chicken',
        category: 'grills',
        selection: { sauce: { pepper: 1 } },
        quantity: 2,
        chefComment: 'Hot',
        picture: 'half-chicken',
        seen: {
          itemId: 'half-chicken',
          name: 'Half Chicken',
          type: '',
          price: naira(7500),
          totalPrice: naira(7500),
          quantity: 2,
          extras: [],
          chefComment: 'Hot',
          itemTotal: naira(15000),
        },
      },
    ],
  }
  expect(quoteRequest(cart, details({ deliveryFee: 1, finalTotal: 2 }))).toEqual({
    items: [{ itemId: 'half-chicken', selection: { sauce: { pepper: 1 } }, quantity: 2, chefComment: 'Hot' }],
    deliveryMethod: 'pick-up',
    deliveryAddress: '',
    locationId: '',
    contactPhone: '',
    payerName: '',
    customerName: '',
  })
})

test('PAY-7: details typed for an option that is not chosen are left out of the order, and other details are sent trimmed', () => {
  const typed = {
    deliveryAddress: ' 1 Other Street ',
    locationId: 'lekki',
    contactPhone: ' my sister, 0803 ',
    payerName: ' Ngozi & sons ',
  }
  expect(quoteRequest({ items: [] }, details({ deliveryMethod: 'delivery', ...typed }))).toMatchObject({
    deliveryAddress: '',
    locationId: '',
    contactPhone: '',
    payerName: '',
  })
  const chosen = { differentAddress: true, differentPhone: true, differentPayer: true }
  expect(quoteRequest({ items: [] }, details({ deliveryMethod: 'delivery', ...typed, ...chosen }))).toMatchObject({
    deliveryAddress: '1 Other Street',
    locationId: 'lekki',
    contactPhone: 'my sister, 0803',
    payerName: 'Ngozi & sons',
  })
})

test('PAY-7: a sentence about a contact without a phone number names the number that would be called instead', () => {
  expect(numberless('0806-77-oops', user)).toBe('No phone number yet. We would call 0803\u00a0123\u00a04567.')
  expect(numberless('my sister', undefined)).toBe('No phone number yet.')
  expect(numberless('my sister, 0805 555 0199', user)).toBeUndefined()
  expect(numberless(' ', user)).toBeUndefined()
})

test('PEOPLE-2: the gate note is sent with the delivery address, even if that is the profile’s address', () => {
  const gate = { deliveryMethod: 'delivery', gateNote: ' Black gate ' } as const
  expect(quoteRequest({ items: [] }, details(gate), user)).toMatchObject({
    deliveryAddress: `${user.address}. Black gate`,
    locationId: user.location,
  })
  const elsewhere = { differentAddress: true, deliveryAddress: '1 Other Street', locationId: 'lekki' }
  expect(quoteRequest({ items: [] }, details({ ...gate, ...elsewhere }), user)).toMatchObject({
    deliveryAddress: '1 Other Street. Black gate',
    locationId: 'lekki',
  })
  expect(quoteRequest({ items: [] }, details({ gateNote: 'Black gate' }), user).deliveryAddress).toBe('')
})

test('PEOPLE-2: an address and a gate note that fill their fields, with a pin added, are accepted together', () => {
  const deliveryAddress = withPosition('x'.repeat(300), { latitude: 6.45, longitude: 3.42 })
  const full = { differentAddress: true, deliveryAddress, gateNote: 'y'.repeat(100) }
  const request = quoteRequest({ items: [] }, details({ deliveryMethod: 'delivery', ...full }))
  expect(schema.safeParse(request).error).toBeUndefined()
})
