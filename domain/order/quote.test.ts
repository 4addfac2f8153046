import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Item } from '../menu/menu.ts'
import { naira } from '../money/money.ts'
import * as Delivery from '../restaurant/delivery.ts'
import * as Quote from './quote.ts'

const rice: Item = {
  id: 'jollof',
  category: 'extra-sides',
  name: 'Jollof Rice',
  description: '',
  price: naira(2500),
  isAvailable: true,
  takesNote: true,
  groups: [],
}
const feast: Item = { ...rice, id: 'feast', name: 'Feast', price: naira(10_000_000) }
const out: Item = { ...rice, id: 'out', name: 'Ofada Rice', isAvailable: false }
const grill: Item = {
  ...rice,
  id: 'grill',
  name: 'Grilled Fish',
  groups: [
    {
      id: 'free-side',
      label: 'Free side',
      role: 'extra',
      min: 1,
      max: 1,
      limit: 1,
      pricing: 'free',
      missing: 'Please select your free side',
      source: { category: 'extra-sides' },
    },
  ],
}

const menu = [rice, feast, out, grill]
const places = [
  { id: 'vi', name: 'Victoria Island', fee: naira(1500) },
  { id: 'yaba', name: 'Yaba', fee: naira(4000) },
  { id: 'lekki', name: 'Lekki Phase 1', fee: naira(2500), minimum: naira(10_000), freeAbove: naira(20_000) },
]
const today = {
  item: (id: string) => menu.find((item) => item.id === id),
  sources: { 'extra-sides': [rice, out] },
  location: (id: string) => places.find((place) => place.id === id),
  taxes: [],
}

const ada = { username: 'Ada', phone: '+2348031234567', address: '5 Idowu Street', location: 'vi' }

const request = (more: Partial<Quote.QuoteRequest> = {}): Quote.QuoteRequest => ({
  items: [{ itemId: 'jollof', selection: {}, quantity: 2, chefComment: '' }],
  deliveryMethod: 'pick-up',
  deliveryAddress: '',
  locationId: '',
  contactPhone: '',
  payerName: '',
  customerName: '',
  ...more,
})
const lineOf = (itemId: string, quantity = 1, selection = {}) => ({ itemId, selection, quantity, chefComment: '' })

const price = (more: Partial<Quote.QuoteRequest> = {}, profile = ada) => Quote.price(request(more), profile, today)
const accepted = (more: Partial<Quote.QuoteRequest> = {}, profile = ada) => {
  const result = price(more, profile)
  if (!result.ok) throw new Error(result.problem.detail)
  return result.value
}

test('CART-5: a pick-up quote has no fee and no address, even with an address in the request', () => {
  expect(accepted({ deliveryAddress: '1 Marina', locationId: 'yaba' })).toMatchObject({
    deliveryMethod: 'pick-up',
    deliveryFee: 0,
    deliveryAddress: null,
    deliveryLocation: null,
    subtotal: 5000,
    totalAmount: 5000,
  })
})

test('CART-6 PAY-7: a delivery goes by default to the profile’s address, for the fee of the profile’s location', () => {
  expect(accepted({ deliveryMethod: 'delivery' })).toMatchObject({
    deliveryAddress: '5 Idowu Street',
    deliveryLocation: 'Victoria Island',
    deliveryFee: 1500,
    totalAmount: 6500,
  })
})

test('CART-6: a delivery to another address costs the fee of the chosen location', () => {
  expect(
    accepted({ deliveryMethod: 'delivery', deliveryAddress: '1 Herbert Macaulay', locationId: 'yaba' }),
  ).toMatchObject({
    deliveryAddress: '1 Herbert Macaulay',
    deliveryLocation: 'Yaba',
    deliveryFee: 4000,
    totalAmount: 9000,
  })
})

test("CART-6: a delivery to another address without a location costs the fee of the profile's location", () => {
  for (const address of ['5 Idowu Street', '']) {
    const delivered = accepted({ deliveryMethod: 'delivery', deliveryAddress: '9 Akin Adesola' }, { ...ada, address })
    expect(delivered).toMatchObject({ deliveryAddress: '9 Akin Adesola', deliveryFee: 1500 })
  }
})

describe('OWNER-4: a place has a minimum order and a subtotal above which delivery is free', () => {
  const toLekki = (quantity: number) =>
    price({
      deliveryMethod: 'delivery',
      deliveryAddress: '1 Admiralty Way',
      locationId: 'lekki',
      items: [lineOf('jollof', quantity)],
    })

  test.each([
    [4, 2500],
    [7, 2500],
    [8, 0],
  ])('delivering %i dishes for ₦2,500 each costs ₦%i', (quantity, fee) => {
    const total = quantity * 2500 + fee
    expect(toLekki(quantity)).toMatchObject({ ok: true, value: { deliveryFee: fee, totalAmount: total } })
  })

  test('dishes below the minimum order are refused for delivery and accepted for pick-up', () => {
    const problem = {
      code: 'below-minimum',
      detail: 'Lekki Phase 1 delivers from ₦10,000: ₦2,500 more.',
      field: 'locationId',
    }
    expect(toLekki(3)).toEqual({ ok: false, problem })
    expect(accepted({ locationId: 'lekki', items: [lineOf('jollof', 3)] }).deliveryFee).toBe(0)
  })

  test("the total for any place and dishes is the subtotal plus the place's fee, or the subtotal alone", () => {
    const amount = fc.integer({ min: 1, max: 60_000 }).map(naira)
    const anyTerms = fc.record({ fee: amount, minimum: amount, freeAbove: amount }, { requiredKeys: ['fee'] })
    fc.assert(
      fc.property(anyTerms, fc.integer({ min: 1, max: 20 }), (terms, quantity) => {
        const place: Delivery.Location = { id: 'vi', name: 'Victoria Island', ...terms }
        const lines = [lineOf('jollof', quantity)]
        const asked = request({ deliveryMethod: 'delivery', items: lines })
        const result = Quote.price(asked, ada, { ...today, location: () => place })
        const subtotal = quantity * 2500
        const isSmall = place.minimum !== undefined && subtotal < place.minimum
        const isFree = place.freeAbove !== undefined && subtotal >= place.freeAbove
        expect(result.ok).toBe(!isSmall)
        if (result.ok) {
          expect(result.value).toMatchObject({ subtotal, deliveryFee: isFree ? 0 : place.fee })
          expect(result.value.totalAmount).toBe(subtotal + result.value.deliveryFee)
        }
        // The terms that the customer reads before the quote agree with the fee.
        const said = Delivery.terms(place, naira(subtotal))
        if (isSmall) expect(said).toContain(' delivers from ')
        else if (place.freeAbove !== undefined && !isFree) expect(said).toContain('Free delivery above ')
        else expect(said).toBeUndefined()
      }),
    )
  })
})

describe('CART-10: a request without required details is refused with the specified sentence', () => {
  test.each([
    ['no username', {}, { username: '' }, 'profile-incomplete', Quote.incompleteProfile],
    ['no phone', {}, { phone: '' }, 'profile-incomplete', Quote.incompleteProfile],
    ['no address', { deliveryMethod: 'delivery' }, { address: '' }, 'profile-incomplete', Quote.noDefaultAddress],
    ['only a location', { deliveryMethod: 'delivery', locationId: 'yaba' }, {}, 'invalid', Quote.noAddress],
    [
      'an unknown location',
      { deliveryMethod: 'delivery', deliveryAddress: 'x', locationId: 'kano' },
      {},
      'location-unknown',
      undefined,
    ],
    ['no location in the profile', { deliveryMethod: 'delivery' }, { location: '' }, 'location-unknown', undefined],
    ['an empty cart', { items: [] }, {}, 'cart-empty', 'Your cart is empty!'],
  ] as const)(
    'a request with %s is refused in the words of the specification',
    (_what, asked, profile, code, detail) => {
      expect(price(asked, { ...ada, ...profile })).toMatchObject({
        ok: false,
        problem: detail ? { code, detail } : { code },
      })
    },
  )

  test('the sentences of refusals are those of the specification', () => {
    expect(Quote.incompleteProfile).toBe('Please complete your profile details before proceeding.')
    expect(Quote.noDefaultAddress).toBe('Please add a default address to your profile or choose a different address.')
    expect(Quote.noAddress).toBe('Please enter the delivery address.')
  })
})

describe('CART-11: an invalid line is refused with its position in the cart', () => {
  test.each([
    ['a removed dish', [lineOf('jollof'), lineOf('egusi')], 'item-gone', 'items.1', /left the menu/],
    [
      'MENU-4: a sold-out dish',
      [lineOf('out')],
      'item-unavailable',
      'items.0',
      /^Ofada Rice is not available right now/,
    ],
    ['a quantity of 0', [lineOf('jollof', 0)], 'invalid', 'items.0.quantity', /^Jollof Rice: /],
    [
      'a choice that the dish no longer has',
      [lineOf('jollof', 1, { wine: { red: 1 } })],
      'choice-unknown',
      'items.0.wine',
      /^Jollof Rice no longer comes with that choice/,
    ],
    [
      'MENU-9: a missing side',
      [lineOf('grill')],
      'choice-missing',
      'items.0.free-side',
      /Please select your free side$/,
    ],
    [
      'MENU-13: a sold-out side',
      [lineOf('grill', 1, { 'free-side': { out: 1 } })],
      'choice-unavailable',
      'items.0.free-side',
      /^Grilled Fish: Ofada Rice is not available/,
    ],
  ] as const)(
    'a cart is refused with the position of the line with the fault: %s',
    (_what, lines, code, field, detail) => {
      expect(price({ items: lines })).toMatchObject({
        ok: false,
        problem: { code, field, detail: expect.stringMatching(detail) },
      })
    },
  )

  test('a cart of 61 lines is refused', () => {
    expect(price({ items: Array.from({ length: 61 }, () => lineOf('jollof')) })).toMatchObject({
      problem: { code: 'cart-too-large' },
    })
  })

  test('a total above the highest amount that a payment can record is refused', () => {
    expect(price({ items: [lineOf('feast', 99)] })).toMatchObject({ ok: true, value: { totalAmount: 990_000_000 } })
    expect(price({ items: [lineOf('feast', 99), lineOf('feast', 2)] })).toMatchObject({
      problem: { code: 'cart-too-large' },
    })
  })
})

test('PAY-7 ORDER-7: names, phones and payer of a quote default to the profile', () => {
  expect(accepted()).toMatchObject({
    customerName: 'Ada',
    customerPhone: '+2348031234567',
    contactPhone: '+2348031234567',
    useDifferentPhone: false,
    differentPayer: false,
    payerName: 'Ada',
    paymentReference: 'Ada',
  })
})

test('PAY-7: the contact phone and the payer’s name are free text', () => {
  expect(accepted({ contactPhone: 'ask at gate 3', payerName: 'Mummy', customerName: 'Tolu' })).toMatchObject({
    customerName: 'Tolu',
    contactPhone: 'ask at gate 3',
    useDifferentPhone: true,
    differentPayer: true,
    payerName: 'Mummy',
    paymentReference: 'Ada',
  })
})

test("PAY-7: the customer's own phone in another notation is not a different phone", () => {
  // PEOPLE-1: notations of one phone: with a leading 0, without the plus, with plus and a 0, with neither country code
  // nor 0.
  for (const contactPhone of ['0803 123 4567', '2348031234567', '+234 (0) 803 123 4567', '8031234567']) {
    expect(accepted({ contactPhone })).toMatchObject({ contactPhone: '+2348031234567', useDifferentPhone: false })
  }
  const more = 'Ask for Ada, 0803 123 4567'
  expect(accepted({ contactPhone: more })).toMatchObject({ contactPhone: more, useDifferentPhone: true })
})

describe('PAY-8: the key of a request', () => {
  const key = (more: Partial<Quote.QuoteRequest> = {}, profile = ada) => Quote.requestKey(request(more), profile)
  const selected = (selection: Quote.QuoteRequest['items'][number]['selection']) => ({
    items: [{ ...lineOf('grill'), selection }],
  })

  test('two requests that differ only in the sequence of their choices have the same key', () => {
    expect(key(selected({ a: { x: 1, y: 2 }, b: { z: 1 } }))).toBe(key(selected({ b: { z: 1 }, a: { y: 2, x: 1 } })))
    const { items: lines, ...rest } = request()
    expect(Quote.requestKey({ ...rest, items: lines }, ada)).toBe(key())
  })

  test.each<[string, string]>([
    ['a quantity', key({ items: [lineOf('jollof', 3)] })],
    ['a dish', key({ items: [lineOf('feast', 2)] })],
    ['a choice', key(selected({ a: { x: 1 } }))],
    ['a note', key({ items: [{ ...lineOf('jollof', 2), chefComment: 'Hot' }] })],
    ['the delivery method', key({ deliveryMethod: 'delivery' })],
    ['the address', key({ deliveryAddress: '1 Marina' })],
    ['the payer', key({ payerName: 'Mummy' })],
    ['the contact', key({ contactPhone: '0803' })],
    ['the address in the profile', key({}, { ...ada, address: '2 Broad Street' })],
    ['the location in the profile', key({}, { ...ada, location: 'yaba' })],
    ['the phone in the profile', key({}, { ...ada, phone: '+2348039999999' })],
  ])('two requests that differ in %s have different keys', (_what, other) => {
    expect(other).not.toBe(key())
  })
})

test('ORDER-7: an order id has nine unambiguous characters, each equally likely', () => {
  const counts = new Map<string, number>()
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      fc.pre(bytes.filter((byte) => byte < 253).length >= 9)
      expect(Quote.orderId(bytes)).toMatch(/^[34679ACDEFGHJKMNPQRTWXY]{9}$/)
    }),
  )
  for (let byte = 0; byte < 253; byte++) {
    const sign = Quote.orderId(new Uint8Array(9).fill(byte))[0] ?? ''
    counts.set(sign, (counts.get(sign) ?? 0) + 1)
  }
  expect(counts.size).toBe(Quote.orderIdAlphabet.length)
  expect(new Set(counts.values())).toEqual(new Set([11]))
  expect(() => Quote.orderId(new Uint8Array(32).fill(255))).toThrow(RangeError)
})

test('ORDER-3: the order code is the last six characters of the id, and the narration is the code and the username', () => {
  expect(Quote.orderCode('7Q4M2KX9A')).toBe('M2KX9A')
  expect(Quote.narration('7Q4M2KX9A', 'Ada')).toBe('M2KX9A Ada')
})

test('CART-6: the total of a quote is the sum of its lines and the fee', () => {
  const lines = fc.array(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(lines, fc.boolean(), (quantities, delivered) => {
      const priced = accepted({
        items: quantities.map((quantity) => lineOf('jollof', quantity)),
        deliveryMethod: delivered ? 'delivery' : 'pick-up',
      })
      const portions = quantities.reduce((sum, quantity) => sum + quantity, 0)
      expect(priced.totalAmount).toBe(portions * 2500 + (delivered ? 1500 : 0))
    }),
  )
})
