import { describe, expect, test } from 'vitest'
import type { Order, OrderList } from '#contract/orders.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { openTestRestaurant } from '#tests/support/restaurant.ts'

const restaurant = await openTestRestaurant(await freshDatabase())
const { cashier, owner, kitchen, rider } = restaurant

const newOrder = async () => restaurant.order(await restaurant.customer(), 5000)
const missing = (who: typeof cashier | undefined, id: string) => restaurant.step(who, id, 'missing-transfer')
const startUnpaid = (who: typeof cashier | undefined, id: string, reason = 'A regular, known for years') =>
  restaurant.step(who, id, 'unpaid-preparation', { reason })

test('a transfer that is not there is reported by the till, told to the customer and on record', async () => {
  const order = await newOrder()
  expect((await missing(undefined, order.id)).status).toBe(401)
  for (const who of [await restaurant.customer(), kitchen, rider])
    expect((await missing(who, order.id)).status).toBe(403)
  const { body } = await missing(cashier, order.id)
  expect(body).toMatchObject({ payment: 'not-found', received: 0, status: 'pending', version: 2 })
  const [, event] = await restaurant.events(order.id)
  expect(event).toMatchObject({
    type: 'payment.not-found',
    topics: ['desk', `customer:${order.customerId}`],
    data: body,
  })
  const [, entry] = await restaurant.auditOf(`order:${order.id}`)
  expect(entry).toMatchObject({ actorId: cashier.id, action: 'order.report-missing', detail: { payment: 'not-found' } })
})

test('the customer says it again, and the transfer is back at the end of the queue', async () => {
  const ada = await restaurant.customer()
  const order = await restaurant.order(ada, 5000)
  const claim = (who: typeof ada | undefined) => restaurant.step(who, order.id, 'claim')
  expect(await claim(ada)).toMatchObject({
    status: 409,
    body: { code: 'order-moved-on', detail: 'We are checking this transfer already.' },
  })
  await missing(cashier, order.id)
  expect((await claim(undefined)).status).toBe(401)
  for (const who of [await restaurant.customer(), cashier, owner]) {
    expect(await claim(who)).toMatchObject({ status: 404, body: { code: 'not-found' } })
  }
  const { status, body } = await claim(ada)
  expect(status).toBe(200)
  expect(body).toMatchObject({ payment: 'claimed', version: 3 })
  expect(Date.parse(body.claimedAt)).toBeGreaterThan(Date.parse(order.claimedAt))
  expect((await restaurant.pay(cashier, order.id, 5000)).body.payment).toBe('found')
})

test('the rest of a short transfer that is not there leaves the order short, with what came', async () => {
  const ada = await restaurant.customer()
  const order = await restaurant.order(ada, 5000)
  await restaurant.pay(cashier, order.id, 3000)
  expect((await restaurant.step(ada, order.id, 'claim')).body).toMatchObject({ payment: 'claimed', received: 3000 })
  expect((await missing(cashier, order.id)).body).toMatchObject({ payment: 'short', received: 3000 })
  expect((await restaurant.pay(cashier, order.id, 2000)).body).toMatchObject({ payment: 'found', received: 5000 })
})

test('only the owner lets the kitchen start what is not paid, with a reason that stays on record', async () => {
  const order = await newOrder()
  expect((await startUnpaid(undefined, order.id)).status).toBe(401)
  for (const who of [await restaurant.customer(), rider, kitchen, cashier]) {
    expect(await startUnpaid(who, order.id)).toMatchObject({ status: 403, body: { code: 'not-allowed' } })
  }
  expect(await startUnpaid(owner, order.id, ' ')).toMatchObject({ status: 422, body: { field: 'reason' } })
  expect((await startUnpaid(owner, order.id)).body).toMatchObject({ status: 'preparing', payment: 'claimed' })
  const entry = (await restaurant.auditOf(`order:${order.id}`)).at(-1)
  expect(entry).toMatchObject({
    actorId: owner.id,
    actorRole: 'owner',
    action: 'order.start-unpaid',
    detail: { reason: 'A regular, known for years', payment: 'claimed', received: 0 },
  })
  expect((await restaurant.pay(cashier, order.id, 5000)).body).toMatchObject({ status: 'preparing', payment: 'found' })
})

test('what is paid is not overridden', async () => {
  const order = await restaurant.paidOrder(await restaurant.customer())
  expect(await startUnpaid(owner, order.id)).toMatchObject({
    status: 409,
    body: { detail: 'The payment of this order is already confirmed.' },
  })
})

describe('fifty tablets press at the same moment: one change, 49 clear answers', () => {
  const fifty = <Answer>(press: (index: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: 50 }, (_, index) => press(index)))

  async function once(id: string, answers: readonly { status: number; body: { detail?: string } }[], detail: RegExp) {
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(49)
    for (const { body } of refused) expect(body.detail).toMatch(detail)
    const { body } = await restaurant.call<Order>(owner, 'GET', `/api/orders/${id}`)
    const events = await restaurant.events(id)
    expect(events).toHaveLength(body.version)
    expect(await restaurant.auditOf(`order:${id}`)).toHaveLength(body.version)
  }

  test('payment found', async () => {
    const { id } = await newOrder()
    await once(id, await fifty(() => restaurant.pay(cashier, id, 5000, 'fifty-tablets-one')), /already confirmed/)
  })

  test('payment found, each with a session id of its own', async () => {
    const { id } = await newOrder()
    await once(id, await fifty((index) => restaurant.pay(cashier, id, 5000, `fifty-own-${index}`)), /already confirmed/)
  })

  test('transfer not there', async () => {
    const { id } = await newOrder()
    await once(id, await fifty(() => missing(cashier, id)), /has been told already/)
  })

  test('said again', async () => {
    const ada = await restaurant.customer()
    const { id } = await restaurant.order(ada, 5000)
    await missing(cashier, id)
    await once(id, await fifty(() => restaurant.step(ada, id, 'claim')), /checking this transfer already/)
  })

  test('start unpaid', async () => {
    const { id } = await newOrder()
    await once(id, await fifty(() => startUnpaid(owner, id)), /^Already preparing/)
  })

  test('refund', async () => {
    const { id } = await newOrder()
    await restaurant.pay(cashier, id, 5600)
    const body = { method: 'transfer', amount: 600, reference: 'FT-FIFTY-1' }
    await once(id, await fifty(() => restaurant.step(cashier, id, 'refund', body)), /Nothing is owed/)
  })
})

test('the desk has what is under way and what is owed, and nothing that is done with', async () => {
  const [paid, owed, done] = [await newOrder(), await newOrder(), await newOrder()]
  await restaurant.pay(cashier, owed.id, 5000)
  for (const { id } of [owed, done]) await restaurant.step(cashier, id, 'cancellation', { reason: 'Asked for it' })
  const listed = async () => {
    const { body } = await restaurant.call<OrderList>(cashier, 'GET', '/api/desk/orders')
    const ids = body.orders.map(({ id }) => id)
    return [paid, owed, done].map(({ id }) => ids.includes(id))
  }
  expect(await listed()).toEqual([true, true, false])
  await restaurant.step(cashier, owed.id, 'refund', { method: 'transfer', amount: 5000, reference: 'FT-LISTED-1' })
  expect(await listed()).toEqual([true, false, false])
})
