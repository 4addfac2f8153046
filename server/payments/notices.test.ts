import { eq } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import type { DeskOrderList, Order } from '#contract/order/orders.ts'
import type { Quote } from '#contract/order/quotes.ts'
import type { User } from '#contract/session.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { openFakePaystack, type Webhook } from '#tests/support/fake-paystack.ts'
import { cartOf, openTestRestaurant } from '#tests/support/restaurant.ts'
import { audit, movements } from '../db/schema.ts'
import { paystack } from './paystack.ts'

const secretKey = 'sk_test_0123456789'
const fake = await openFakePaystack(secretKey)
const restaurant = await openTestRestaurant(await freshDatabase(), paystack({ secretKey, url: fake.url }))
const { owner, cashier, kitchen } = restaurant
afterEach(() => {
  fake.fail('none')
  fake.release()
  vi.restoreAllMocks()
})
afterAll(fake.stop)

/** Waits until the check holds, so a slow machine does not fail the test. */
const eventually = <Value>(check: () => Value | Promise<Value>) => vi.waitFor(check, { timeout: 30_000 })

async function deliver({ body, signature }: Webhook): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-paystack-signature': signature }
  return (await restaurant.request('/api/payments/paystack-events', { method: 'POST', headers, body })).status
}

/** Returns the quote after Paystack has responded or failed. */
function settled(ada: User, id: string): Promise<Quote> {
  return eventually(async () => {
    const quote = await readQuote(ada, id)
    expect(quote.accountPending).toBeUndefined()
    return quote
  })
}

/** Returns a quote of ₦5,000 for one dish, its customer and the reference of its charge. */
async function newQuote(dish?: string, quantity = 1) {
  const ada = await restaurant.customer()
  const { body } = await restaurant.quote(ada, cartOf(dish ?? (await restaurant.dish(5000)), quantity))
  const quote = await settled(ada, body.id)
  return { ada, id: quote.id, quote, reference: fake.referenceOf(quote.id) }
}

async function newOrder() {
  const quoted = await newQuote()
  await restaurant.place(quoted.ada, quoted.id)
  return quoted
}

const readQuote = async (ada: User, id: string) => (await restaurant.call<Quote>(ada, 'GET', `/api/quotes/${id}`)).body
const read = async (id: string) => (await restaurant.call<Order>(owner, 'GET', `/api/orders/${id}`)).body
const recorded = (id: string) => restaurant.orm.select().from(movements).where(eq(movements.orderId, id))
const actionsOn = async (id: string) => (await restaurant.auditEntries(`order:${id}`)).map(({ action }) => action)
const lastEvent = async (id: string) => (await restaurant.events(id)).at(-1)

describe('a transfer that the provider returns', () => {
  test.each([
    ['of another amount', (reference: string) => fake.transfer(reference, 4900), { amount: 4900, reason: 'amount' }],
    [
      'to an expired account',
      (reference: string) => fake.rejection(reference, 5000, 'ACCOUNT_EXPIRED'),
      { amount: 5000, reason: 'expired' },
    ],
    [
      'that it suspects',
      (reference: string) => fake.rejection(reference, 5000, 'FRAUD'),
      { amount: 5000, reason: 'refused' },
    ],
  ] as const)(
    'SAFE-6: customer and desk get an event when the provider returns a transfer %s',
    async (_, transfer, rejection) => {
      const { ada, id, reference } = await newOrder()
      expect(await deliver(transfer(reference))).toBe(200)
      const order = await read(id)
      expect(order).toMatchObject({ payment: 'rejected', received: 0, owed: 0, status: 'pending', rejection })
      expect(await lastEvent(id)).toMatchObject({
        type: 'payment.rejected',
        topics: ['till', 'kitchen', `customer:${ada.id}`],
        data: { payment: 'rejected', rejection },
      })
      expect((await restaurant.auditEntries(`order:${id}`)).at(-1)).toMatchObject({
        actorId: null,
        action: 'order.reject-transfer',
        detail: { payment: 'rejected', ...rejection },
      })
      expect(await restaurant.act(kitchen, id, 'start')).toMatchObject({
        status: 409,
        body: { code: 'payment-not-confirmed' },
      })
    },
  )

  test('SAFE-6: an order whose first transfer was returned is paid by the customer’s second transfer', async () => {
    const { ada, id, reference } = await newOrder()
    await deliver(fake.transfer(reference, 4900))
    expect((await restaurant.act(ada, id, 'claim-again')).body).toMatchObject({
      payment: 'claimed',
      acknowledgedAt: null,
    })
    expect(await deliver(fake.transfer(reference, 5000))).toBe(200)
    expect(await read(id)).toMatchObject({ payment: 'found', received: 5000 })
  })

  test("SAFE-6: after the provider has returned a transfer, a cashier can confirm a transfer to the restaurant's own account", async () => {
    const { id, reference } = await newOrder()
    await deliver(fake.transfer(reference, 4900))
    expect((await restaurant.pay(cashier, id, 5000)).body).toMatchObject({ payment: 'found', received: 5000 })
  })

  test('SAFE-6: a quote shows a transfer that was returned before the order was placed, and its page gets an event', async () => {
    const { ada, id, quote, reference } = await newQuote()
    expect(await deliver(fake.transfer(reference, 4900))).toBe(200)
    expect((await readQuote(ada, id)).rejection).toMatchObject({ amount: 4900, reason: 'amount' })
    expect(await lastEvent(id)).toMatchObject({ type: 'quote.changed', topics: [`customer:${ada.id}`], data: { id } })
    expect(await actionsOn(id)).toEqual(['order.reject-transfer'])
    // The displayed amount and accounts stay the same.
    expect(await readQuote(ada, id)).toMatchObject({ totalAmount: quote.totalAmount, accounts: quote.accounts })
    expect((await restaurant.place(ada, id)).body).toMatchObject({ payment: 'claimed', rejection: { amount: 4900 } })
  })

  test('SAFE-6: a provider’s notice is recorded once, even if it is repeated often or late', async () => {
    const { ada, id, reference } = await newOrder()
    const notice = fake.transfer(reference, 4900)
    expect(await Promise.all(Array.from({ length: 20 }, () => deliver(notice)))).toEqual(Array(20).fill(200))
    expect(await read(id)).toMatchObject({ payment: 'rejected', version: 2 })
    expect(await actionsOn(id)).toEqual(['order.place', 'order.reject-transfer'])
    await restaurant.act(ada, id, 'claim-again')
    expect(await deliver(notice)).toBe(200)
    expect(await read(id)).toMatchObject({ payment: 'claimed', version: 3 })
    // The notice of a further transfer with the same amount is no repetition.
    expect(await deliver(fake.transfer(reference, 4900))).toBe(200)
    expect(await read(id)).toMatchObject({ payment: 'rejected', version: 4 })
  })

  test('SAFE-6: a notice that came before the order was placed is not counted again when it is repeated after placing', async () => {
    const { ada, id, reference } = await newQuote()
    const notice = fake.transfer(reference, 4900)
    await deliver(notice)
    await restaurant.place(ada, id)
    expect(await deliver(notice)).toBe(200)
    expect(await read(id)).toMatchObject({ payment: 'claimed', version: 1 })
  })

  test('SAFE-6: a notice of a returned transfer that arrives after a later payment changes nothing', async () => {
    const { id, reference } = await newOrder()
    const [first, second] = [fake.transfer(reference, 4900), fake.transfer(reference, 5000)]
    expect(await deliver(second)).toBe(200)
    expect(await deliver(first)).toBe(200)
    expect(await deliver(second)).toBe(200)
    expect(await read(id)).toMatchObject({ payment: 'found', received: 5000, version: 2, rejection: null })
    expect(await actionsOn(id)).toEqual(['order.place', 'order.confirm-extra', 'order.reject-transfer'])
    expect(await recorded(id)).toHaveLength(1)
  })

  test('SAFE-6: a forged notice of a returned transfer is refused, and a notice about an unknown charge returns 200 and changes nothing', async () => {
    const { id, reference } = await newOrder()
    const { body } = fake.transfer(reference, 4900)
    for (const signature of ['', 'a'.repeat(128), fake.rejection(reference, 4900).signature]) {
      expect(await deliver({ body, signature })).toBe(422)
    }
    const entries = await restaurant.orm.$count(audit)
    expect(await deliver(fake.rejection('of-another-shop', 4900))).toBe(200)
    expect(await restaurant.orm.$count(audit)).toBe(entries)
    expect(await read(id)).toMatchObject({ payment: 'claimed', version: 1 })
  })

  test.each(['failed', 'reversed'])(
    'SAFE-6: a payment that Paystack reports as %s on verification is not recorded',
    async (status) => {
      const { id, reference } = await newOrder()
      fake.receiveTransfer(reference, 5000, { status })
      expect(await deliver(fake.webhook(reference))).toBe(200)
      expect(await read(id)).toMatchObject({ payment: 'rejected', received: 0, rejection: { reason: 'refused' } })
      expect(await recorded(id)).toEqual([])
    },
  )
})

describe('a transfer that arrives late', () => {
  async function paidLate() {
    const quoted = await newQuote()
    await restaurant.expireQuote(quoted.id, -60)
    fake.receiveTransfer(quoted.reference, 5000)
    expect(await deliver(fake.webhook(quoted.reference))).toBe(200)
    return quoted
  }

  test('SAFE-6: a late transfer for an expired quote makes an order that rings at the desk and is hidden from the kitchen', async () => {
    const { ada, id } = await paidLate()
    const order = await read(id)
    const late = {
      payment: 'late',
      received: 5000,
      owed: 0,
      status: 'pending',
      quoteExpired: true,
      acknowledgedAt: null,
    }
    expect(order).toMatchObject(late)
    expect(await restaurant.act(kitchen, id, 'start')).toMatchObject({ status: 409 })
    expect(await restaurant.act(owner, id, 'start-unpaid', { reason: 'He is known' })).toMatchObject({
      status: 409,
      body: { detail: 'This transfer came late. Take the order, or cancel it and refund the money.' },
    })
    const { body } = await restaurant.call<DeskOrderList>(cashier, 'GET', '/api/desk/orders')
    expect(body.orders.find((each) => each.orderId === id)).toMatchObject(late)
    const events = await restaurant.events(id)
    expect(events.map(({ type }) => type)).toEqual(['quote.changed', 'quote.changed', 'order.placed', 'payment.late'])
    expect(events.at(-1)).toMatchObject({ topics: ['till', 'kitchen', `customer:${ada.id}`] })
    expect((await readQuote(ada, id)).placed).toBe(true)
  })

  test('SAFE-6: the desk accepts a late order with a new promise, and the kitchen gets it', async () => {
    const { ada, id } = await paidLate()
    const accept = (by: User) => restaurant.act(by, id, 'accept-late')
    for (const by of [ada, kitchen]) expect((await accept(by)).status).toBe(403)
    const before = await read(id)
    expect((await accept(cashier)).body).toMatchObject({ payment: 'found', received: 5000 })
    expect(Date.parse((await read(id)).readyBy)).toBeGreaterThanOrEqual(Date.parse(before.readyBy))
    expect(await accept(cashier)).toMatchObject({ status: 409, body: { code: 'order-moved-on' } })
    expect((await restaurant.act(kitchen, id, 'start')).body).toMatchObject({ status: 'preparing' })
  })

  test('SAFE-6: the desk cancels a late order, and the money received is a refund owed', async () => {
    const { id } = await paidLate()
    expect((await restaurant.act(cashier, id, 'cancel', { reason: 'We have closed' })).body).toMatchObject({
      status: 'cancelled',
      payment: 'late',
      owed: 5000,
    })
    const refund = { method: 'transfer', amount: 5000, reference: `FT-LATE-${id}` }
    expect((await restaurant.act(cashier, id, 'refund', refund)).body).toMatchObject({ payment: 'refunded', owed: 0 })
  })

  test('SAFE-6: the money of a late transfer for a cancelled order is a refund owed, and customer and desk are notified', async () => {
    const { ada, id, reference } = await newOrder()
    await restaurant.act(cashier, id, 'cancel', { reason: 'No transfer arrived' })
    expect(await deliver(fake.transfer(reference, 5000))).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'cancelled', payment: 'late', received: 5000, owed: 5000 })
    expect(await lastEvent(id)).toMatchObject({
      type: 'payment.late',
      topics: ['till', 'kitchen', `customer:${ada.id}`],
    })
  })

  test('SAFE-6: a late transfer for an order claimed after its quote had expired is decided at the desk', async () => {
    const { ada, id, reference } = await newQuote()
    await restaurant.expireQuote(id, -60)
    await restaurant.call(ada, 'POST', '/api/orders', { quoteId: id, expired: true })
    fake.receiveTransfer(reference, 5000)
    expect(await deliver(fake.webhook(reference))).toBe(200)
    expect(await read(id)).toMatchObject({ payment: 'late', received: 5000, quoteExpired: true })
  })

  test('SAFE-6: a late transfer for a quote whose portions are sold out makes an order that the desk decides about', async () => {
    const dish = await restaurant.dish(2500)
    const first = await newQuote(dish, 2)
    // The customer's other quote releases this quote's hold, and the kitchen then counts fewer portions.
    await restaurant.quote(first.ada, cartOf(await restaurant.dish(1000)))
    await restaurant.call(kitchen, 'PATCH', `/api/menu-items/${dish}`, { portions: 1 })
    fake.receiveTransfer(first.reference, 5000)
    expect(await deliver(fake.webhook(first.reference))).toBe(200)
    expect(await read(first.id)).toMatchObject({ payment: 'late', received: 5000, quoteExpired: false })
  })

  test('SAFE-6: 20 concurrent copies of a notice make one late order with one payment', async () => {
    const { id, reference } = await newQuote()
    await restaurant.expireQuote(id, -60)
    fake.receiveTransfer(reference, 5000)
    const notice = fake.webhook(reference)
    expect(await Promise.all(Array.from({ length: 20 }, () => deliver(notice)))).toEqual(Array(20).fill(200))
    expect(await recorded(id)).toHaveLength(1)
    expect(await actionsOn(id)).toEqual(['order.place', 'order.confirm-extra'])
  })

  test('SAFE-6: a transfer to an account that has expired is returned, and the quote reports it', async () => {
    const { ada, id, reference } = await newQuote()
    fake.receiveTransfer(reference, 5000, { status: 'pending', expiresAt: new Date(0).toISOString() })
    expect(await deliver(fake.transfer(reference, 5000))).toBe(200)
    expect((await readQuote(ada, id)).rejection).toMatchObject({ amount: 5000, reason: 'expired' })
  })
})

describe('a provider that hangs or fails', () => {
  test('SAFE-6: quotes and orders are made while the payment provider does not respond', async () => {
    fake.fail('slow')
    const ada = await restaurant.customer()
    const { body: quote } = await restaurant.quote(ada, cartOf(await restaurant.dish(5000)))
    await eventually(() => expect(fake.waiting()).toBe(1))
    expect(quote).toMatchObject({ accountPending: true, accounts: [{ id: 'demo-bank' }, { id: 'sample-trust' }] })
    expect((await restaurant.place(ada, quote.id)).status).toBe(201)
    expect((await restaurant.pay(cashier, quote.id, 5000)).body.payment).toBe('found')
    // The request to the provider still waits, without a database connection or a lock.
    expect(fake.waiting()).toBe(1)
    const { rows } = await restaurant.database.pool.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and state = 'idle in transaction'`,
    )
    expect(rows).toEqual([{ waiting: 0 }])
    fake.release()
  })

  test('SAFE-6: a provider’s account that arrives later is listed first on the quote, and the quote’s page gets an event', async () => {
    fake.fail('slow')
    const ada = await restaurant.customer()
    const { body } = await restaurant.quote(ada, cartOf(await restaurant.dish(5000)))
    await eventually(() => expect(fake.waiting()).toBe(1))
    // Reading a quote again opens no other charge.
    expect((await readQuote(ada, body.id)).accountPending).toBe(true)
    fake.release()
    const quote = await settled(ada, body.id)
    expect(quote.accounts.map(({ id }) => id)).toEqual(['paystack', 'demo-bank', 'sample-trust'])
    expect(await lastEvent(body.id)).toMatchObject({ type: 'quote.changed', topics: [`customer:${ada.id}`] })
    expect(fake.requests.filter((request) => request === 'POST /charge' && fake.referenceOf(body.id))).not.toEqual([])
  })

  test('SAFE-6: at most 16 requests for a bank account wait for the provider, and further quotes have no account of the provider', async () => {
    fake.fail('slow')
    const dish = await restaurant.dish(5000)
    const asked = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const ada = await restaurant.customer()
        return { ada, quote: (await restaurant.quote(ada, cartOf(dish))).body }
      }),
    )
    await eventually(() => expect(fake.waiting()).toBe(16))
    expect(asked.map(({ quote }) => quote.accounts.length)).toEqual(Array(20).fill(2))
    // Verifications have a separate limit.
    const paid = await restaurant.order(await restaurant.customer())
    expect(fake.waiting()).toBe(16)
    expect((await restaurant.pay(cashier, paid.orderId, 5000)).body.payment).toBe('found')
    fake.release()
    const settledQuotes = await Promise.all(asked.map(({ ada, quote }) => settled(ada, quote.id)))
    expect(settledQuotes.filter(({ accounts }) => accounts.length === 3)).toHaveLength(16)
  })

  test.each(['down', 'reset'] as const)(
    'SAFE-6: the payment page gets an event that no account comes when the provider is %s',
    async (how) => {
      fake.fail(how)
      const { ada, id, quote } = await newQuote()
      expect(quote.accounts.map(({ id }) => id)).toEqual(['demo-bank', 'sample-trust'])
      await eventually(async () =>
        expect(await lastEvent(id)).toMatchObject({ type: 'quote.changed', topics: [`customer:${ada.id}`] }),
      )
      // The server requests no account for a minute after a failure.
      const before = fake.requests.length
      expect((await readQuote(ada, id)).accountPending).toBeUndefined()
      expect(fake.requests).toHaveLength(before)
    },
  )

  test.each(['down', 'reset'] as const)(
    'SAFE-6: a payment notice while the provider is %s returns 503, and is recorded when it is sent again',
    async (how) => {
      const { id, reference } = await newOrder()
      fake.receiveTransfer(reference, 5000)
      fake.fail(how)
      expect(await deliver(fake.webhook(reference))).toBe(503)
      expect(await read(id)).toMatchObject({ payment: 'claimed', received: 0 })
      fake.fail('none')
      expect(await deliver(fake.webhook(reference))).toBe(200)
      expect(await read(id)).toMatchObject({ payment: 'found' })
    },
  )

  test('SAFE-6: a notice whose payment cannot be recorded returns 500 and makes no order', async () => {
    const { id, reference } = await newQuote()
    fake.receiveTransfer(reference, 5000)
    await restaurant.orm.execute(
      `create function fail() returns trigger language plpgsql as $$ begin raise 'no audit'; end $$;
       create trigger fail before insert on audit for each row when (new.action = 'order.confirm-extra') execute function fail()`,
    )
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(await deliver(fake.webhook(reference))).toBe(500)
    expect((await restaurant.call(owner, 'GET', `/api/orders/${id}`)).status).toBe(404)
    expect((await restaurant.events(id)).filter(({ type }) => type !== 'quote.changed')).toEqual([])
    await restaurant.orm.execute('drop trigger fail on audit; drop function fail')
    expect(await deliver(fake.webhook(reference))).toBe(200)
    expect(await read(id)).toMatchObject({ payment: 'found', received: 5000 })
  })
})
