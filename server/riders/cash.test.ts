import { describe, expect, test } from 'vitest'
import type { OpenDay } from '#contract/books/days.ts'
import type { TillEntries, TillEntry } from '#contract/books/till.ts'
import type { CounterPlaced } from '#contract/order/counter.ts'
import type { Order } from '#contract/order/orders.ts'
import type { Quote } from '#contract/order/quotes.ts'
import type { Delivery, DeliveryList } from '#contract/order/riders.ts'
import type { User } from '#contract/session.ts'
import type { RestaurantSettings } from '#contract/settings.ts'
import { orderCode } from '#domain/order/quote.ts'
import { unlikeMovements } from '#tests/faults/order-check.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cartOf, openTestRestaurant } from '#tests/support/restaurant.ts'

const restaurant = await openTestRestaurant(await freshDatabase())
const { cashier, owner, kitchen, call, act } = restaurant
const { pool } = restaurant.database
const ada = await restaurant.customer()

const limit = (upTo: number | null, caller = owner) =>
  call<RestaurantSettings>(caller, 'PATCH', '/api/office/settings', { cashAtDoorUpTo: upTo })
const till = async () => (await call<TillEntries>(cashier, 'GET', '/api/desk/till')).body
const pocket = async (rider: User) => (await till()).riders.find(({ id }) => id === rider.id)
const listOf = async (rider: User) => (await call<DeliveryList>(rider, 'GET', '/api/deliveries')).body
const ride = (rider: User, id: string, action: string, body: object = {}) =>
  call<Delivery>(rider, 'POST', `/api/orders/${id}/${action}`, body)
const read = async (id: string) => (await call<Order>(owner, 'GET', `/api/orders/${id}`)).body
const moved = async (id: string) =>
  (await pool.query('select kind, place, amount from movements where order_id = $1 order by id', [id])).rows
const takeIn = (
  caller: User | undefined,
  rider: User,
  carried: number,
  amount: number,
  key = `press ${Math.random()}`,
) => call<TillEntry>(caller, 'POST', '/api/desk/till', { kind: 'handed-in', riderId: rider.id, carried, amount, key })
const actionsOf = async (subject: string) => (await restaurant.auditEntries(subject)).map(({ action }) => action)

/** Returns an unpaid delivery of ₦6,500 to Victoria Island. */
async function unpaid(): Promise<Order> {
  const dish = await restaurant.dish(5000)
  const { body: quote } = await restaurant.quote(ada, cartOf(dish, 1, { deliveryMethod: 'delivery' }))
  return (await restaurant.place(ada, quote.id)).body
}

const startForCash = (caller: User | undefined, { orderId: id }: Pick<Order, 'orderId'>, amount = 6500) =>
  act(caller, id, 'start-for-cash', { amount })

/** Returns an order that the rider has picked up, with ₦6,500 to collect. */
async function out(rider: User): Promise<Order> {
  const order = await unpaid()
  expect((await startForCash(cashier, order)).status).toBe(200)
  await act(kitchen, order.orderId, 'mark-ready')
  await act(cashier, order.orderId, 'assign-rider', { riderId: rider.id })
  expect((await ride(rider, order.orderId, 'pick-up')).status).toBe(200)
  return order
}

async function delivered(rider: User, collected = 6500): Promise<Order> {
  const order = await out(rider)
  expect((await ride(rider, order.orderId, 'deliver', { code: order.deliveryCode, collected })).status).toBe(200)
  return order
}

describe('starting an order whose rider collects cash', () => {
  test('cash at the door is refused until the owner sets a highest sum, and then allowed up to that sum', async () => {
    const order = await unpaid()
    const off = { status: 403, body: { detail: 'Cash at the door is off. The owner can switch it on.' } }
    for (const caller of [cashier, owner]) expect(await startForCash(caller, order)).toMatchObject(off)
    expect(await limit(9000, cashier)).toMatchObject({ status: 403 })
    expect(await limit(6499)).toMatchObject({ status: 200, body: { cashAtDoorUpTo: 6499 } })
    expect(await startForCash(cashier, order)).toMatchObject({
      status: 403,
      body: { detail: '₦6,500 is due. Riders collect up to ₦6,499.' },
    })
    await limit(50_000)
    for (const caller of [kitchen, restaurant.rider, ada]) expect((await startForCash(caller, order)).status).toBe(403)
    expect(await startForCash(cashier, order, 6000)).toMatchObject({ status: 409, body: { code: 'order-moved-on' } })
    expect((await read(order.orderId)).status).toBe('pending')
    expect(await startForCash(cashier, order)).toMatchObject({
      status: 200,
      body: { status: 'preparing', payment: 'claimed', cashAtDoor: true },
    })
    expect((await restaurant.auditEntries(`order:${order.orderId}`)).at(-1)).toMatchObject({
      actorId: cashier.id,
      action: 'order.start-for-cash',
      detail: { amount: 6500 },
    })
    expect(await moved(order.orderId)).toEqual([])
  })

  test('cash at the door is refused for a pick-up, a paid order and a started order', async () => {
    const pickUp = await restaurant.order(ada)
    expect(await startForCash(cashier, pickUp, 5000)).toMatchObject({
      status: 409,
      body: { detail: 'This order is picked up at the restaurant.' },
    })
    const paid = await restaurant.delivery(ada, 'pending')
    expect((await startForCash(cashier, paid)).status).toBe(409)
    const order = await unpaid()
    const answers = await Promise.all([cashier, owner].map((caller) => startForCash(caller, order)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('the cash to collect at the door is the amount due after earlier payments', async () => {
    const rider = await restaurant.member('rider')
    const order = await unpaid()
    await restaurant.pay(cashier, order.orderId, 4000)
    expect((await startForCash(cashier, order, 2500)).status).toBe(200)
    await act(cashier, order.orderId, 'assign-rider', { riderId: rider.id })
    expect((await listOf(rider)).deliveries[0]).toMatchObject({ orderId: order.orderId, collect: 2500 })
    // The customer pays the rest by transfer after all.
    await restaurant.pay(cashier, order.orderId, 2500)
    expect((await listOf(rider)).deliveries[0]).toMatchObject({ collect: 0 })
  })

  test('a phone order that is paid at the door starts immediately, and the response has its delivery code', async () => {
    const asked = (deliveryMethod: 'delivery' | 'pick-up') => ({
      channel: 'phone',
      customerName: 'Bola',
      customerPhone: '08031234567',
      deliveryMethod,
      ...(deliveryMethod === 'delivery' && { deliveryAddress: '5 Idowu Street', locationId: 'vi' }),
      items: [{ itemId: 'jollof', selection: {}, quantity: 1 }],
    })
    const order = async (deliveryMethod: 'delivery' | 'pick-up') => {
      const { body: quote } = await call<Quote>(cashier, 'POST', '/api/desk/quotes', asked(deliveryMethod))
      const send = () =>
        call<CounterPlaced>(cashier, 'POST', '/api/desk/orders', { quoteId: quote.id, payment: { method: 'at-door' } })
      return [await send(), await send()] as const
    }
    const [first, again] = await order('delivery')
    expect(first).toMatchObject({ status: 201, body: { status: 'preparing', cashAtDoor: true, received: 0 } })
    expect(first.body.deliveryCode).toMatch(/^\d{4}$/)
    expect(again).toEqual({ ...first, status: 200 })
    const [pickUp] = await order('pick-up')
    expect(pickUp).toMatchObject({ status: 409, body: { detail: 'This order is picked up at the restaurant.' } })
    await limit(3000)
    expect((await order('delivery'))[0]).toMatchObject({ status: 403 })
    await limit(50_000)
  })
})

describe('collecting at the door', () => {
  test("BOOKS-4: cash collected at the door is carried by the delivery's rider, and counts once however often the request is sent", async () => {
    const rider = await restaurant.member('rider')
    const order = await out(rider)
    expect(await ride(rider, order.orderId, 'deliver', { code: order.deliveryCode })).toMatchObject({
      status: 422,
      body: { field: 'collected', detail: '₦6,500 is due in cash. Enter what you were given.' },
    })
    // A queued request may arrive several times, concurrently or much later.
    const write = {
      code: order.deliveryCode,
      collected: 6500,
      key: `door ${order.orderId}`,
      at: new Date().toISOString(),
    }
    const answers = await Promise.all([1, 2, 3].map(() => ride(rider, order.orderId, 'deliver', write)))
    answers.push(await ride(rider, order.orderId, 'deliver', write))
    answers.push(await ride(rider, order.orderId, 'deliver', { ...write, key: 'another key', collected: 6000 }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(await moved(order.orderId)).toEqual([{ kind: 'received', place: `rider:${rider.id}`, amount: 6500 }])
    expect(await read(order.orderId)).toMatchObject({ status: 'completed', payment: 'found', received: 6500, owed: 0 })
    expect(await listOf(rider)).toEqual({ deliveries: [], carries: 6500 })
    expect(await pocket(rider)).toEqual({
      id: rider.id,
      name: rider.username,
      carries: 6500,
      isActive: true,
      collected: [{ orderId: order.orderId, amount: 6500 }],
    })
    const entries = await restaurant.auditEntries(`order:${order.orderId}`)
    expect(entries.filter(({ action }) => action === 'order.deliver')).toMatchObject([
      { actorId: rider.id, detail: { amount: 6500, received: 6500, total: 6500 } },
    ])
  })

  test.each([
    [6000, 'short', 6000, 0],
    [7000, 'over', 7000, 500],
    [0, 'claimed', 0, 0],
  ])('cash of ₦%d collected for ₦6,500 leaves the payment %s', async (collected, payment, received, owed) => {
    const rider = await restaurant.member('rider')
    const order = await delivered(rider, collected)
    expect(await read(order.orderId)).toMatchObject({ status: 'completed', payment, received, owed })
    expect((await listOf(rider)).carries).toBe(collected)
    expect((await restaurant.auditEntries(`order:${order.orderId}`)).at(-1)?.detail).toMatchObject({
      amount: collected,
    })
  })

  test('cash for an order without cash to collect, and an invalid sum, are refused with the field', async () => {
    const rider = await restaurant.member('rider')
    const paid = await restaurant.delivery(ada)
    await act(cashier, paid.orderId, 'assign-rider', { riderId: rider.id })
    await ride(rider, paid.orderId, 'pick-up')
    const code = paid.deliveryCode
    for (const collected of [500, -1, 10.5, 3e9]) {
      expect(await ride(rider, paid.orderId, 'deliver', { code, collected })).toMatchObject({
        status: 422,
        body: { field: 'collected' },
      })
    }
    expect((await listOf(rider)).deliveries[0]).toMatchObject({ collect: null })
    expect((await ride(rider, paid.orderId, 'deliver', { code, collected: 0 })).status).toBe(200)
  })

  test('cash is not recorded with a wrong code, and the cash of a failed delivery is recorded when the delivery succeeds', async () => {
    const [rider, second] = [await restaurant.member('rider'), await restaurant.member('rider')]
    const order = await out(rider)
    const wrong = order.deliveryCode === '0000' ? '1111' : '0000'
    expect((await ride(rider, order.orderId, 'deliver', { code: wrong, collected: 6500 })).status).toBe(422)
    expect((await ride(rider, order.orderId, 'fail-delivery', { reason: 'Nobody opened' })).status).toBe(200)
    expect(await moved(order.orderId)).toEqual([])
    await act(cashier, order.orderId, 'change-rider', { from: rider.id, riderId: second.id })
    expect((await listOf(second)).deliveries[0]).toMatchObject({ collect: 6500 })
    await ride(second, order.orderId, 'pick-up')
    expect((await ride(second, order.orderId, 'deliver', { code: order.deliveryCode, collected: 6500 })).status).toBe(
      200,
    )
    expect([(await listOf(rider)).carries, (await listOf(second)).carries]).toEqual([0, 6500])
  })

  test.each(['cancel', 'complete', 'change-rider'])(
    'BOOKS-4: cash collected after a %s that the rider did not know about is recorded once, and the rider is told to hand it in',
    async (what) => {
      const [rider, second] = [await restaurant.member('rider'), await restaurant.member('rider')]
      const order = await out(rider)
      await act(cashier, order.orderId, what, {
        ...(what === 'cancel' && { reason: 'The customer called' }),
        ...(what === 'change-rider' && { from: rider.id, riderId: second.id }),
      })
      const write = { code: order.deliveryCode, collected: 6500, key: `late ${order.orderId}` }
      const answers = await Promise.all([1, 2].map(() => ride(rider, order.orderId, 'deliver', write)))
      for (const { status, body } of answers) {
        expect(status).toBe(409)
        expect(body.detail).toContain('The ₦6,500 is recorded: hand it in at the desk.')
      }
      expect((await ride(rider, order.orderId, 'deliver', { ...write, key: 'another key' })).status).toBe(409)
      expect(await moved(order.orderId)).toEqual([{ kind: 'received', place: `rider:${rider.id}`, amount: 6500 }])
      expect((await listOf(rider)).carries).toBe(6500)
      expect(await read(order.orderId)).toMatchObject({ received: 6500, owed: what === 'cancel' ? 6500 : 0 })
      expect(
        (await actionsOf(`order:${order.orderId}`)).filter((action) => action === 'order.collect-late'),
      ).toHaveLength(1)
      if (what === 'change-rider') expect((await listOf(second)).deliveries[0]).toMatchObject({ collect: 0 })
    },
  )

  test('cash for an order that the rider never had, or with a wrong code, is not recorded late', async () => {
    const [rider, stranger] = [await restaurant.member('rider'), await restaurant.member('rider')]
    const order = await out(rider)
    const handed = { code: order.deliveryCode, collected: 6500 }
    expect((await ride(stranger, order.orderId, 'deliver', handed)).status).toBe(404)
    await act(cashier, order.orderId, 'cancel', { reason: 'The customer called' })
    const wrong = order.deliveryCode === '0000' ? '1111' : '0000'
    expect((await ride(rider, order.orderId, 'deliver', { ...handed, code: wrong })).status).toBe(422)
    expect(await moved(order.orderId)).toEqual([])
  })

  test('after five wrong codes for an order, every code of that rider is refused, also after a change of rider', async () => {
    const [rider, another] = [await restaurant.member('rider'), await restaurant.member('rider')]
    const order = await out(rider)
    await act(cashier, order.orderId, 'change-rider', { riderId: another.id, from: rider.id })
    const wrongs = ['0000', '1111', '2222', '3333', '4444', '5555']
      .filter((code) => code !== order.deliveryCode)
      .slice(0, 5)
    const [wrong = ''] = wrongs
    const answers = []
    for (const code of [...wrongs, order.deliveryCode])
      answers.push((await ride(rider, order.orderId, 'deliver', { code, collected: 6500 })).status)
    expect(answers).toEqual([422, 422, 422, 422, 409, 404])
    expect(await moved(order.orderId)).toEqual([])
    // Wrong codes of the earlier rider do not count for the current rider.
    await ride(another, order.orderId, 'pick-up')
    expect((await ride(another, order.orderId, 'deliver', { code: wrong, collected: 6500 })).body).toMatchObject({
      detail: 'That is not the code of this order. 4 tries are left.',
    })
  })

  test('cash received for a cancelled order is refunded from the till', async () => {
    const rider = await restaurant.member('rider')
    const order = await out(rider)
    await act(cashier, order.orderId, 'cancel', { reason: 'The customer called' })
    await ride(rider, order.orderId, 'deliver', { code: order.deliveryCode, collected: 6500 })
    expect((await act(cashier, order.orderId, 'refund', { method: 'cash', amount: 6500 })).status).toBe(200)
    expect(await moved(order.orderId)).toEqual([
      { kind: 'received', place: `rider:${rider.id}`, amount: 6500 },
      { kind: 'refund', place: 'till', amount: -6500 },
    ])
    expect((await listOf(rider)).carries).toBe(6500)
  })
})

describe('handing in', () => {
  const inTill = async () =>
    Number((await pool.query("select coalesce(sum(amount), 0) as sum from movements where place = 'till'")).rows[0].sum)

  test('BOOKS-4: handing in moves the counted cash from the rider to the till in one request, and the rider is notified', async () => {
    const rider = await restaurant.member('rider')
    await delivered(rider)
    await delivered(rider)
    const before = await inTill()
    const answers = await Promise.all([1, 2, 3].map(() => takeIn(cashier, rider, 13_000, 13_000, 'press-of-kemi')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201])
    expect(answers[0]?.body).toMatchObject({ kind: 'handed-in', amount: 13_000, note: `From ${rider.username}` })
    expect(await inTill()).toBe(before + 13_000)
    expect((await listOf(rider)).carries).toBe(0)
    expect(await pocket(rider)).toBeUndefined()
    expect((await till()).entries[0]).toMatchObject({ kind: 'handed-in', amount: 13_000, by: cashier.username })
    expect((await restaurant.auditEntries('till')).at(-1)).toMatchObject({
      actorId: cashier.id,
      action: 'till.handed-in',
      detail: { rider: rider.id, amount: 13_000, carried: 13_000 },
    })
    expect((await restaurant.events(rider.id)).at(-1)).toMatchObject({
      type: 'delivery.changed',
      topics: [`rider:${rider.id}`],
    })
  })

  test('BOOKS-4: the cash of a hand-in leaves the rider and reaches the till at the same instant, and therefore on the same business day', async () => {
    const rider = await restaurant.member('rider')
    for (const press of ['first', 'second', 'third']) {
      await delivered(rider)
      expect((await takeIn(cashier, rider, 6500, 6500, `instant-${press}`)).status).toBe(201)
    }
    const { rows } = await pool.query(
      `select distinct at from movements where kind = 'handed-in' and reference like '%instant-%'`,
    )
    expect(rows).toHaveLength(3)
  })

  test('BOOKS-4: one of three people who take in the same cash concurrently succeeds, and the others get 409 with the new sum', async () => {
    const rider = await restaurant.member('rider')
    await delivered(rider)
    const kemi = await restaurant.member('cashier')
    const before = await inTill()
    const answers = await Promise.all([cashier, kemi, owner].map((caller) => takeIn(caller, rider, 6500, 6500)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'day-moved-on',
      detail: `${rider.username} now carries ₦0. Look again, then count.`,
    })
    expect(await inTill()).toBe(before + 6500)
  })

  test('cash that is missing at the hand-in stays with the rider and is listed', async () => {
    const rider = await restaurant.member('rider')
    await delivered(rider)
    expect((await takeIn(cashier, rider, 6500, 6000)).body.note).toBe(`From ${rider.username}, ₦500 short`)
    expect(await pocket(rider)).toMatchObject({ carries: 500, collected: [] })
    expect((await takeIn(cashier, rider, 500, 700)).body.note).toBe(`From ${rider.username}, ₦200 too much`)
    expect(await pocket(rider)).toMatchObject({ carries: -200 })
    expect(await takeIn(cashier, rider, -200, 100)).toMatchObject({ status: 409 })
  })

  test('a rider who was deactivated, or has got another role, still owes the cash', async () => {
    const rider = await restaurant.member('rider')
    await delivered(rider)
    await pool.query('update users set switched_off_at = now() where id = $1', [rider.id])
    expect(await pocket(rider)).toMatchObject({ carries: 6500, isActive: false, name: rider.username })
    await pool.query("update users set switched_off_at = null, role = 'kitchen' where id = $1", [rider.id])
    expect(await pocket(rider)).toMatchObject({ carries: 6500, isActive: false })
    const { body: day } = await call<OpenDay>(cashier, 'GET', '/api/office/open-day')
    expect(day.places.find(({ place }) => place === `rider:${rider.id}`)).toMatchObject({ name: rider.username })
    expect((await takeIn(cashier, rider, 6500, 6500)).status).toBe(201)
  })

  test('invalid sums handed in are refused with the field, and requests by other roles than the till’s are refused', async () => {
    const rider = await restaurant.member('rider')
    for (const amount of [0, -5, 10.5]) {
      expect(await takeIn(cashier, rider, 0, amount)).toMatchObject({ status: 422, body: { field: 'amount' } })
    }
    expect(await takeIn(cashier, { ...rider, id: 'nobody' }, 500, 500)).toMatchObject({ status: 404 })
    expect(await takeIn(cashier, rider, 0, 500)).toMatchObject({ status: 409 })
    for (const caller of [kitchen, rider, ada]) expect((await takeIn(caller, rider, 0, 500)).status).toBe(403)
  })

  test("BOOKS-2: a rider's missing cash is listed with the day's orders, also in the closed day", async () => {
    const rider = await restaurant.member('rider')
    const [first, second] = [await delivered(rider), await delivered(rider)]
    await takeIn(cashier, rider, 13_000, 12_000)
    const place = `rider:${rider.id}`
    const count = (place: string, counted: number) =>
      call<OpenDay>(cashier, 'PUT', '/api/office/open-day/count', { place, counted })
    const { body: before } = await call<OpenDay>(cashier, 'GET', '/api/office/open-day')
    for (const each of before.places) {
      if (each.expected >= 0) await count(each.place, each.place === place ? 0 : each.expected)
    }
    const { body: day } = await call<OpenDay>(owner, 'GET', '/api/office/open-day')
    const collected = [first, second].map(({ orderId: id }) => ({ orderId: id, amount: 6500 }))
    expect(day.places.find((each) => each.place === place)).toMatchObject({
      expected: 1000,
      counted: 0,
      unexplained: -1000,
      collected,
    })
    const seen = day.places.map(({ place, expected, counted }) => ({ place, expected, counted }))
    const sign = (reasons: Record<string, string>) =>
      call<{ id: number; places: OpenDay['places'] }>(owner, 'POST', '/api/office/days', {
        from: day.from,
        until: day.until,
        seen,
        reasons,
      })
    expect(await sign({})).toMatchObject({ status: 422, body: { field: `reasons.${place}` } })
    const signed = await sign({ [place]: 'He lost a note' })
    expect(signed.status).toBe(201)
    expect(signed.body.places.find((each) => each.place === place)).toMatchObject({
      expected: 1000,
      counted: 0,
      reason: 'He lost a note',
      collected,
    })
    const sheet = await restaurant.send(owner, 'GET', `/api/office/days/${signed.body.id}/sheet`)
    expect(await sheet.text()).toContain(`${orderCode(first.orderId)} ${orderCode(second.orderId)}`)
    // The owner has closed the day with the difference, so the next day begins with the counted cash.
    expect(await pocket(rider)).toBeUndefined()
  })
})

test('BOOKS-4: the sums of all movements of riders’ cash equal those of the orders', async () => {
  expect((await pool.query(unlikeMovements)).rows).toEqual([])
})
