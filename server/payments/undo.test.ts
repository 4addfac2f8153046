import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { OrderStory } from '#contract/found-orders.ts'
import type { Order, Receipt } from '#contract/order/orders.ts'
import type { Quote } from '#contract/order/quotes.ts'
import type { User } from '#contract/session.ts'
import type { StatementMatches } from '#contract/statement-matches.ts'
import { naira } from '#domain/money/money.ts'
import { unlikeMovements } from '#tests/faults/order-check.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cartOf, openTestRestaurant } from '#tests/support/restaurant.ts'
import { orders } from '../db/schema.ts'
import { recordTransfer } from './confirm.ts'

const database = await freshDatabase()
const restaurant = await openTestRestaurant(database)
const { cashier, owner, kitchen } = restaurant
const { pool } = database

const undo = (order: Pick<Order, 'orderId'>, received: number, by: User = cashier) =>
  restaurant.act(by, order.orderId, 'undo-confirmation', { received })
const read = async (caller: User, { orderId: id }: Pick<Order, 'orderId'>) =>
  (await restaurant.call<Order>(caller, 'GET', `/api/orders/${id}`)).body
const moved = async ({ orderId: id }: Pick<Order, 'orderId'>) =>
  (await pool.query('select kind, place, amount, reference from movements where order_id = $1 order by id', [id])).rows
const last = <Value>(values: readonly Value[]) => values.at(-1)

/** Moves the order's payments back in time. The trigger that protects movements is off meanwhile. */
async function age({ orderId: id }: Pick<Order, 'orderId'>, seconds: number) {
  await database.transaction(async (tx) => {
    await tx.execute(sql`alter table movements disable trigger movements_are_added`)
    await tx.execute(sql`update movements set at = at - make_interval(secs => ${seconds}) where order_id = ${id}`)
    await tx.execute(sql`alter table movements enable trigger movements_are_added`)
    // The open business day must begin before these payments.
    await tx.execute(sql`update books set begun_at = now() - interval '1 hour'`)
  })
}

test('DESK-3: ten concurrent undos of a confirmation write one opposite movement, one event and one audit entry, and restore the claim', async () => {
  const ada = await restaurant.customer()
  const order = await restaurant.order(ada, 5000)
  const sessionId = randomUUID()
  await restaurant.pay(cashier, order.orderId, 5000, sessionId)
  const answers = await Promise.all(Array.from({ length: 10 }, () => undo(order, 5000)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const reference = sessionId.replaceAll('-', '').toUpperCase()
  expect(await moved(order)).toEqual([
    { kind: 'received', place: 'account:demo-bank', amount: 5000, reference },
    { kind: 'undone', place: 'account:demo-bank', amount: -5000, reference },
  ])
  expect(await read(ada, order)).toMatchObject({ status: 'pending', payment: 'claimed', received: 0, foundAt: null })
  expect(last(await restaurant.events(order.orderId))).toMatchObject({
    type: 'payment.confirmation-undone',
    topics: ['till', 'kitchen', `customer:${ada.id}`],
    data: { payment: 'claimed', received: 0, version: 3 },
  })
  expect(last(await restaurant.auditEntries(`order:${order.orderId}`))).toMatchObject({
    actorId: cashier.id,
    action: 'order.undo-confirmation',
    detail: { amount: 5000, received: 0, total: 5000, payment: 'claimed', method: 'transfer' },
  })
  expect(await restaurant.act(kitchen, order.orderId, 'start')).toMatchObject({ status: 409 })
  expect((await pool.query(unlikeMovements)).rows).toEqual([])
})

test('DESK-3: a session id is refused with a sentence if an undo frees it while another order records it', async () => {
  const [one, other] = [
    await restaurant.order(await restaurant.customer(), 5000),
    await restaurant.order(await restaurant.customer(), 5000),
  ]
  await restaurant.pay(cashier, one.orderId, 5000, 'FREED-700001')
  const recording = database.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.orderId, other.orderId))
    if (!order) throw new Error('No order.')
    // The undo commits between the insert, which finds the session id in use, and the query for the order that uses it.
    const execute = async (...query: Parameters<typeof tx.execute>) => {
      const result = await tx.execute(...query)
      await undo(one, 5000)
      return result
    }
    const raced = new Proxy(tx, { get: (of, name) => (name === 'execute' ? execute : Reflect.get(of, name, of)) })
    const transfer = { accountId: 'demo-bank', amount: naira(5000), sender: 'ADA OBI', recordedBy: cashier.id }
    return recordTransfer(raced, order, { ...transfer, session: 'FREED700001' })
  })
  await expect(recording).rejects.toThrow('Please record it again.')
})

test('DESK-3: the transfer of an undone confirmation can be recorded again, for this order or another, and counts once', async () => {
  const ada = await restaurant.customer()
  const [one, other] = [await restaurant.order(ada, 5000), await restaurant.order(await restaurant.customer(), 5000)]
  const sessionId = randomUUID()
  const line = { line: 2, narration: other.orderId.slice(-6), amount: 5000, sender: 'ADA OBI', sessionId }
  const matches = async () =>
    (await restaurant.call<StatementMatches>(cashier, 'POST', '/api/desk/statement-matches', { transfers: [line] }))
      .body
  const pay = (order: Order) => restaurant.pay(cashier, order.orderId, 5000, sessionId)

  await pay(one)
  expect(await matches()).toMatchObject({ matches: [], recorded: [2] })
  await undo(one, 5000)
  expect(await matches()).toMatchObject({ matches: [{ line: 2, certainty: 'certain' }], recorded: [] })
  // Ten concurrent requests record the transfer for two orders; one request succeeds.
  const answers = await Promise.all(Array.from({ length: 10 }, (_, at) => pay(at % 2 === 0 ? one : other)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await matches()).toMatchObject({ matches: [], recorded: [2] })

  const [paid, free] = (await read(owner, one)).payment === 'found' ? [one, other] : [other, one]
  expect(await pay(free)).toMatchObject({
    status: 409,
    body: {
      code: 'transfer-already-used',
      detail: `This transfer is already recorded for order ${paid.orderId.slice(-6)}.`,
    },
  })
  await undo(paid, 5000)
  expect((await pay(free)).status).toBe(200)
  // The history lists undone payments too, with the bank's session id. The customer's receipt lists only valid
  // payments.
  const story = await restaurant.call<OrderStory>(owner, 'GET', `/api/office/orders/${free.orderId}`)
  const number = sessionId.replaceAll('-', '').toUpperCase()
  expect(new Set(story.body.money.map(({ reference }) => reference))).toEqual(new Set([number]))
  const customer = free === one ? ada : undefined
  if (customer) {
    const { body } = await restaurant.call<Receipt>(customer, 'GET', `/api/orders/${free.orderId}/receipt`)
    expect(body.payments.map(({ amount }) => amount)).toEqual([5000])
  }
  expect((await pool.query(unlikeMovements)).rows).toEqual([])
})

test('DESK-3: receipt and history of an order show the undone payment', async () => {
  const ada = await restaurant.customer()
  const order = await restaurant.order(ada, 5000)
  await restaurant.pay(cashier, order.orderId, 50_000, 'WRONG AMOUNT 1')
  await undo(order, 50_000)
  await restaurant.pay(cashier, order.orderId, 5000, 'WRONG AMOUNT 1')
  const { body: receipt } = await restaurant.call<Receipt>(ada, 'GET', `/api/orders/${order.orderId}/receipt`)
  expect(receipt.payments).toMatchObject([{ amount: 5000 }])
  expect(receipt.order).toMatchObject({ payment: 'found', received: 5000, owed: 0 })
  const { body: story } = await restaurant.call<OrderStory>(owner, 'GET', `/api/office/orders/${order.orderId}`)
  const reference = 'WRONGAMOUNT1'
  expect(story.money).toMatchObject([
    { amount: 50_000, reference },
    { amount: -50_000, undone: true, reference },
    { amount: 5000, reference },
  ])
  expect(story.entries.map(({ action }) => action)).toEqual([
    'order.place',
    'order.confirm-payment',
    'order.undo-confirmation',
    'order.confirm-payment',
  ])
})

test.each(['cash', 'card'] as const)(
  'DESK-3: a payment by %s at the counter can be undone and recorded again',
  async (method) => {
    const order = await restaurant.order(await restaurant.customer(), 5000)
    const slip = method === 'card' ? { reference: `SLIP ${order.orderId}` } : {}
    const take = () =>
      restaurant.act(cashier, order.orderId, 'till-payment', { method, amount: 5000, received: 0, ...slip })
    for (let times = 0; times < 3; times++) {
      expect(await take()).toMatchObject({ status: 200, body: { payment: 'found', received: 5000 } })
      expect(await undo(order, 5000)).toMatchObject({ status: 200, body: { payment: 'claimed', received: 0 } })
    }
    const sums = 'select place, sum(amount)::int from movements where order_id = $1 group by place'
    const place = method === 'cash' ? 'till' : 'terminal'
    expect((await pool.query(sums, [order.orderId])).rows).toEqual([{ place, sum: 0 }])
  },
)

test('DESK-3: undoing the last of several payments leaves the order with the sum of the earlier payments', async () => {
  const order = await restaurant.order(await restaurant.customer(), 5000)
  await restaurant.pay(cashier, order.orderId, 3000)
  await restaurant.pay(cashier, order.orderId, 2000)
  expect(await undo(order, 5000)).toMatchObject({ body: { payment: 'claimed', received: 3000 } })
  await restaurant.pay(cashier, order.orderId, 2000)
  const extra = { accountId: 'demo-bank', amount: 700, sender: 'ADA OBI', sessionId: randomUUID(), extra: true }
  await restaurant.act(cashier, order.orderId, 'confirm-payment', extra)
  const back = await undo(order, 5700)
  expect(back.body).toMatchObject({ payment: 'found', received: 5000, owed: 0 })
  expect(back.body.foundAt).not.toBeNull()
})

test('DESK-3: the portions of an order are sold once, even if its payment is undone and confirmed again', async () => {
  const dish = await restaurant.dish(5000)
  await restaurant.call(owner, 'PATCH', `/api/menu-items/${dish}`, { portions: 5 })
  const ada = await restaurant.customer()
  const { body: quote } = await restaurant.quote(ada, cartOf(dish, 2))
  await restaurant.place(ada, quote.id)
  const left = async () => (await pool.query('select portions_left as left from items where id = $1', [dish])).rows[0]
  await restaurant.pay(cashier, quote.id, quote.totalAmount)
  await undo({ orderId: quote.id }, quote.totalAmount)
  expect(await left()).toEqual({ left: 3 })
  await restaurant.pay(cashier, quote.id, quote.totalAmount)
  expect(await left()).toEqual({ left: 3 })
  await undo({ orderId: quote.id }, quote.totalAmount)
  await restaurant.act(cashier, quote.id, 'cancel', { reason: 'No transfer came' })
  expect(await left()).toEqual({ left: 5 })
})

describe('a confirmation cannot be undone', () => {
  const paid = async (by: User = cashier) => {
    const order = await restaurant.order(await restaurant.customer(), 5000)
    await restaurant.pay(by, order.orderId, 5000)
    return order
  }
  const refusedWith = (detail: string) => ({ status: 409, body: { code: 'order-moved-on', detail } })

  test('a confirmation cannot be undone after the kitchen has started, unless the start is undone', async () => {
    const order = await paid()
    await restaurant.act(kitchen, order.orderId, 'start')
    expect(await undo(order, 5000)).toMatchObject(
      refusedWith(
        'This order is already preparing. A confirmation can be undone only while the order waits for the kitchen.',
      ),
    )
    await restaurant.act(kitchen, order.orderId, 'undo-start')
    expect((await undo(order, 5000)).status).toBe(200)
  })

  test('a confirmation cannot be undone for a cancelled order', async () => {
    const order = await paid()
    await restaurant.act(cashier, order.orderId, 'cancel', { reason: 'No gas' })
    expect(await undo(order, 5000)).toMatchObject({ status: 409 })
    expect(await read(owner, order)).toMatchObject({ received: 5000, owed: 5000 })
  })

  test('a confirmation cannot be undone after money of the order was refunded', async () => {
    const order = await restaurant.order(await restaurant.customer(), 5000)
    await restaurant.pay(cashier, order.orderId, 6000)
    await restaurant.act(cashier, order.orderId, 'refund', { method: 'cash', amount: 1000 })
    expect(await undo(order, 6000)).toMatchObject(
      refusedWith('Money of this order was refunded already, so its payment stays.'),
    )
  })

  test('a confirmation cannot be undone after more than a minute', async () => {
    const order = await paid()
    await age(order, 61)
    const detail = 'This payment was confirmed more than a minute ago. It can no longer be undone.'
    expect(await undo(order, 5000)).toMatchObject(refusedWith(detail))
  })

  test('a tablet without a network can undo a confirmation within a minute, although its request arrives later', async () => {
    const order = await paid()
    await age(order, 120)
    // The order must be at least as old as its payment.
    await restaurant.orm.execute(
      sql`update orders set created_at = now() - interval '3 minutes' where id = ${order.orderId}`,
    )
    const at = new Date(Date.now() - 90_000).toISOString()
    const body = { received: 5000, at, key: randomUUID() }
    expect(await restaurant.act(cashier, order.orderId, 'undo-confirmation', body)).toMatchObject({
      status: 200,
      body: { payment: 'claimed' },
    })
  })

  test('a confirmation cannot be undone if the sum received has changed since staff pressed Undo', async () => {
    const order = await restaurant.order(await restaurant.customer(), 5000)
    await restaurant.pay(cashier, order.orderId, 3000)
    await restaurant.pay(owner, order.orderId, 2000)
    expect(await undo(order, 3000)).toMatchObject(refusedWith('₦5,000 of this order is already recorded. Look again.'))
  })

  test('a confirmation cannot be undone if a payment provider made it', async () => {
    const order = await restaurant.order(await restaurant.customer(), 5000)
    await pool.query(
      `with moved as (
         insert into movements (kind, place, order_id, amount, method, reference, provider)
         values ('received', 'account:bank', $1, 5000, 'transfer', $1, 'bank'))
       update orders set received = 5000, payment = 'found' where id = $1`,
      [order.orderId],
    )
    expect(await undo(order, 5000)).toMatchObject(
      refusedWith('The payment provider confirmed this payment, so it cannot be undone here.'),
    )
  })

  test('a confirmation cannot be undone by a cashier on their own order', async () => {
    const { body: quote } = await restaurant.quote(cashier, cartOf(await restaurant.dish(5000)))
    await restaurant.place(cashier, quote.id)
    await restaurant.pay(owner, quote.id, 5000)
    expect(await undo({ orderId: quote.id }, 5000)).toMatchObject({ status: 403 })
    expect(await undo({ orderId: quote.id }, 5000, owner)).toMatchObject({ status: 200 })
  })

  test('a confirmation cannot be undone after the business day of the payment is closed', async () => {
    const order = await paid()
    await pool.query('insert into business_days (from_at, to_at, signed_by) values (now() - $1::interval, now(), $2)', [
      '1 day',
      owner.id,
    ])
    expect(await undo(order, 5000)).toMatchObject(
      refusedWith('The business day of this payment is already signed, so the payment stays.'),
    )
    expect(await moved(order)).toHaveLength(1)
  })
})

test('DESK-3: a payment above the owner’s limit that was undone needs two people again', async () => {
  await restaurant.call(owner, 'PATCH', '/api/office/settings', { secondPersonAbove: 4000 })
  const order = await restaurant.order(await restaurant.customer(), 5000)
  const sessionId = randomUUID()
  const pay = (by: User) => restaurant.pay(by, order.orderId, 5000, sessionId)
  await pay(cashier)
  expect((await pay(owner)).status).toBe(200)
  expect((await undo(order, 5000)).status).toBe(200)
  expect(await pay(cashier)).toMatchObject({ status: 409, body: { code: 'second-person-needed' } })
  expect((await pay(owner)).status).toBe(200)
  await restaurant.call(owner, 'PATCH', '/api/office/settings', { secondPersonAbove: null })
})

test('DESK-3: a payment that was recorded together with its counter order can be undone', async () => {
  const lines = [{ itemId: await restaurant.dish(5000), selection: {}, quantity: 1 }]
  const asked = { channel: 'walk-in', customerName: 'Bola', items: lines }
  const { body: quote } = await restaurant.call<Quote>(cashier, 'POST', '/api/desk/quotes', asked)
  const payment = { method: 'cash', amount: 5000 }
  await restaurant.call(cashier, 'POST', '/api/desk/orders', { quoteId: quote.id, payment })
  expect(await undo({ orderId: quote.id }, 5000)).toMatchObject({
    status: 200,
    body: { payment: 'claimed', received: 0 },
  })
})
