import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { freshDatabase } from '#tests/support/database.ts'
import { cartOf, openTestRestaurant } from '#tests/support/restaurant.ts'
import { firstConfirmations, movements } from '../db/schema.ts'

const restaurant = await openTestRestaurant(await freshDatabase())
const { cashier, owner, kitchen } = restaurant
const colleague = await restaurant.member('cashier')

const newOrder = async (price = 5000) => restaurant.order(await restaurant.customer(), price)
const setLimit = (secondPersonAbove: number | null, by = owner) =>
  restaurant.call(by, 'PATCH', '/api/office/settings', { secondPersonAbove })
const recorded = (id: string) => restaurant.orm.select().from(movements).where(eq(movements.orderId, id))
const needed = { status: 409, body: { code: 'second-person-needed' } }

describe('the bank session id', () => {
  test('SAFE-5: a bank’s session id in digits of another script, in another case or spacing is the same transfer', async () => {
    expect((await restaurant.pay(cashier, (await newOrder()).orderId, 5000, 'FT 0123-abc')).status).toBe(200)
    for (const again of ['ft0123ABC', 'FT٠١٢٣ABC', 'ＦＴ０１２３ＡＢＣ', 'F\u200bT\u00ad0123abc', 'FT०१२३ABC']) {
      expect(await restaurant.pay(cashier, (await newOrder()).orderId, 5000, again)).toMatchObject({
        status: 409,
        body: { code: 'transfer-already-used' },
      })
    }
  })

  test.each([
    ['a Cyrillic letter', 'FT0123АBC'],
    ['an accent', 'FT0123ÀBC'],
    ['a dotless i', 'FT0123ıBC'],
    ['a sign', 'FT0123+BC'],
    ['an emoji', 'FT0123🔥BC'],
  ])('SAFE-5: a session id with %s is refused', async (_what, session) => {
    const order = await newOrder()
    expect(await restaurant.pay(cashier, order.orderId, 5000, session)).toMatchObject({
      status: 422,
      body: { code: 'invalid', field: 'sessionId' },
    })
    expect(await recorded(order.orderId)).toEqual([])
  })
})

describe("a cashier's own order", () => {
  test('SAFE-5: a cashier cannot record money for their own order, but a colleague or the owner can', async () => {
    const own = await restaurant.order(cashier)
    const refused = { status: 403, body: { code: 'not-allowed' } }
    expect(await restaurant.pay(cashier, own.orderId, 5000)).toMatchObject(refused)
    const cash = { method: 'cash', amount: 5000, received: 0 }
    expect(await restaurant.act(cashier, own.orderId, 'till-payment', cash)).toMatchObject(refused)
    expect(await restaurant.pay(colleague, own.orderId, 6000)).toMatchObject({ status: 200, body: { owed: 1000 } })
    const extra = { accountId: 'demo-bank', amount: 1, sender: 'ADA', sessionId: 'another one', extra: true }
    expect(await restaurant.act(cashier, own.orderId, 'confirm-payment', extra)).toMatchObject(refused)
    expect(await restaurant.act(cashier, own.orderId, 'refund', { method: 'cash', amount: 1000 })).toMatchObject(
      refused,
    )
    const ownersOwn = await restaurant.order(owner)
    expect(await restaurant.pay(owner, ownersOwn.orderId, 5000)).toMatchObject({ status: 200 })
  })
})

describe("the owner's limit", () => {
  afterEach(async () => void (await setLimit(null)))

  test('SAFE-5: only the owner sets the sum above which two people must confirm', async () => {
    for (const caller of [cashier, kitchen]) expect(await setLimit(1, caller)).toMatchObject({ status: 403 })
    expect(await setLimit(10_000)).toMatchObject({ status: 200, body: { secondPersonAbove: 10_000 } })
  })

  test('SAFE-5: a payment above the owner’s limit is recorded only when two different people have confirmed it', async () => {
    await setLimit(10_000)
    const order = await newOrder(12_000)
    expect(await restaurant.pay(cashier, order.orderId, 12_000, 'large sum 1')).toMatchObject(needed)
    expect(await restaurant.pay(cashier, order.orderId, 12_000, 'large sum 1')).toMatchObject(needed)
    expect(await recorded(order.orderId)).toEqual([])
    expect((await restaurant.auditEntries(`order:${order.orderId}`)).at(-1)).toMatchObject({
      action: 'order.first-confirmation',
      actorId: cashier.id,
    })
    expect(await restaurant.pay(colleague, order.orderId, 12_001, 'large sum 1')).toMatchObject({ status: 422 })
    // The till reads that the payment waits for a second person. The kitchen does not.
    const mark = async (caller: typeof cashier) =>
      (await restaurant.call<{ firstConfirmation?: object }>(caller, 'GET', `/api/orders/${order.orderId}`)).body
        .firstConfirmation
    expect(await mark(colleague)).toEqual({ name: cashier.username, amount: 12_000 })
    expect(await mark(kitchen)).toBeUndefined()
    const [, marked] = (await restaurant.events(order.orderId)).filter(({ type }) => type === 'order.first-confirmed')
    expect(marked?.topics.toSorted()).toEqual(['kitchen', 'till'])
    expect(await restaurant.pay(colleague, order.orderId, 12_000, 'Large-Sum-1')).toMatchObject({
      status: 200,
      body: { payment: 'found' },
    })
    expect(await recorded(order.orderId)).toHaveLength(1)
    expect(await restaurant.orm.$count(firstConfirmations)).toBe(0)
    expect(await mark(colleague)).toBeNull()
    // One person suffices at the limit.
    expect(await restaurant.pay(cashier, (await newOrder(10_000)).orderId, 10_000)).toMatchObject({ status: 200 })
  })

  test('SAFE-5: two people who confirm a payment above the limit concurrently record the payment once', async () => {
    await setLimit(10_000)
    const order = await newOrder(12_000)
    const answers = await Promise.all(
      [cashier, colleague].map((by) => restaurant.pay(by, order.orderId, 12_000, 'same moment')),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await recorded(order.orderId)).toHaveLength(1)
  })

  test('SAFE-5: a sum above the limit needs a second person too if it is paid in several payments or at the counter', async () => {
    await setLimit(10_000)
    const order = await newOrder(12_000)
    expect(await restaurant.pay(cashier, order.orderId, 9000)).toMatchObject({
      status: 200,
      body: { payment: 'short' },
    })
    expect(await restaurant.pay(cashier, order.orderId, 3000)).toMatchObject(needed)
    const cash = { method: 'cash', amount: 3000, received: 9000 }
    expect(await restaurant.act(cashier, order.orderId, 'till-payment', cash)).toMatchObject(needed)
    expect(await restaurant.act(colleague, order.orderId, 'till-payment', cash)).toMatchObject({ status: 200 })
    const { body: quote } = await restaurant.call<{ id: string }>(cashier, 'POST', '/api/desk/quotes', {
      channel: 'walk-in',
      ...cartOf(await restaurant.dish(12_000)),
    })
    const placed = { quoteId: quote.id, payment: { method: 'cash', amount: 12_000 } }
    expect(await restaurant.call(cashier, 'POST', '/api/desk/orders', placed)).toMatchObject(needed)
  })
})

test('SAFE-5: payments of an order that add up to more than a database integer are refused with a sentence', async () => {
  const order = await newOrder()
  const pay = (session: string) =>
    restaurant.act(cashier, order.orderId, 'confirm-payment', {
      accountId: 'demo-bank',
      amount: 1_000_000_000,
      sender: 'ADA OBI',
      sessionId: session,
      extra: true,
    })
  expect((await pay('first billion')).status).toBe(200)
  expect((await pay('second billion')).status).toBe(200)
  expect(await pay('third billion')).toMatchObject({ status: 422, body: { code: 'invalid', field: 'amount' } })
  expect(await recorded(order.orderId)).toHaveLength(2)
})
