import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Quote } from '#contract/order/quotes.ts'
import * as Domain from '#domain/order/quote.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cartOf, halfChicken, openTestRestaurant } from '#tests/support/restaurant.ts'
import { quotes, users } from '../db/schema.ts'

const restaurant = await openTestRestaurant(await freshDatabase())

describe('permissions', () => {
  test('PAY-4: requesting a quote without a session returns 401 with the specified sentence', async () => {
    expect(await restaurant.quote(undefined, cartOf('jollof'))).toMatchObject({
      status: 401,
      body: { code: 'not-signed-in', detail: 'User not authenticated' },
    })
    expect(await restaurant.call(undefined, 'GET', '/api/quotes/AAAAAAAAA')).toMatchObject({ status: 401 })
  })

  test('requesting a quote for an account that is deleted concurrently returns 401', async () => {
    const ada = await restaurant.customer()
    const answer = await restaurant.whileDeleted(ada, () => restaurant.quote(ada, cartOf('jollof')))
    expect(answer).toMatchObject({ status: 401, body: { code: 'not-signed-in' } })
  })

  test('a quote is visible to its owner only; other customers and staff get 404', async () => {
    const ada = await restaurant.customer()
    const { body: quote } = await restaurant.quote(ada, cartOf('jollof'))
    for (const other of [await restaurant.customer(), restaurant.owner, restaurant.kitchen]) {
      expect(await restaurant.call(other, 'GET', `/api/quotes/${quote.id}`)).toMatchObject({
        status: 404,
        body: { code: 'not-found' },
      })
    }
    expect((await restaurant.call<Quote>(ada, 'GET', `/api/quotes/${quote.id}`)).body).toEqual(quote)
  })

  test('a quote id in an invalid form is refused with its field', async () => {
    const ada = await restaurant.customer()
    expect(await restaurant.call(ada, 'GET', '/api/quotes/x')).toMatchObject({ status: 422, body: { field: 'id' } })
  })
})

test('CART-3 CART-6 PAY-3 ORDER-7: a quote has the expected prices and an id, and expires after an hour', async () => {
  const ada = await restaurant.customer()
  const before = Date.now()
  const pizza = {
    itemId: 'margherita',
    selection: { size: { large: 1 }, toppings: { beef: 2 } },
    quantity: 1,
    chefComment: '',
  }
  const { status, body } = await restaurant.quote(ada, { items: [halfChicken, pizza], deliveryMethod: 'delivery' })
  const after = Date.now()

  expect(status).toBe(201)
  // The lines cost 2 × 9,500 + 2 × (2 × 1,500) = 25,000 and 12,000 + 2 × 1,500 = 15,000; the delivery costs 1,500.
  expect(body.items.map(({ name, price, itemTotal: total }) => ({ name, price, total }))).toEqual([
    { name: 'Half Chicken', price: 9500, total: 25000 },
    { name: 'Margherita (Large)', price: 15000, total: 15000 },
  ])
  expect(body).toMatchObject({ subtotal: 40000, deliveryFee: 1500, totalAmount: 41500, placed: false })
  expect(body.id).toMatch(/^[34679ACDEFGHJKMNPQRTWXY]{9}$/)
  expect(body.narration).toBe(`${body.id.slice(3)} ${ada.username}`)
  expect(body.accounts.map(({ id }) => id)).toEqual(['demo-bank', 'sample-trust'])
  expect(Date.parse(body.expiresAt)).toBeGreaterThanOrEqual(before + Domain.heldFor - 1)
  expect(Date.parse(body.expiresAt)).toBeLessThanOrEqual(after + Domain.heldFor)
})

test('CART-5: by default, a quote is for pick-up, without a fee and an address', async () => {
  const { body } = await restaurant.quote(await restaurant.customer(), cartOf('jollof', 3))
  expect(body).toMatchObject({ deliveryMethod: 'pick-up', deliveryFee: 0, deliveryAddress: null, totalAmount: 7500 })
})

test('CART-6: delivery to another location costs the fee of that location', async () => {
  const elsewhere = {
    deliveryMethod: 'delivery',
    deliveryAddress: '1 Herbert Macaulay Way',
    locationId: 'yaba',
  } as const
  const { body } = await restaurant.quote(await restaurant.customer(), cartOf('jollof', 1, elsewhere))
  expect(body).toMatchObject({ deliveryFee: 4000, totalAmount: 6500, deliveryLocation: 'Yaba' })
})

describe('CART-10: a profile without required details is refused in the words of the specification', () => {
  test.each([
    ['no phone', { phone: null }, {}, 'Please complete your profile details before proceeding.'],
    [
      'no address',
      { address: '' },
      { deliveryMethod: 'delivery' },
      'Please add a default address to your profile or choose a different address.',
    ],
    ['no typed address', {}, { deliveryMethod: 'delivery', locationId: 'yaba' }, 'Please enter the delivery address.'],
  ] as const)(
    'a request for a quote with %s is refused in the words of the specification',
    async (_what, profile, more, detail) => {
      const ada = await restaurant.customer(profile)
      expect(await restaurant.quote(ada, cartOf('jollof', 1, more))).toMatchObject({ status: 422, body: { detail } })
    },
  )
})

describe('CART-11: a tampered or invalid request is refused', () => {
  const plain = { itemId: 'jollof', selection: {}, quantity: 1 }
  test.each<[string, object, number, string]>([
    ['a price on a line', { items: [{ ...plain, price: 1 }] }, 422, 'items.0.price'],
    ['a total on a line', { items: [{ ...plain, total: 1 }] }, 422, 'items.0.total'],
    ['a total', { items: [plain], total: 1 }, 422, 'total'],
    ['a fee', { items: [plain], deliveryFee: 0 }, 422, 'deliveryFee'],
    ['a subtotal', { items: [plain], subtotal: 0 }, 422, 'subtotal'],
    ['another customer', { items: [plain], customerId: 'customer-1' }, 422, 'customerId'],
    ['a negative quantity', { items: [{ ...plain, quantity: -1 }] }, 422, 'items.0.quantity'],
    ['a quantity of 0', { items: [{ ...plain, quantity: 0 }] }, 422, 'items.0.quantity'],
    ['half a portion', { items: [{ ...plain, quantity: 0.5 }] }, 422, 'items.0.quantity'],
    ['a quantity above the highest', { items: [{ ...plain, quantity: 1e9 }] }, 422, 'items.0.quantity'],
    ['a quantity in words', { items: [{ ...plain, quantity: '2' }] }, 422, 'items.0.quantity'],
    ['an unknown dish', { items: [{ ...plain, itemId: 'gold' }] }, 409, 'items.0'],
    ['a name that every object inherits', { items: [{ ...plain, itemId: 'constructor' }] }, 422, 'items.0.itemId'],
    ['a dish that comes only with another', { items: [{ ...plain, itemId: 'poundo' }] }, 409, 'items.0'],
    ['an unknown group', { items: [{ ...plain, selection: { size: { xl: 1 } } }] }, 409, 'items.0.size'],
    [
      'an unknown choice',
      { items: [{ ...halfChicken, selection: { ...halfChicken.selection, sauce: { gold: 1 } } }] },
      409,
      'items.0.sauce',
    ],
    [
      'MENU-12: a free side above the price limit',
      { items: [{ ...halfChicken, selection: { ...halfChicken.selection, 'free-side': { 'fried-rice': 1 } } }] },
      409,
      'items.0.free-side',
    ],
    [
      'MENU-12: two free sides',
      { items: [{ ...halfChicken, selection: { ...halfChicken.selection, 'free-side': { jollof: 1, plantain: 1 } } }] },
      422,
      'items.0.free-side',
    ],
    [
      'MENU-12: the free side twice',
      { items: [{ ...halfChicken, selection: { ...halfChicken.selection, 'free-side': { jollof: 2 } } }] },
      422,
      'items.0.free-side',
    ],
    [
      'MENU-13: a sold-out side',
      { items: [{ ...halfChicken, selection: { ...halfChicken.selection, sides: { yam: 1 } } }] },
      409,
      'items.0.sides',
    ],
    [
      'MENU-16: more of an extra than its limit',
      { items: [{ ...halfChicken, selection: { ...halfChicken.selection, sides: { plantain: 6 } } }] },
      422,
      'items.0.sides',
    ],
    ['no sauce', { items: [{ ...halfChicken, selection: { 'free-side': { jollof: 1 } } }] }, 422, 'items.0.sauce'],
    [
      'an unknown location',
      cartOf('jollof', 1, { deliveryMethod: 'delivery', deliveryAddress: 'x', locationId: 'kano' }),
      422,
      'locationId',
    ],
    ['an unknown delivery method', { items: [plain], deliveryMethod: 'drone' }, 422, 'deliveryMethod'],
    ['an empty cart', { items: [] }, 422, 'items'],
    ['61 lines', { items: Array.from({ length: 61 }, () => plain) }, 422, 'items'],
    ['60 lines, which are no fault', { items: Array.from({ length: 60 }, () => plain) }, 201, ''],
  ])(
    'a request for a quote is refused with the field of its fault, if it has one: %s',
    async (_what, body, status, field) => {
      const answer = await restaurant.quote(await restaurant.customer(), body)
      expect({ status: answer.status, field: answer.body.field ?? '' }).toEqual({ status, field })
      expect(answer.body.detail?.length ?? 1).toBeGreaterThan(0)
    },
  )

  test('MENU-4: a quote of a sold-out dish is refused', async () => {
    const dish = await restaurant.dish(5000)
    await restaurant.markUnavailable(dish)
    expect(await restaurant.quote(await restaurant.customer(), cartOf(dish))).toMatchObject({
      status: 409,
      body: { code: 'item-unavailable', detail: 'Restaurant Special is not available right now.', field: 'items.0' },
    })
  })

  test('a quote with a total above the highest amount that a payment can record is refused', async () => {
    const feast = await restaurant.dish(10_000_000)
    const lines = [cartOf(feast, 99).items, cartOf(feast, 2).items].flat()
    expect(await restaurant.quote(await restaurant.customer(), { items: lines })).toMatchObject({
      status: 422,
      body: { code: 'cart-too-large' },
    })
  })

  test('a quote with a total of ₦0 is refused, and a quote of a free dish with a priced dish is accepted', async () => {
    const [free, dish] = [await restaurant.dish(0), await restaurant.dish(5000)]
    const ada = await restaurant.customer()
    expect(await restaurant.quote(ada, cartOf(free))).toMatchObject({
      status: 422,
      body: { code: 'below-minimum', field: 'items' },
    })
    const lines = [free, dish].flatMap((id) => cartOf(id).items)
    expect(await restaurant.quote(ada, { items: lines })).toMatchObject({ status: 201, body: { totalAmount: 5000 } })
  })
})

describe('PAY-8: the same cart of the same customer gets the same valid quote', () => {
  test('a second request for the same cart returns the first quote', async () => {
    const ada = await restaurant.customer()
    const dish = await restaurant.dish(5000)
    const one = await restaurant.quote(ada, cartOf(dish, 2))
    const two = await restaurant.quote(ada, cartOf(dish, 2))
    expect([one.status, two.status]).toEqual([201, 200])
    expect(two.body).toEqual(one.body)
  })

  test('twenty concurrent requests for one cart get one quote', async () => {
    const ada = await restaurant.customer()
    const answers = await Promise.all(Array.from({ length: 20 }, () => restaurant.quote(ada, cartOf('jollof', 4))))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await restaurant.orm.$count(quotes, eq(quotes.customerId, ada.id))).toBe(1)
  })

  test('another cart or another customer gets another quote', async () => {
    const ada = await restaurant.customer()
    const ids = [
      await restaurant.quote(ada, cartOf('jollof', 1)),
      await restaurant.quote(ada, cartOf('jollof', 2)),
      await restaurant.quote(ada, cartOf('jollof', 1, { payerName: 'Mummy' })),
      await restaurant.quote(await restaurant.customer(), cartOf('jollof', 1)),
    ].map(({ body }) => body.id)
    expect(new Set(ids).size).toBe(4)
  })

  test('a changed address in the profile leads to a new quote with the new fee', async () => {
    const ada = await restaurant.customer()
    const cart = cartOf('jollof', 1, { deliveryMethod: 'delivery' })
    const before = await restaurant.quote(ada, cart)
    await restaurant.orm.update(users).set({ address: '2 Yaba Road', location: 'yaba' }).where(eq(users.id, ada.id))
    const after = await restaurant.quote(ada, cart)
    expect(after.status).toBe(201)
    expect(after.body.id).not.toBe(before.body.id)
    expect(after.body).toMatchObject({ deliveryAddress: '2 Yaba Road', deliveryFee: 4000 })
  })
})

describe('CART-11: changes while a quote is valid', () => {
  test("a price change keeps a valid quote, adds a notice, and applies after the quote's expiry", async () => {
    const ada = await restaurant.customer()
    const dish = await restaurant.dish(5000)
    const first = await restaurant.quote(ada, cartOf(dish))
    for (const [price, notice] of [
      [
        4000,
        /stays at ₦5,000\. Now it would be ₦4,000: if you have not sent the money yet, please message us first\.$/,
      ],
      [6000, /^Prices have changed since you first came to payment: this order stays at ₦5,000\.$/],
    ] as const) {
      await restaurant.setPrice(dish, price)
      const again = await restaurant.quote(ada, cartOf(dish))
      expect(again).toMatchObject({ status: 200, body: { id: first.body.id, totalAmount: 5000 } })
      expect(again.body.notice).toMatch(notice)
    }

    await restaurant.expireQuote(first.body.id, -1)
    const later = await restaurant.quote(ada, cartOf(dish))
    expect(later).toMatchObject({ status: 201, body: { totalAmount: 6000 } })
    expect(later.body.id).not.toBe(first.body.id)
  })

  test('STOCK-3: a sold-out dish adds a notice to a valid quote, which can still be placed', async () => {
    const ada = await restaurant.customer()
    const dish = await restaurant.dish(5000)
    const first = await restaurant.quote(ada, cartOf(dish))
    expect(first.body.notice).toBeUndefined()
    await restaurant.markUnavailable(dish)
    const again = await restaurant.quote(ada, cartOf(dish))
    expect(again).toMatchObject({ status: 200, body: { id: first.body.id } })
    expect(again.body.notice).toMatch(
      /^Restaurant Special is not available right now\. If you have not sent the money yet, please go back to your cart\./,
    )
    expect(await restaurant.quote(await restaurant.customer(), cartOf(dish))).toMatchObject({
      status: 409,
      body: { code: 'item-unavailable' },
    })
    expect(await restaurant.place(ada, first.body.id)).toMatchObject({ status: 201 })
    expect(await restaurant.quote(ada, cartOf(dish))).toMatchObject({ status: 409, body: { code: 'item-unavailable' } })
  })

  test('twenty concurrent requests after a quote has expired get one new quote', async () => {
    const ada = await restaurant.customer()
    const { body: old } = await restaurant.quote(ada, cartOf('jollof'))
    await restaurant.expireQuote(old.id, -1)
    const answers = await Promise.all(Array.from({ length: 20 }, () => restaurant.quote(ada, cartOf('jollof'))))
    const ids = new Set(answers.map(({ body }) => body.id))
    expect(ids.size).toBe(1)
    expect(ids.has(old.id)).toBe(false)
  })
})

describe('a customer has at most 30 open quotes', () => {
  test('with 30 open quotes, a customer’s request for another cart returns 429 with Retry-After until a quote is placed or expires; a cart with an open quote gets that quote again', async () => {
    const ada = await restaurant.customer()
    const dish = await restaurant.dish(5000)
    const carts = Array.from({ length: 30 }, (_, index) => cartOf(dish, index + 1))
    const answers = await Promise.all(carts.map((cart) => restaurant.quote(ada, cart)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    await restaurant.expireQuote(answers[7]?.body.id ?? '', 11)

    const refused = await restaurant.send(ada, 'POST', '/api/quotes', cartOf(dish, 31))
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(600)
    expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(660)
    expect(await refused.json()).toMatchObject({
      code: 'too-many-tries',
      detail:
        'You have gone to payment with too many different carts and not paid. Please try again in 11 minutes, or message us on WhatsApp.',
    })
    expect((await restaurant.quote(ada, cartOf(dish, 30))).status).toBe(200)
    expect((await restaurant.quote(await restaurant.customer(), cartOf(dish, 31))).status).toBe(201)

    await restaurant.place(ada, answers[0]?.body.id ?? '')
    expect((await restaurant.quote(ada, cartOf(dish, 31))).status).toBe(201)
    expect((await restaurant.quote(ada, cartOf(dish, 32))).status).toBe(429)
    await restaurant.expireQuote(answers[7]?.body.id ?? '', -1)
    expect((await restaurant.quote(ada, cartOf(dish, 32))).status).toBe(201)
  })
})

test('a placed quote is marked as placed, and the same cart gets a new quote', async () => {
  const ada = await restaurant.customer()
  const { body: quote } = await restaurant.quote(ada, cartOf('jollof'))
  await restaurant.place(ada, quote.id)
  expect((await restaurant.call<Quote>(ada, 'GET', `/api/quotes/${quote.id}`)).body.placed).toBe(true)
  const again = await restaurant.quote(ada, cartOf('jollof'))
  expect(again).toMatchObject({ status: 201, body: { placed: false } })
  expect(again.body.id).not.toBe(quote.id)
})

test('the stored key by which a request finds its quote is a hash', async () => {
  const ada = await restaurant.customer()
  await restaurant.quote(ada, cartOf('jollof', 1, { contactPhone: 'the blue gate' }))
  const [row] = await restaurant.orm.select().from(quotes).where(eq(quotes.customerId, ada.id))
  expect(row?.requestKey).toMatch(/^[0-9a-f]{64}$/)
  expect(await restaurant.orm.execute(sql`select 1 from quotes where length(id) <> 9`)).toMatchObject({ rowCount: 0 })
})

test('SAFE-14: while 60 quote requests of one account wait for its row, other requests get database connections', async () => {
  const [ada, obi] = [await restaurant.customer(), await restaurant.customer()]
  const dish = await restaurant.dish(5000)
  const holder = await restaurant.database.pool.connect()
  await holder.query('begin')
  await holder.query('select from users where id = $1 for update', [ada.id])
  const waiting = Array.from({ length: 60 }, (_, index) => restaurant.quote(ada, cartOf(dish, 1 + (index % 5))))
  // The account's row is still locked while these requests are answered.
  for (let count = 0; count < 5; count++) {
    expect((await restaurant.quote(obi, cartOf(dish, 1 + count))).status).toBe(201)
  }
  await holder.query('rollback')
  holder.release()
  expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200, 201]))
})
