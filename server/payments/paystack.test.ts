import { eq } from 'drizzle-orm'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { Order } from '#contract/order/orders.ts'
import type { Quote } from '#contract/order/quotes.ts'
import type { User } from '#contract/session.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { openFakePaystack } from '#tests/support/fake-paystack.ts'
import { cartOf, openTestRestaurant } from '#tests/support/restaurant.ts'
import { charges, movements } from '../db/schema.ts'
import { chargesOf } from './charges.ts'
import { paystack } from './paystack.ts'

const secretKey = 'sk_test_0123456789'
const fake = await openFakePaystack(secretKey)
afterAll(fake.stop)
afterEach(() => {
  fake.fail('none')
  vi.restoreAllMocks()
})

/** Aborts requests to Paystack after 50 ms instead of 5 s, because this fake never answers. */
function shortenTimeouts() {
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  return vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(50))
}

const restaurant = await openTestRestaurant(await freshDatabase(), paystack({ secretKey, url: fake.url }))
const { owner, cashier } = restaurant

async function newQuote() {
  const ada = await restaurant.customer()
  return { ada, ...(await quoteFor(ada)) }
}

const enoughTime = { timeout: 30_000 }

/** Returns a quote of ₦5,000 after Paystack has responded or failed. */
async function quoteFor(ada: User) {
  const { body } = await restaurant.quote(ada, cartOf(await restaurant.dish(5000)))
  const quote = await vi.waitFor(async () => {
    const { body: quote } = await restaurant.call<Quote>(ada, 'GET', `/api/quotes/${body.id}`)
    expect(quote.accountPending).toBeUndefined()
    return quote
  }, enoughTime)
  return { quote, reference: fake.referenceOf(quote.id) }
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

const read = async (id: string) => (await restaurant.call<Order>(owner, 'GET', `/api/orders/${id}`)).body
const recorded = (id: string) => restaurant.orm.select().from(movements).where(eq(movements.orderId, id))

test("an open quote lists the same Paystack account first at every reading, and then the restaurant's accounts", async () => {
  const { ada, quote } = await newQuote()
  expect(quote.accounts).toMatchObject([{ id: 'paystack', bank: 'Titan' }, { id: 'demo-bank' }, { id: 'sample-trust' }])
  const again = await restaurant.call<typeof quote>(ada, 'GET', `/api/quotes/${quote.id}`)
  expect(again.body.accounts).toEqual(quote.accounts)
  await restaurant.place(ada, quote.id)
  const placed = await restaurant.call<typeof quote>(ada, 'GET', `/api/quotes/${quote.id}`)
  expect(placed.body.accounts.map(({ id }) => id)).toEqual(['demo-bank', 'sample-trust'])
})

test("reading a quote again while Paystack's response is being stored opens no second bank account", async () => {
  const { quote } = await newQuote()
  const provider = paystack({ secretKey, url: fake.url })
  const open = vi.spyOn(provider, 'open')
  const withAccount = chargesOf(restaurant.database, provider, vi.fn())
  await restaurant.orm.delete(charges).where(eq(charges.quoteId, quote.id))
  fake.fail('slow')
  expect((await withAccount(quote)).accountPending).toBe(true)
  // The later reading finds no account yet, and continues only after the account of the earlier reading is stored.
  let goOn = (_: never[]) => {}
  const none = new Promise<never[]>((resolve) => {
    goOn = resolve
  })
  const slow = { from: () => ({ where: () => none }) }
  vi.spyOn(restaurant.orm, 'select').mockImplementationOnce(() => slow as never)
  const second = withAccount(quote)
  await vi.waitFor(() => expect(fake.waiting()).toBeGreaterThan(0), enoughTime)
  fake.release()
  await vi.waitFor(async () => expect((await withAccount(quote)).accountPending).toBeUndefined(), enoughTime)
  goOn([])
  expect((await second).accountPending).toBeUndefined()
  expect(open).toHaveBeenCalledOnce()
})

test.each(['down', 'silent'] as const)(
  "a quote made while Paystack is %s lists the restaurant's accounts only",
  async (how) => {
    fake.fail(how)
    const timeouts = shortenTimeouts()
    const { quote } = await newQuote()
    expect(quote.accounts.map(({ id }) => id)).toEqual(['demo-bank', 'sample-trust'])
    expect(timeouts).toHaveBeenCalledWith(5000)
  },
)

test('a webhook confirms the payment, and the confirmation is published and audited without an actor', async () => {
  const { id, reference } = await newOrder()
  fake.receiveTransfer(reference, 5000)
  expect(await deliver(fake.webhook(reference))).toBe(200)
  const order = await read(id)
  expect(order).toMatchObject({ payment: 'found', received: 5000, status: 'pending', version: 2 })
  expect((await restaurant.events(id)).at(-1)).toMatchObject({ type: 'payment.found', data: order })
  expect((await restaurant.auditEntries(`order:${id}`)).at(-1)).toMatchObject({
    actorId: null,
    actorRole: null,
    action: 'order.confirm-extra',
    detail: { accountId: 'paystack', amount: 5000, payment: 'found' },
  })
  expect(await recorded(id)).toMatchObject([
    { place: 'account:paystack', provider: 'paystack', recordedBy: null, sender: 'ADA OBI' },
  ])
})

test('SAFE-4: a crowded order rings at the desk after its transfer is confirmed', async () => {
  const { ada } = await newOrder()
  await restaurant.order(ada)
  const { quote, reference } = await quoteFor(ada)
  const { body: placed } = await restaurant.place(ada, quote.id)
  expect(placed.acknowledgedAt).not.toBeNull()
  fake.receiveTransfer(reference, 5000)
  expect(await deliver(fake.webhook(reference))).toBe(200)
  expect(await read(quote.id)).toMatchObject({ payment: 'found', acknowledgedAt: null })
})

test('SAFE-4: a transfer confirmed by a provider makes an order even if the customer has three unpaid orders', async () => {
  const { ada, quote, reference } = await newQuote()
  for (let count = 0; count < 3; count++) await restaurant.order(ada)
  fake.receiveTransfer(reference, 5000)
  expect(await deliver(fake.webhook(reference))).toBe(200)
  expect(await read(quote.id)).toMatchObject({ payment: 'found', received: 5000 })
})

test('a webhook that is sent 21 times records one payment', async () => {
  const { id, reference } = await newOrder()
  fake.receiveTransfer(reference, 5000)
  const webhook = fake.webhook(reference)
  expect(await Promise.all(Array.from({ length: 20 }, () => deliver(webhook)))).toEqual(Array(20).fill(200))
  expect(await deliver(webhook)).toBe(200)
  expect(await read(id)).toMatchObject({ received: 5000, payment: 'found', version: 2, owed: 0 })
  expect(await recorded(id)).toHaveLength(1)
})

test('a webhook with a missing or wrong signature returns 422, and a webhook whose payment Paystack does not have returns 503', async () => {
  const { id, reference } = await newOrder()
  const right = fake.webhook(reference)
  const before = fake.requests.length
  for (const forged of [
    { body: right.body },
    { body: right.body, signature: '' },
    { body: right.body, signature: 'a'.repeat(128) },
    { body: right.body, signature: right.signature.slice(2) },
    { body: `${right.body} `, signature: right.signature },
    fake.webhook(reference, 'charge.success', 'sk_test_of_another'),
  ]) {
    expect(await deliver(forged)).toBe(422)
  }
  // A forged webhook causes no request to Paystack.
  expect(fake.requests).toHaveLength(before)
  // The signature is valid, but Paystack has no payment.
  expect(await deliver(right)).toBe(503)
  expect(await read(id)).toMatchObject({ payment: 'claimed', received: 0, version: 1 })
})

test('the amount is read from Paystack instead of the webhook: short and over payments are recorded', async () => {
  const [short, over] = [await newOrder(), await newOrder()]
  fake.receiveTransfer(short.reference, 4950)
  fake.receiveTransfer(over.reference, 5600)
  for (const { reference } of [short, over]) expect(await deliver(fake.webhook(reference))).toBe(200)
  expect(await read(short.id)).toMatchObject({ payment: 'short', received: 4950 })
  expect(await read(over.id)).toMatchObject({ payment: 'over', received: 5600, owed: 600 })
  expect((await restaurant.pay(cashier, short.id, 50)).body).toMatchObject({ payment: 'found', received: 5000 })
})

test('a webhook before the transfer returns 503, and its retry confirms the payment', async () => {
  const { id, reference } = await newOrder()
  expect(await deliver(fake.webhook(reference))).toBe(503)
  fake.receiveTransfer(reference, 5000)
  expect(await deliver(fake.webhook(reference))).toBe(200)
  expect(await read(id)).toMatchObject({ payment: 'found' })
})

test.each(['down', 'silent'] as const)(
  'a webhook that arrives while Paystack is %s returns 503, and its retry confirms the payment',
  async (how) => {
    const { id, reference } = await newOrder()
    fake.receiveTransfer(reference, 5000)
    fake.fail(how)
    const timeouts = shortenTimeouts()
    expect(await deliver(fake.webhook(reference))).toBe(503)
    expect(timeouts).toHaveBeenCalledWith(5000)
    expect(await read(id)).toMatchObject({ payment: 'claimed', received: 0 })
    vi.restoreAllMocks()
    fake.fail('none')
    expect(await deliver(fake.webhook(reference))).toBe(200)
    expect(await read(id)).toMatchObject({ payment: 'found' })
  },
)

test('a webhook returns 503 while Paystack responds with something other than a charge, and its retry confirms the payment', async () => {
  const { id, reference } = await newOrder()
  // JSON has no NaN, so the fake sends null.
  for (const amount of [Number.NaN, -1, 0.5]) {
    fake.receiveTransfer(reference, 5000, { amount })
    expect(await deliver(fake.webhook(reference))).toBe(503)
  }
  fake.receiveTransfer(reference, 5000)
  expect(await deliver(fake.webhook(reference))).toBe(200)
  expect(await read(id)).toMatchObject({ payment: 'found', received: 5000 })
})

test('webhooks of other events change nothing', async () => {
  const { id, reference } = await newOrder()
  fake.receiveTransfer(reference, 5000)
  for (const event of ['transfer.failed', 'charge.success', 'charge.dispute.create', 'refund.processed']) {
    expect(await deliver(fake.webhook(reference, event))).toBe(200)
  }
  expect(await read(id)).toMatchObject({ received: 5000, version: 2 })
})

test('a payment for a quote that was not placed places the order', async () => {
  const { ada, quote, reference } = await newQuote()
  fake.receiveTransfer(reference, 5000)
  expect(await deliver(fake.webhook(reference))).toBe(200)
  expect(await read(quote.id)).toMatchObject({ customerId: ada.id, payment: 'found', status: 'pending' })
  expect((await restaurant.place(ada, quote.id)).status).toBe(200)
})

test('an unknown charge, another currency, reference or amount, and a pending charge are not recorded', async () => {
  // The webhook is signed and the charge is paid, but the charge is another restaurant's.
  fake.receiveTransfer('somebody-elses', 5000)
  expect(await deliver(fake.webhook('somebody-elses'))).toBe(200)
  for (const wrong of [{ currency: 'USD' }, { status: 'pending' }, { reference: 'another' }, { amount: 99 }]) {
    const { id, reference } = await newOrder()
    fake.receiveTransfer(reference, 5000, wrong)
    expect(await deliver(fake.webhook(reference))).toBe(503)
    expect(await read(id)).toMatchObject({ payment: 'claimed', received: 0 })
  }
})

test.each(['not json', '{}', '[]', '{"event":"charge.success","data":{"reference":7}}'])(
  'a signed webhook without a usable event returns 200 and does nothing: %s',
  async (body) => {
    const { createHmac } = await import('node:crypto')
    expect(await deliver({ body, signature: createHmac('sha512', secretKey).update(body).digest('hex') })).toBe(200)
  },
)

test('without a provider the webhook route returns 404', async () => {
  const plain = await openTestRestaurant(await freshDatabase())
  expect((await plain.request(path, { method: 'POST', body: '{}' })).status).toBe(404)
})
