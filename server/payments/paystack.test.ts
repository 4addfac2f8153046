import { eq } from 'drizzle-orm'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { openFakePaystack } from '#tests/support/fake-paystack.ts'
import { cartOf, openTestRestaurant } from '#tests/support/restaurant.ts'
import { payments } from '../db/schema.ts'
import { paystack } from './paystack.ts'

const secretKey = 'sk_test_0123456789'
const fake = await openFakePaystack(secretKey)
afterAll(fake.stop)
afterEach(() => {
  fake.fail('no')
  vi.restoreAllMocks()
})

/** Lets the requests to Paystack end after 50 ms instead of 5 s, for a Paystack that never answers. */
function endRequestsSoon() {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  return vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(50))
}

const restaurant = await openTestRestaurant(await freshDatabase(), paystack({ secretKey, url: fake.url }))
const { owner, cashier } = restaurant

/** A quote of 5000 and the charge that was opened for it. */
async function newQuote() {
  const ada = await restaurant.customer()
  const { body: quote } = await restaurant.quote(ada, cartOf(await restaurant.dish(5000)))
  return { ada, quote, reference: fake.referenceOf(quote.id) }
}

async function newOrder() {
  const { ada, quote, reference } = await newQuote()
  await restaurant.place(ada, quote.id)
  return { ada, id: quote.id, reference }
}

const path = '/api/payments/paystack-events'

async function deliver({ body, signature }: { body: string; signature?: string | undefined }): Promise<number> {
  const headers = { 'content-type': 'application/json', ...(signature && { 'x-paystack-signature': signature }) }
  return (await restaurant.request(path, { method: 'POST', headers, body })).status
}

const look = async (id: string) => (await restaurant.call<Order>(owner, 'GET', `/api/orders/${id}`)).body
const recorded = (id: string) => restaurant.orm.select().from(payments).where(eq(payments.orderId, id))

test('an offer has an account of its own on top, the same for every tab, and the restaurant its own below', async () => {
  const { ada, quote } = await newQuote()
  expect(quote.accounts).toMatchObject([{ id: 'paystack', bank: 'Titan' }, { id: 'demo-bank' }, { id: 'sample-trust' }])
  const again = await restaurant.call<typeof quote>(ada, 'GET', `/api/quotes/${quote.id}`)
  expect(again.body.accounts).toEqual(quote.accounts)
  await restaurant.place(ada, quote.id)
  const placed = await restaurant.call<typeof quote>(ada, 'GET', `/api/quotes/${quote.id}`)
  expect(placed.body.accounts.map(({ id }) => id)).toEqual(['demo-bank', 'sample-trust'])
})

test.each(['down', 'silent'] as const)(
  'with Paystack %s the customer pays into the accounts there are',
  async (how) => {
    fake.fail(how)
    const limits = endRequestsSoon()
    const { quote } = await newQuote()
    expect(quote.accounts.map(({ id }) => id)).toEqual(['demo-bank', 'sample-trust'])
    expect(limits).toHaveBeenCalledWith(5000)
  },
)

test('a payment confirms itself, told and on record as nobody’s entry', async () => {
  const { id, reference } = await newOrder()
  fake.arrive(reference, 5000)
  expect(await deliver(fake.notice(reference))).toBe(200)
  const order = await look(id)
  expect(order).toMatchObject({ payment: 'found', received: 5000, status: 'pending', version: 2 })
  expect((await restaurant.events(id)).at(-1)).toMatchObject({ type: 'payment.found', data: order })
  expect((await restaurant.auditOf(`order:${id}`)).at(-1)).toMatchObject({
    actorId: null,
    actorRole: null,
    action: 'payment.confirm',
    detail: { accountId: 'paystack', amount: 5000, state: 'found' },
  })
  expect(await recorded(id)).toMatchObject([{ provider: 'paystack', recordedBy: null, sender: 'ADA OBI' }])
})

test('webhook doubled', async () => {
  const { id, reference } = await newOrder()
  fake.arrive(reference, 5000)
  const notice = fake.notice(reference)
  expect(await Promise.all(Array.from({ length: 20 }, () => deliver(notice)))).toEqual(Array(20).fill(200))
  expect(await deliver(notice)).toBe(200)
  expect(await look(id)).toMatchObject({ received: 5000, payment: 'found', version: 2, owed: 0 })
  expect(await recorded(id)).toHaveLength(1)
})

test('webhook forged', async () => {
  const { id, reference } = await newOrder()
  const right = fake.notice(reference)
  const asked = fake.asked.length
  for (const forged of [
    { body: right.body },
    { body: right.body, signature: '' },
    { body: right.body, signature: 'a'.repeat(128) },
    { body: right.body, signature: right.signature.slice(2) },
    { body: `${right.body} `, signature: right.signature },
    fake.notice(reference, 'charge.success', 'sk_test_of_another'),
  ]) {
    expect(await deliver(forged)).toBe(422)
  }
  // Nor is Paystack asked: nobody can make us call out.
  expect(fake.asked).toHaveLength(asked)
  // Rightly signed and not true: nothing has arrived.
  expect(await deliver(right)).toBe(503)
  expect(await look(id)).toMatchObject({ payment: 'claimed', received: 0, version: 1 })
})

test('the amount is what Paystack answers, not what a notice says: short and too much are recorded as such', async () => {
  const [short, over] = [await newOrder(), await newOrder()]
  fake.arrive(short.reference, 4950)
  fake.arrive(over.reference, 5600)
  for (const { reference } of [short, over]) expect(await deliver(fake.notice(reference))).toBe(200)
  expect(await look(short.id)).toMatchObject({ payment: 'short', received: 4950 })
  expect(await look(over.id)).toMatchObject({ payment: 'over', received: 5600, owed: 600 })
  expect((await restaurant.pay(cashier, short.id, 50)).body).toMatchObject({ payment: 'found', received: 5000 })
})

test('a notice that comes before the money is asked for again, and counts when it is there', async () => {
  const { id, reference } = await newOrder()
  expect(await deliver(fake.notice(reference))).toBe(503)
  fake.arrive(reference, 5000)
  expect(await deliver(fake.notice(reference))).toBe(200)
  expect(await look(id)).toMatchObject({ payment: 'found' })
})

test.each(['down', 'silent'] as const)(
  'with Paystack %s a notice is not believed, and counts when it answers',
  async (how) => {
    const { id, reference } = await newOrder()
    fake.arrive(reference, 5000)
    fake.fail(how)
    const limits = endRequestsSoon()
    expect(await deliver(fake.notice(reference))).toBe(503)
    expect(limits).toHaveBeenCalledWith(5000)
    expect(await look(id)).toMatchObject({ payment: 'claimed', received: 0 })
    vi.restoreAllMocks()
    fake.fail('no')
    expect(await deliver(fake.notice(reference))).toBe(200)
    expect(await look(id)).toMatchObject({ payment: 'found' })
  },
)

test('money for an offer that has long expired makes no order, and is asked for again', async () => {
  const { quote, reference } = await newQuote()
  await restaurant.expireQuote(quote.id, -60)
  fake.arrive(reference, 5000)
  expect(await deliver(fake.notice(reference))).toBe(409)
  expect((await restaurant.call(owner, 'GET', `/api/orders/${quote.id}`)).status).toBe(404)
})

test('one that comes late, after the order was cancelled, is owed to the customer', async () => {
  const { id, reference } = await newOrder()
  await restaurant.step(cashier, id, 'cancellation', { reason: 'No transfer arrived' })
  fake.arrive(reference, 5000)
  expect(await deliver(fake.notice(reference))).toBe(200)
  expect(await look(id)).toMatchObject({ status: 'cancelled', received: 5000, owed: 5000 })
})

test('notices in any order leave the same', async () => {
  const { id, reference } = await newOrder()
  fake.arrive(reference, 5000)
  for (const event of ['transfer.failed', 'charge.success', 'charge.dispute.create', 'bank.transfer.rejected']) {
    expect(await deliver(fake.notice(reference, event))).toBe(200)
  }
  expect(await look(id)).toMatchObject({ received: 5000, version: 2 })
})

test('a customer who paid and never pressed the button has the order all the same', async () => {
  const { ada, quote, reference } = await newQuote()
  fake.arrive(reference, 5000)
  expect(await deliver(fake.notice(reference))).toBe(200)
  expect(await look(quote.id)).toMatchObject({ customerId: ada.id, payment: 'found', status: 'pending' })
  expect((await restaurant.place(ada, quote.id)).status).toBe(200)
})

test('money of another account, another currency or a failed charge is not believed', async () => {
  // Signed by our key and paid, but no charge of ours.
  fake.arrive('somebody-elses', 5000)
  expect(await deliver(fake.notice('somebody-elses'))).toBe(200)
  for (const wrong of [{ currency: 'USD' }, { status: 'failed' }, { reference: 'another' }, { amount: 99 }]) {
    const { id, reference } = await newOrder()
    fake.arrive(reference, 5000, wrong)
    expect(await deliver(fake.notice(reference))).toBe(503)
    expect(await look(id)).toMatchObject({ payment: 'claimed', received: 0 })
  }
})

test.each(['not json', '{}', '[]', '{"event":"charge.success","data":{"reference":7}}'])(
  'a signed notice that says nothing is taken and does nothing: %s',
  async (body) => {
    const { createHmac } = await import('node:crypto')
    expect(await deliver({ body, signature: createHmac('sha512', secretKey).update(body).digest('hex') })).toBe(200)
  },
)

test('without a provider there is no such route', async () => {
  const plain = await openTestRestaurant(await freshDatabase())
  expect((await plain.request(path, { method: 'POST', body: '{}' })).status).toBe(404)
})
