import { expect, test } from 'vitest'
import type { Order } from '#contract/order/orders.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { openTestRestaurant } from '#tests/support/restaurant.ts'

const restaurant = await openTestRestaurant(await freshDatabase())
const { cashier, kitchen } = restaurant

const newOrder = async () => restaurant.order(await restaurant.customer(), 5000)
const start = (order: Order) => restaurant.act(kitchen, order.orderId, 'start')

test('a customer cannot confirm a payment, and a screenshot without a session id confirms nothing', async () => {
  const ada = await restaurant.customer()
  const order = await restaurant.order(ada, 5000)
  // A customer can only claim a transfer.
  expect((await restaurant.pay(ada, order.orderId, 5000)).status).toBe(403)
  await restaurant.act(cashier, order.orderId, 'report-missing')
  expect((await restaurant.act(ada, order.orderId, 'claim-again')).body.payment).toBe('claimed')
  expect(await start(order)).toMatchObject({ status: 409, body: { code: 'payment-not-confirmed' } })
  // A screenshot shows no session id of the restaurant's bank.
  expect(await restaurant.pay(cashier, order.orderId, 5000, '')).toMatchObject({
    status: 422,
    body: { field: 'sessionId' },
  })
})

test('a session id recorded for one order is refused for another order', async () => {
  const [first, second] = [await newOrder(), await newOrder()]
  await restaurant.pay(cashier, first.orderId, 5000, '000014 251120 1726 4812')
  for (const session of ['0000142511201726 4812', '000014-251120-1726-4812']) {
    expect(await restaurant.pay(cashier, second.orderId, 5000, session)).toMatchObject({
      status: 409,
      body: {
        code: 'transfer-already-used',
        detail: `This transfer is already recorded for order ${first.orderId.slice(-6)}.`,
      },
    })
  }
  expect(await start(second)).toMatchObject({ status: 409, body: { code: 'payment-not-confirmed' } })
})

test('a payment short by ₦50 does not pay for the order until the rest is recorded', async () => {
  const order = await newOrder()
  expect((await restaurant.pay(cashier, order.orderId, 4950)).body).toMatchObject({ payment: 'short', received: 4950 })
  expect(await start(order)).toMatchObject({ status: 409, body: { code: 'payment-not-confirmed' } })
  expect((await restaurant.pay(cashier, order.orderId, 50)).body).toMatchObject({ payment: 'found' })
  expect((await start(order)).status).toBe(200)
})

test('a payment into an unknown account is refused, and a payment into any account of the restaurant is found', async () => {
  const order = await newOrder()

  expect(await restaurant.pay(cashier, order.orderId, 5000, 'other-account-1', 'somebody-else')).toMatchObject({
    status: 422,
    body: { field: 'accountId' },
  })
  expect((await restaurant.pay(cashier, order.orderId, 5000, 'other-account-2', 'sample-trust')).body.payment).toBe(
    'found',
  )
  expect((await restaurant.auditEntries(`order:${order.orderId}`)).at(-1)?.detail).toMatchObject({
    accountId: 'sample-trust',
  })
})

test('a second payment for an order is recorded only as an extra payment, and its sum is a refund owed', async () => {
  const order = await newOrder()
  await restaurant.pay(cashier, order.orderId, 5000, 'paid-twice-1')
  const again = { accountId: 'demo-bank', amount: 5000, sender: 'ADA OBI', sessionId: 'paid-twice-2' }
  const confirm = (body: object) => restaurant.act(cashier, order.orderId, 'confirm-payment', body)
  // A payment for a paid order is refused without `extra`.
  expect(await confirm(again)).toMatchObject({ status: 409, body: { code: 'order-moved-on' } })
  expect(await confirm({ ...again, sessionId: 'paid-twice-1', extra: true })).toMatchObject({
    status: 409,
    body: { code: 'transfer-already-used' },
  })
  expect((await confirm({ ...again, extra: true })).body).toMatchObject({
    payment: 'over',
    received: 10000,
    owed: 5000,
  })
  // An extra payment for a completed order makes a refund owed too.
  await start(order)
  await restaurant.act(kitchen, order.orderId, 'mark-ready')
  await restaurant.act(cashier, order.orderId, 'complete')
  await restaurant.act(cashier, order.orderId, 'refund', { method: 'transfer', amount: 5000, reference: 'FT-TWICE' })
  expect((await confirm({ ...again, sessionId: 'paid-thrice', amount: 700, extra: true })).body).toMatchObject({
    status: 'completed',
    refunded: 5000,
    owed: 700,
  })
})
