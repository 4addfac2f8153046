import { eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { KitchenLoad } from '#contract/kitchen-load.ts'
import type { Order, OrderList } from '#contract/order/orders.ts'
import type { Quote } from '#contract/order/quotes.ts'
import type { User } from '#contract/session.ts'
import { mostClaims, tooManyOfAccount, tooManyOfAddress } from '#domain/order/unpaid-limits.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cartOf, openTestRestaurant } from '#tests/support/restaurant.ts'
import { orders, quotes } from '../db/schema.ts'
import { nobodysQuote } from './quote-owner.ts'

const restaurant = await openTestRestaurant(await freshDatabase())
const { cashier, kitchen } = restaurant

let ada: User
beforeEach(async () => {
  await restaurant.orm
    .update(orders)
    .set({ status: 'cancelled', cancelledBy: 'restaurant', cancelReason: 'Closed' })
    .where(eq(orders.status, 'pending'))
  ada = await restaurant.customer()
})

const claim = (customer: User) => restaurant.order(customer)
const quote = (customer: User, quantity = 1) => restaurant.quote(customer, cartOf('jollof', quantity))
const openOrders = async () => (await restaurant.call<KitchenLoad>(kitchen, 'GET', '/api/kitchen-load')).body.open

/** Sets the network address of quotes. Each user of these tests has a network address of their own: the user's id. */
const cameFrom = (ids: readonly string[], { id }: User) =>
  restaurant.orm.update(quotes).set({ addressKey: id }).where(inArray(quotes.id, ids))

describe('an account', () => {
  test.each([
    ['one is paid', (order: Order) => restaurant.pay(cashier, order.orderId, order.totalAmount)],
    ['one is cancelled', (order: Order) => restaurant.act(ada, order.orderId, 'cancel', {})],
    ['a part of one is found', (order: Order) => restaurant.pay(cashier, order.orderId, order.totalAmount - 1)],
  ])('SAFE-4: a customer with 3 unpaid orders is refused before payment until %s', async (_what, settle) => {
    const [first] = [await claim(ada), await claim(ada), await claim(ada)]
    expect(await quote(ada)).toMatchObject({ status: 409, body: { code: 'too-many-claims', detail: tooManyOfAccount } })
    expect((await quote(await restaurant.customer())).status).toBe(201)
    if (first) expect((await settle(first)).status).toBe(200)
    expect((await quote(ada)).status).toBe(201)
  })

  test('SAFE-4: of six quotes placed concurrently three become orders, and placing one of these three again returns its order', async () => {
    const quoted: Quote[] = []
    for (let quantity = 1; quantity <= 6; quantity++) quoted.push((await quote(ada, quantity)).body)
    const answers = await Promise.all(quoted.map(({ id }) => restaurant.place(ada, id)))
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(({ body }) => body.code)).toEqual(['too-many-claims', 'too-many-claims', 'too-many-claims'])
    expect(refused[0]?.body.detail).toMatch(/ If you have sent the money already, do not send it twice: message us /)
    expect(await restaurant.orm.$count(orders, eq(orders.customerId, ada.id))).toBe(3)
    const [placed] = answers.filter(({ status }) => status === 201)
    expect(await restaurant.place(ada, placed?.body.orderId ?? '')).toMatchObject({ status: 200 })
  })

  test('SAFE-4: orders that staff enter for a customer do not count towards the limit of unpaid orders', async () => {
    const enter = async (quantity: number) => {
      const asked = {
        channel: 'phone',
        customerName: 'Ada',
        customerPhone: ada.phone,
        items: cartOf('jollof', quantity).items,
      }
      const { body } = await restaurant.call<Quote>(cashier, 'POST', '/api/desk/quotes', asked)
      const order = { quoteId: body.id, payment: { method: 'transfer' } }
      return restaurant.call<Order>(cashier, 'POST', '/api/desk/orders', order)
    }
    for (const quantity of [1, 2, 3, 4]) expect((await enter(quantity)).status).toBe(201)
    expect((await quote(ada)).status).toBe(201)
  })
})

describe('a network address', () => {
  test('SAFE-4: a network address with 40 unpaid orders from many accounts gets no further quote, and other addresses do', async () => {
    const ids = []
    for (let count = 0; count < mostClaims.address; count++)
      ids.push((await claim(await restaurant.customer())).orderId)
    await cameFrom(ids, ada)
    expect(await quote(ada)).toMatchObject({ status: 409, body: { code: 'too-many-claims', detail: tooManyOfAddress } })
    expect((await quote(await restaurant.customer())).status).toBe(201)
  })

  test('SAFE-4: an order keeps the address key of its quote until the quote is anonymised', async () => {
    const { orderId: id } = await claim(ada)
    const key = async () => (await restaurant.orm.select().from(orders).where(eq(orders.orderId, id)))[0]?.addressKey
    expect(await key()).toBe(ada.id)
    await restaurant.orm.update(quotes).set(nobodysQuote).where(eq(quotes.id, id))
    expect(await key()).toBeNull()
  })

  test('SAFE-4: a network address with 300 open quotes from many accounts gets no further quote, and other addresses do', async () => {
    const { body } = await quote(await restaurant.customer())
    await restaurant.orm.execute(sql`
      insert into quotes (id, customer_id, request_key, terms, expires_at, address_key)
      select lpad(n::text, 9, '0'), customer_id, n::text, terms, expires_at, ${ada.id}
      from quotes, generate_series(1, 300) as n where id = ${body.id}`)
    expect(await quote(ada)).toMatchObject({
      status: 429,
      body: {
        detail: expect.stringMatching(/^People on your network have gone to payment .* or message us on WhatsApp\.$/),
      },
    })
    expect((await quote(await restaurant.customer())).status).toBe(201)
  })
})

describe('a crowd of unpaid orders', () => {
  test('SAFE-4: an account’s third unpaid order does not ring or count as kitchen load until it is paid', async () => {
    for (const rings of [await claim(ada), await claim(ada)]) expect(rings.acknowledgedAt).toBeNull()
    const before = await openOrders()
    const third = await claim(ada)
    expect(third.acknowledgedAt).not.toBeNull()
    expect(await openOrders()).toBe(before)
    await restaurant.pay(cashier, third.orderId, third.totalAmount)
    expect(await openOrders()).toBe(before + 1)
  })

  test('SAFE-4: after an account placed and cancelled three orders within an hour, its next order is on the board but does not ring', async () => {
    const cancelled: Order[] = []
    const placeAndCancel = async () => {
      cancelled.push(await claim(ada))
      await restaurant.act(ada, cancelled.at(-1)?.orderId ?? '', 'cancel', {})
    }
    for (let times = 0; times < 4; times++) await placeAndCancel()
    expect(cancelled.map(({ acknowledgedAt }) => acknowledgedAt === null)).toEqual([true, true, true, false])
    const silent = await claim(ada)
    expect(silent.acknowledgedAt).not.toBeNull()
    const { body } = await restaurant.call<OrderList>(cashier, 'GET', '/api/desk/orders')
    expect(body.orders.map(({ orderId }) => orderId)).toContain(silent.orderId)
    expect((await claim(await restaurant.customer())).acknowledgedAt).toBeNull()
    await restaurant.orm
      .update(orders)
      .set({ createdAt: sql`created_at - interval '1 hour'` })
      .where(eq(orders.customerId, ada.id))
    expect((await claim(ada)).acknowledgedAt).toBeNull()
  })

  test('SAFE-4 STOCK-2: of 30 unpaid orders from one network address, ten ring and move the promise', async () => {
    const before = await openOrders()
    const placed: Order[] = []
    for (let count = 0; count < 30; count++) {
      const customer = await restaurant.customer()
      const { body } = await quote(customer)
      await cameFrom([body.id], ada)
      placed.push((await restaurant.place(customer, body.id)).body)
    }
    expect(placed.filter(({ acknowledgedAt }) => acknowledgedAt === null)).toHaveLength(10)
    expect(await openOrders()).toBe(before + 10)
  })
})
