import { describe, expect, test } from 'vitest'
import type { Order, OrderList } from '#contract/order/orders.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { openTestRestaurant } from '#tests/support/restaurant.ts'

const restaurant = await openTestRestaurant(await freshDatabase())
const { cashier, owner, kitchen, rider } = restaurant

const newOrder = async () => restaurant.order(await restaurant.customer(), 5000)
const missing = (caller: typeof cashier | undefined, id: string) => restaurant.act(caller, id, 'report-missing')
const startUnpaid = (caller: typeof cashier | undefined, id: string, reason = 'A regular, known for years') =>
  restaurant.act(caller, id, 'start-unpaid', { reason })

test('a transfer that cashier or owner cannot find is reported to the customer and audited', async () => {
  const order = await newOrder()
  expect((await missing(undefined, order.orderId)).status).toBe(401)
  for (const caller of [await restaurant.customer(), kitchen, rider])
    expect((await missing(caller, order.orderId)).status).toBe(403)
  const { body } = await missing(cashier, order.orderId)
  expect(body).toMatchObject({ payment: 'not-found', received: 0, status: 'pending', version: 2 })
  const [, event] = await restaurant.events(order.orderId)
  expect(event).toMatchObject({
    type: 'payment.not-found',
    topics: ['till', 'kitchen', `customer:${order.customerId}`],
    data: body,
  })
  const [, entry] = await restaurant.auditEntries(`order:${order.orderId}`)
  expect(entry).toMatchObject({
    actorId: cashier.id,
    action: 'order.report-missing',
    detail: { payment: 'not-found', toCall: false },
  })
})

test('a customer can claim again a transfer that was not found, and the new claim goes to the end of the queue', async () => {
  const ada = await restaurant.customer()
  const order = await restaurant.order(ada, 5000)
  const claim = (caller: typeof ada | undefined) => restaurant.act(caller, order.orderId, 'claim-again')
  expect(await claim(ada)).toMatchObject({
    status: 409,
    body: { code: 'order-moved-on', detail: 'We are checking this transfer already.' },
  })
  await missing(cashier, order.orderId)
  expect((await claim(undefined)).status).toBe(401)
  for (const caller of [await restaurant.customer(), cashier, owner]) {
    expect(await claim(caller)).toMatchObject({ status: 404, body: { code: 'not-found' } })
  }
  const { status, body } = await claim(ada)
  expect(status).toBe(200)
  expect(body).toMatchObject({ payment: 'claimed', version: 3 })
  expect(Date.parse(body.claimedAt)).toBeGreaterThan(Date.parse(order.claimedAt))
  expect((await restaurant.pay(cashier, order.orderId, 5000)).body.payment).toBe('found')
})

test('an order whose first transfer was short stays short if the claimed rest is not found', async () => {
  const ada = await restaurant.customer()
  const order = await restaurant.order(ada, 5000)
  await restaurant.pay(cashier, order.orderId, 3000)
  expect((await restaurant.act(ada, order.orderId, 'claim-again')).body).toMatchObject({
    payment: 'claimed',
    received: 3000,
  })
  expect((await missing(cashier, order.orderId)).body).toMatchObject({ payment: 'short', received: 3000 })
  expect((await restaurant.pay(cashier, order.orderId, 2000)).body).toMatchObject({ payment: 'found', received: 5000 })
})

test('only the owner can start an unpaid order, which requires a reason and is audited', async () => {
  const order = await newOrder()
  expect((await startUnpaid(undefined, order.orderId)).status).toBe(401)
  for (const caller of [await restaurant.customer(), rider, kitchen, cashier]) {
    expect(await startUnpaid(caller, order.orderId)).toMatchObject({ status: 403, body: { code: 'not-allowed' } })
  }
  expect(await startUnpaid(owner, order.orderId, ' ')).toMatchObject({ status: 422, body: { field: 'reason' } })
  expect((await startUnpaid(owner, order.orderId)).body).toMatchObject({ status: 'preparing', payment: 'claimed' })
  const entry = (await restaurant.auditEntries(`order:${order.orderId}`)).at(-1)
  expect(entry).toMatchObject({
    actorId: owner.id,
    actorRole: 'owner',
    action: 'order.start-unpaid',
    detail: { reason: 'A regular, known for years', payment: 'claimed', received: 0 },
  })
  expect((await restaurant.pay(cashier, order.orderId, 5000)).body).toMatchObject({
    status: 'preparing',
    payment: 'found',
  })
})

test('starting a paid order as unpaid returns 409', async () => {
  const order = await restaurant.paidOrder(await restaurant.customer())
  expect(await startUnpaid(owner, order.orderId)).toMatchObject({
    status: 409,
    body: { detail: 'The payment of this order is already confirmed.' },
  })
})

describe('50 concurrent requests make one change, and 49 return 409', () => {
  const fifty = <Answer>(request: (index: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: 50 }, (_, index) => request(index)))

  async function once(id: string, answers: readonly { status: number; body: { detail?: string } }[], detail: RegExp) {
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(49)
    for (const { body } of refused) expect(body.detail).toMatch(detail)
    const { body } = await restaurant.call<Order>(owner, 'GET', `/api/orders/${id}`)
    const events = await restaurant.events(id)
    expect(events).toHaveLength(body.version)
    expect(await restaurant.auditEntries(`order:${id}`)).toHaveLength(body.version)
  }

  test('50 concurrent confirmations of one payment make one change', async () => {
    const { orderId: id } = await newOrder()
    await once(id, await fifty(() => restaurant.pay(cashier, id, 5000, 'fifty-tablets-one')), /already confirmed/)
  })

  test('50 concurrent confirmations with different session ids make one change', async () => {
    const { orderId: id } = await newOrder()
    await once(id, await fifty((index) => restaurant.pay(cashier, id, 5000, `fifty-own-${index}`)), /already confirmed/)
  })

  test('50 concurrent reports of a missing transfer make one change', async () => {
    const { orderId: id } = await newOrder()
    await once(id, await fifty(() => missing(cashier, id)), /has been told already/)
  })

  test('50 concurrent claims make one change', async () => {
    const ada = await restaurant.customer()
    const { orderId: id } = await restaurant.order(ada, 5000)
    await missing(cashier, id)
    await once(id, await fifty(() => restaurant.act(ada, id, 'claim-again')), /checking this transfer already/)
  })

  test('50 concurrent starts of an unpaid order make one change', async () => {
    const { orderId: id } = await newOrder()
    await once(id, await fifty(() => startUnpaid(owner, id)), /^Already preparing/)
  })

  test('50 concurrent refunds make one change', async () => {
    const { orderId: id } = await newOrder()
    await restaurant.pay(cashier, id, 5600)
    const body = { method: 'transfer', amount: 600, reference: 'FT-FIFTY-1' }
    await once(id, await fifty(() => restaurant.act(cashier, id, 'refund', body)), /Nothing is owed/)
  })
})

test('the desk list has open orders and refunds owed, and excludes settled orders', async () => {
  const [paid, owed, done] = [await newOrder(), await newOrder(), await newOrder()]
  await restaurant.pay(cashier, owed.orderId, 5000)
  for (const { orderId: id } of [owed, done]) await restaurant.act(cashier, id, 'cancel', { reason: 'Asked for it' })
  const listed = async () => {
    const { body } = await restaurant.call<OrderList>(cashier, 'GET', '/api/desk/orders')
    const ids = body.orders.map(({ orderId }) => orderId)
    return [paid, owed, done].map(({ orderId: id }) => ids.includes(id))
  }
  expect(await listed()).toEqual([true, true, false])
  await restaurant.act(cashier, owed.orderId, 'refund', { method: 'transfer', amount: 5000, reference: 'FT-LISTED-1' })
  expect(await listed()).toEqual([true, false, false])
})
