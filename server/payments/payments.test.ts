import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Order, TillOrder } from '#contract/order/orders.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { openTestRestaurant } from '#tests/support/restaurant.ts'
import { movements, orders } from '../db/schema.ts'

const restaurant = await openTestRestaurant(await freshDatabase())
const { cashier, owner, kitchen, rider } = restaurant

const newOrder = async () => restaurant.order(await restaurant.customer(), 5000)

const atDesk = async (id: string) => (await restaurant.call<TillOrder>(owner, 'GET', `/api/orders/${id}`)).body

function unpaid({ deliveryAddress: _, deliveryCode: __, ...seen }: Order): TillOrder {
  return { ...seen, firstConfirmation: null }
}

test('only cashier and owner can confirm a payment', async () => {
  const order = await newOrder()
  expect(await restaurant.pay(undefined, order.orderId, 5000)).toMatchObject({
    status: 401,
    body: { code: 'not-signed-in' },
  })
  for (const caller of [await restaurant.customer(), kitchen, rider]) {
    expect(await restaurant.pay(caller, order.orderId, 5000)).toMatchObject({
      status: 403,
      body: { code: 'not-allowed' },
    })
  }
  expect((await restaurant.pay(owner, order.orderId, 5000)).status).toBe(200)
  expect((await restaurant.pay(cashier, (await newOrder()).orderId, 5000)).status).toBe(200)
})

test('a customer cannot confirm the payment of their own order', async () => {
  const ada = await restaurant.customer()
  const order = await restaurant.order(ada)
  expect((await restaurant.pay(ada, order.orderId, 5000)).status).toBe(403)
})

test.each([
  [5000, 'found'],
  [4999, 'short'],
  [5001, 'over'],
] as const)('a transfer of %d for an order of 5000 is recorded as %s, published and audited', async (amount, state) => {
  const order = await newOrder()
  const { status, body } = await restaurant.pay(cashier, order.orderId, amount, `session-${amount}`)
  expect(status).toBe(200)
  expect(body).toMatchObject({ payment: state, received: amount, status: 'pending', version: 2 })
  const [, event] = await restaurant.events(order.orderId)
  expect(event).toMatchObject({
    type: `payment.${state}`,
    topics: ['till', 'kitchen', `customer:${order.customerId}`],
    version: 2,
    data: body,
  })
  const [, entry] = await restaurant.auditEntries(`order:${order.orderId}`)
  expect(entry).toMatchObject({
    actorId: cashier.id,
    action: 'order.confirm-payment',
    detail: { accountId: 'demo-bank', amount, received: amount, total: 5000, payment: state },
  })
  expect(JSON.stringify(entry)).not.toMatch(/ADA OBI|session-/)
  expect(await restaurant.orm.select().from(movements).where(eq(movements.orderId, order.orderId))).toMatchObject([
    {
      kind: 'received',
      place: 'account:demo-bank',
      amount,
      method: 'transfer',
      sender: 'ADA OBI',
      recordedBy: cashier.id,
      reference: `SESSION${amount}`,
    },
  ])
})

test('a short transfer and a transfer of the rest together make the payment found', async () => {
  const order = await newOrder()
  expect((await restaurant.pay(cashier, order.orderId, 3000)).body).toMatchObject({ payment: 'short', received: 3000 })
  expect((await restaurant.pay(cashier, order.orderId, 1500)).body).toMatchObject({ payment: 'short', received: 4500 })
  expect((await restaurant.pay(owner, order.orderId, 500)).body).toMatchObject({
    payment: 'found',
    received: 5000,
    version: 4,
  })
  const events = await restaurant.events(order.orderId)
  expect(events.map(({ type }) => type)).toEqual(['order.placed', 'payment.short', 'payment.short', 'payment.found'])
})

test('TRACK-1: a transfer found after the promised time starts a new promise, and a transfer found earlier keeps the promise', async () => {
  const [late, early] = [await newOrder(), await newOrder()]
  const overdue = new Date(Date.now() - 60_000)
  await restaurant.orm.update(orders).set({ readyBy: overdue }).where(eq(orders.orderId, late.orderId))
  for (const { orderId } of [late, early]) await restaurant.pay(cashier, orderId, 5000)
  expect(Date.parse((await atDesk(late.orderId)).readyBy)).toBeGreaterThan(Date.now())
  expect((await atDesk(early.orderId)).readyBy).toBe(early.readyBy)
  const { body } = await restaurant.act(kitchen, late.orderId, 'start')
  expect(body).toMatchObject({ status: 'preparing', readyBy: (await atDesk(late.orderId)).readyBy })
})

test('the payment of an order cannot be confirmed again once it is found', async () => {
  const order = await newOrder()
  await restaurant.pay(cashier, order.orderId, 5000)
  expect(await restaurant.pay(cashier, order.orderId, 5000)).toMatchObject({
    status: 409,
    body: { code: 'order-moved-on', detail: 'The payment of this order is already confirmed.' },
  })
  expect(await restaurant.orm.$count(movements, eq(movements.orderId, order.orderId))).toBe(1)
})

test('the payment of a cancelled order cannot be confirmed', async () => {
  const order = await newOrder()
  await restaurant.act(cashier, order.orderId, 'cancel', { reason: 'No transfer came' })
  expect(await restaurant.pay(cashier, order.orderId, 5000)).toMatchObject({
    status: 409,
    body: { code: 'order-moved-on', detail: 'This order is already cancelled.' },
  })
})

describe('a transfer counts for one order only', () => {
  test.each([
    ['000014251120172648123456789012', '000014251120172648123456789012'],
    ['FT 25324 ABCDE', 'ft25324abcde'],
    ['FT25325-XYZ', ' F T 2 5 3 2 5 x y z '],
  ])('the bank’s session id %j is recognised as %j', async (first, second) => {
    const [one, two] = [await newOrder(), await newOrder()]
    expect((await restaurant.pay(cashier, one.orderId, 5000, first)).status).toBe(200)
    expect(await restaurant.pay(cashier, two.orderId, 5000, second)).toMatchObject({
      status: 409,
      body: {
        code: 'transfer-already-used',
        field: 'sessionId',
        detail: `This transfer is already recorded for order ${one.orderId.slice(-6)}.`,
      },
    })
    expect(await atDesk(two.orderId)).toEqual(unpaid(two))
    expect(await restaurant.events(two.orderId)).toHaveLength(1)
  })

  test('a short transfer that is recorded twice for one order counts once', async () => {
    const order = await newOrder()
    await restaurant.pay(cashier, order.orderId, 3000, 'recorded-twice')
    expect(await restaurant.pay(cashier, order.orderId, 3000, 'recorded-twice')).toMatchObject({
      status: 409,
      body: { code: 'transfer-already-used', detail: 'This transfer is already recorded for this order.' },
    })
    expect((await restaurant.call<Order>(owner, 'GET', `/api/orders/${order.orderId}`)).body.received).toBe(3000)
  })

  test('one of ten concurrent confirmations with one session id for ten orders succeeds', async () => {
    const list = await Promise.all(Array.from({ length: 10 }, newOrder))
    const answers = await Promise.all(
      list.map(({ orderId: id }, index) =>
        restaurant.pay(index % 2 ? cashier : owner, id, 5000, 'one-transfer-ten-orders'),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { body } of answers.filter(({ status }) => status !== 200)) {
      expect(body.code).toBe('transfer-already-used')
    }
  })
})

test('ten concurrent transfers for one order all count', async () => {
  const order = await newOrder()
  const answers = await Promise.all(Array.from({ length: 10 }, () => restaurant.pay(cashier, order.orderId, 500)))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  const { body } = await restaurant.call<Order>(owner, 'GET', `/api/orders/${order.orderId}`)
  expect(body).toMatchObject({ received: 5000, payment: 'found', version: 11 })
})

test('twenty concurrent confirmations with one session id record one payment', async () => {
  const order = await newOrder()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => restaurant.pay(cashier, order.orderId, 5000, 'confirmed-twenty-times')),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  expect(await restaurant.orm.$count(movements, eq(movements.orderId, order.orderId))).toBe(1)
})

const right = { accountId: 'demo-bank', amount: 5000, sender: 'ADA OBI', sessionId: 'a-right-session' }

test.each([
  ['an unknown account', { accountId: 'elsewhere' }, 'accountId'],
  ['no amount', { amount: 0 }, 'amount'],
  ['a negative amount', { amount: -5000 }, 'amount'],
  ['half a kobo', { amount: 4999.505 }, 'amount'],
  ['an amount in words', { amount: '5000' }, 'amount'],
  ['an amount above the highest', { amount: 1e12 }, 'amount'],
  ['no sender', { sender: ' ' }, 'sender'],
  ['a short session id', { sessionId: '12345' }, 'sessionId'],
  ['a session id of spaces and dashes', { sessionId: 'a - - - - b' }, 'sessionId'],
  ['a payment state', { payment: 'found' }, 'payment'],
])('a confirmation with %s is refused with its field, and nothing is recorded', async (_what, wrong, field) => {
  const order = await newOrder()
  const answer = await restaurant.act(cashier, order.orderId, 'confirm-payment', { ...right, ...wrong })
  expect({ status: answer.status, field: answer.body.field }).toEqual({ status: 422, field })
  expect(await atDesk(order.orderId)).toEqual(unpaid(order))
})

test('confirming the payment of an unknown order returns 404', async () => {
  expect(await restaurant.pay(cashier, 'AAAAAAAAA', 5000)).toMatchObject({ status: 404, body: { code: 'not-found' } })
})
