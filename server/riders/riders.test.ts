import { describe, expect, test } from 'vitest'
import type { Order } from '#contract/order/orders.ts'
import type { Delivery, DeliveryList, RiderList } from '#contract/order/riders.ts'
import type { User } from '#contract/session.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cartOf, openTestRestaurant } from '#tests/support/restaurant.ts'

const restaurant = await openTestRestaurant(await freshDatabase())
const { cashier, owner, kitchen } = restaurant
const musa = restaurant.rider
const chidi = await restaurant.member('rider')
const ada = await restaurant.customer()

const assign = (caller: User | undefined, id: string, rider: User) =>
  restaurant.act(caller, id, 'assign-rider', { riderId: rider.id })
const change = (caller: User | undefined, id: string, from: User, to: User) =>
  restaurant.act(caller, id, 'change-rider', { riderId: to.id, from: from.id })
const act = (caller: User | undefined, id: string, action: string, body: object = {}) =>
  restaurant.call<Delivery>(caller, 'POST', `/api/orders/${id}/${action}`, body)
const listOf = async (caller: User) =>
  (await restaurant.call<DeliveryList>(caller, 'GET', '/api/deliveries')).body.deliveries
const read = async (id: string) => (await restaurant.call<Order>(ada, 'GET', `/api/orders/${id}`)).body

async function assigned(rider = musa): Promise<Order> {
  const order = await restaurant.delivery(ada)
  await assign(cashier, order.orderId, rider)
  return read(order.orderId)
}

async function out(rider = musa): Promise<Order> {
  const order = await assigned(rider)
  await act(rider, order.orderId, 'pick-up')
  return read(order.orderId)
}

const codeOf = ({ deliveryCode }: Order) => deliveryCode ?? ''
const wrongCodeOf = (order: Order) => (codeOf(order) === '0000' ? '1111' : '0000')

describe('permissions', () => {
  const id = 'AAAAAAAAA'
  test.each([
    ['GET', '/api/desk/riders'],
    ['POST', `/api/orders/${id}/assign-rider`],
    ['POST', `/api/orders/${id}/change-rider`],
    ['POST', `/api/orders/${id}/unassign-rider`],
    ['GET', '/api/deliveries'],
    ['POST', `/api/orders/${id}/pick-up`],
    ['POST', `/api/orders/${id}/deliver`],
    ['POST', `/api/orders/${id}/fail-delivery`],
  ])('the request %s %s returns 401 without a session and 403 to customers and cooks', async (method, path) => {
    expect(await restaurant.call(undefined, method, path)).toMatchObject({ status: 401 })
    for (const caller of [ada, kitchen])
      expect(await restaurant.call(caller, method, path)).toMatchObject({ status: 403 })
    const isOfRiders = /deliver(ies|y)?$|pick-up$/.test(path)
    const wrong = isOfRiders ? owner : musa
    expect(await restaurant.call(wrong, method, path)).toMatchObject({ status: 403 })
  })

  test("an action on another rider's delivery returns 404 and changes nothing, and the delivery is not listed", async () => {
    const order = await out(musa)
    for (const [what, body] of [
      ['pick-up', {}],
      ['deliver', { code: codeOf(order) }],
      ['fail-delivery', { reason: 'Nobody there' }],
    ] as const) {
      expect(await act(chidi, order.orderId, what, body)).toMatchObject({ status: 404, body: { code: 'not-found' } })
    }
    expect((await listOf(chidi)).map(({ orderId }) => orderId)).not.toContain(order.orderId)
    expect(await restaurant.call(musa, 'GET', `/api/orders/${order.orderId}`)).toMatchObject({ status: 404 })
    expect(await read(order.orderId)).toEqual(order)
  })
})

describe('assigning a rider', () => {
  test('ORDER-3: an assigned rider is stored with the phone, published to desk, customer and rider, and audited', async () => {
    const order = await restaurant.delivery(ada, 'preparing')
    const { status, body } = await assign(cashier, order.orderId, musa)
    const rider = { id: musa.id, name: musa.username, phone: musa.phone }
    expect({ status, body }).toMatchObject({ status: 200, body: { assignedRider: rider, deliveryStatus: 'assigned' } })
    const published = (await restaurant.events(order.orderId)).filter(({ version }) => version === body.version)
    expect(published).toMatchObject([
      { type: 'order.rider-assigned', topics: ['till', 'kitchen', `customer:${ada.id}`], data: body },
      { type: 'delivery.changed', topics: [`rider:${musa.id}`], data: { id: order.orderId } },
    ])
    expect((await restaurant.auditEntries(`order:${order.orderId}`)).at(-1)).toMatchObject({
      actorId: cashier.id,
      action: 'order.assign-rider',
      detail: { rider: musa.id },
    })
  })

  test("one of 50 concurrent assignments succeeds, and 49 return 409 with the rider's name", async () => {
    const order = await restaurant.delivery(ada)
    const riders = [musa, chidi]
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => assign(cashier, order.orderId, riders[index % 2] ?? musa)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const name = (await read(order.orderId)).assignedRider?.name
    for (const { status, body } of answers.filter(({ status }) => status !== 200)) {
      expect({ status, detail: body.detail }).toEqual({ status: 409, detail: `${name} has this order already.` })
    }
    expect((await read(order.orderId)).version).toBe(order.version + 1)
  })

  test('changing the rider requires the current rider’s id, and 50 concurrent requests make one change of the rider', async () => {
    const order = await assigned(musa)
    expect(await change(cashier, order.orderId, chidi, musa)).toMatchObject({
      status: 409,
      body: { detail: `${musa.username} has this order already.` },
    })
    const answers = await Promise.all(Array.from({ length: 50 }, () => change(owner, order.orderId, musa, chidi)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
    expect((await read(order.orderId)).assignedRider?.id).toBe(chidi.id)
    expect((await listOf(musa)).map(({ orderId }) => orderId)).not.toContain(order.orderId)
    const topics = (await restaurant.events(order.orderId)).slice(-2).map(({ topics }) => topics)
    expect(topics).toEqual([[`rider:${chidi.id}`], [`rider:${musa.id}`]])
  })

  test('an order can be taken back from its rider until it is picked up', async () => {
    const order = await assigned(musa)
    const takeBack = (from: User) => restaurant.act(owner, order.orderId, 'unassign-rider', { from: from.id })
    expect(await takeBack(chidi)).toMatchObject({
      status: 409,
      body: { detail: `${musa.username} has this order already.` },
    })
    expect(await takeBack(musa)).toMatchObject({
      status: 200,
      body: { assignedRider: null, deliveryStatus: 'unassigned' },
    })
    expect((await listOf(musa)).map(({ orderId }) => orderId)).not.toContain(order.orderId)
    expect((await restaurant.events(order.orderId)).slice(-2)).toMatchObject([
      { type: 'order.rider-unassigned' },
      { type: 'delivery.changed', topics: [`rider:${musa.id}`] },
    ])
    expect((await restaurant.auditEntries(`order:${order.orderId}`)).at(-1)).toMatchObject({
      action: 'order.unassign-rider',
      detail: { from: musa.id },
    })
    expect(await takeBack(musa)).toMatchObject({ status: 409, body: { detail: 'No rider has this order yet.' } })
    expect(await assign(cashier, order.orderId, chidi)).toMatchObject({ body: { assignedRider: { id: chidi.id } } })
    await act(chidi, order.orderId, 'pick-up')
    expect(await takeBack(chidi)).toMatchObject({ status: 409, body: { detail: 'This order is already on its way.' } })
  })

  test('a rider cannot be assigned to a pick-up or a pending order, and a person without a phone cannot be assigned', async () => {
    const pickUp = await restaurant.paidOrder(ada)
    await restaurant.act(kitchen, pickUp.orderId, 'start')
    expect(await assign(cashier, pickUp.orderId, musa)).toMatchObject({
      status: 409,
      body: { detail: 'This order is picked up at the restaurant.' },
    })
    const early = await restaurant.delivery(ada, 'pending')
    expect(await assign(cashier, early.orderId, musa)).toMatchObject({
      status: 409,
      body: { detail: 'This order is still pending.' },
    })
    const order = await restaurant.delivery(ada)
    const withoutPhone = await restaurant.member('rider', { phone: null })
    for (const caller of [withoutPhone, cashier]) {
      expect(await assign(cashier, order.orderId, caller)).toMatchObject({ status: 422, body: { field: 'riderId' } })
    }
    expect(await assign(cashier, 'AAAAAAAAA', musa)).toMatchObject({ status: 404 })
  })

  test('the desk lists riders by their number of deliveries, fewest first', async () => {
    const idle = await restaurant.member('rider')
    await assigned(musa)
    const { body } = await restaurant.call<RiderList>(cashier, 'GET', '/api/desk/riders')
    const loads = body.riders.map(({ carries }) => carries)
    expect(loads).toEqual(loads.toSorted((a, b) => a - b))
    expect(body.riders).toContainEqual({ id: idle.id, name: idle.username, phone: idle.phone, carries: 0 })
    expect(body.riders.find(({ id }) => id === musa.id)?.carries).toBeGreaterThan(0)
  })
})

describe('deliveries', () => {
  test('a delivery is picked up, handed over with its code and completes the order', async () => {
    const order = await assigned()
    const mine = (await listOf(musa)).find(({ orderId }) => orderId === order.orderId)
    expect(mine).toMatchObject({ deliveryStatus: 'assigned', address: '5 Idowu Street', location: 'Victoria Island' })
    expect(JSON.stringify(mine)).not.toContain('deliveryCode')

    expect(await act(musa, order.orderId, 'deliver', { code: codeOf(order) })).toMatchObject({ status: 409 })
    expect(await act(musa, order.orderId, 'pick-up')).toMatchObject({
      status: 200,
      body: { deliveryStatus: 'out-for-delivery' },
    })
    expect(await act(musa, order.orderId, 'deliver', { code: codeOf(order) })).toMatchObject({
      status: 200,
      body: { deliveryStatus: 'delivered', status: 'completed' },
    })
    expect((await restaurant.events(order.orderId)).map(({ type }) => type).slice(-4)).toEqual([
      'order.picked-up',
      'delivery.changed',
      'order.completed',
      'delivery.changed',
    ])
    expect((await listOf(musa)).map(({ orderId }) => orderId)).not.toContain(order.orderId)
  })

  test('50 concurrent requests about a delivery make one transition and get the same response', async () => {
    const order = await assigned()
    const picked = await Promise.all(Array.from({ length: 50 }, () => act(musa, order.orderId, 'pick-up')))
    const handed = await Promise.all(
      Array.from({ length: 50 }, () => act(musa, order.orderId, 'deliver', { code: codeOf(order) })),
    )
    for (const answers of [picked, handed]) {
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      expect(answers[0]?.status).toBe(200)
    }
    expect((await read(order.orderId)).version).toBe(order.version + 2)
    const entries = (await restaurant.auditEntries(`order:${order.orderId}`)).map(({ action }) => action)
    expect(entries.slice(-2)).toEqual(['order.pick-up', 'order.deliver'])
  })

  test('a queued pick-up is recorded at the time when the rider pressed the button, but never before the order was placed or in the future', async () => {
    const early = await assigned()
    const at = new Date(Date.parse(early.createdAt) + 5).toISOString()
    expect((await act(musa, early.orderId, 'pick-up', { at })).body.outAt).toBe(at)
    const [wrong, ahead] = [await assigned(), await assigned()]
    expect((await act(musa, wrong.orderId, 'pick-up', { at: '2001-01-01T00:00:00.000Z' })).body.outAt).toBe(
      wrong.createdAt,
    )
    const { body } = await act(musa, ahead.orderId, 'pick-up', { at: '2999-01-01T00:00:00.000Z' })
    expect(Date.parse(body.outAt ?? '')).toBeLessThan(Date.now() + 60_000)
    expect(await act(musa, ahead.orderId, 'pick-up', { at: 'just now' })).toMatchObject({ status: 422 })
  })

  test('a wrong delivery code returns the attempts left; the fifth fails the delivery, and the desk can complete the order', async () => {
    const order = await out()
    const code = wrongCodeOf(order)
    for (const left of ['4 tries are left.', '3 tries are left.', '2 tries are left.', 'One try is left.']) {
      expect(await act(musa, order.orderId, 'deliver', { code })).toMatchObject({
        status: 422,
        body: { field: 'code', detail: `That is not the code of this order. ${left}` },
      })
    }
    expect(await act(musa, order.orderId, 'deliver', { code })).toMatchObject({
      status: 409,
      body: { detail: 'That was wrong 5 times. Please call the desk: they take over.' },
    })
    expect(await act(musa, order.orderId, 'deliver', { code: codeOf(order) })).toMatchObject({
      status: 409,
      body: { detail: 'This order could not be delivered. The desk takes care of it.' },
    })
    expect(await read(order.orderId)).toMatchObject({
      status: 'ready',
      deliveryStatus: 'failed',
      deliveryProblem: 'The code at the door was wrong 5 times.',
    })
    expect(await restaurant.act(cashier, order.orderId, 'complete')).toMatchObject({ status: 200 })
  })

  test('a wrong delivery code repeated under one idempotency key counts as one attempt, and a different code as another', async () => {
    const order = await out()
    const key = 'one-press'
    const codes = ['0000', '1111', '2222', '3333', '4444', '5555'].filter((code) => code !== codeOf(order))
    const [first = '', ...others] = codes
    for (let time = 0; time < 3; time++) {
      expect(await act(musa, order.orderId, 'deliver', { code: first, key })).toMatchObject({
        status: 422,
        body: { detail: 'That is not the code of this order. 4 tries are left.' },
      })
    }
    for (const code of others.slice(0, 4)) await act(musa, order.orderId, 'deliver', { code, key })
    expect(await act(musa, order.orderId, 'deliver', { code: codeOf(order), key })).toMatchObject({ status: 409 })
    expect(await read(order.orderId)).toMatchObject({ status: 'ready', deliveryStatus: 'failed' })
  })

  test('50 concurrent wrong delivery codes count as five attempts', async () => {
    const order = await out()
    const code = wrongCodeOf(order)
    const answers = await Promise.all(Array.from({ length: 50 }, () => act(musa, order.orderId, 'deliver', { code })))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(4)
    // The fifth attempt fails the delivery, and the later attempts return 409.
    expect(answers.filter(({ status, body }) => status === 409 || body.deliveryStatus === 'failed')).toHaveLength(46)
    expect((await read(order.orderId)).status).toBe('ready')
  })

  test('a failed delivery has a reason and can be assigned again', async () => {
    const order = await out()
    expect(await act(musa, order.orderId, 'fail-delivery', { reason: ' ' })).toMatchObject({ status: 422 })
    expect(await act(musa, order.orderId, 'fail-delivery', { reason: 'Nobody opened' })).toMatchObject({
      status: 200,
      body: { deliveryStatus: 'failed', problem: 'Nobody opened' },
    })
    const again = await change(cashier, order.orderId, musa, musa)
    expect(again).toMatchObject({
      status: 200,
      body: { deliveryStatus: 'assigned', deliveryProblem: null, outAt: null },
    })
    expect(await act(musa, order.orderId, 'pick-up')).toMatchObject({ status: 200 })
  })

  test("a cancelled order leaves the rider's list and cannot be handed over", async () => {
    const order = await out()
    await restaurant.act(cashier, order.orderId, 'cancel', { reason: 'The customer asked for it' })
    expect((await listOf(musa)).map(({ orderId }) => orderId)).not.toContain(order.orderId)
    expect(await act(musa, order.orderId, 'deliver', { code: codeOf(order) })).toMatchObject({
      status: 409,
      body: { detail: 'This order is already cancelled.' },
    })
    expect((await restaurant.events(order.orderId)).at(-1)?.topics).toEqual([`rider:${musa.id}`])
  })
})

test('a pick-up order has no delivery status and no code, and a delivery has a code of four digits', async () => {
  expect(await restaurant.order(ada)).toMatchObject({ deliveryStatus: null, deliveryCode: null })
  expect((await restaurant.delivery(ada, 'pending')).deliveryCode).toMatch(/^\d{4}$/)
})

test.each([
  ['2348090001111', '+2348090001111'],
  ['+234 (0) 809 000 1111', '+2348090001111'],
  ['8090001111', '+2348090001111'],
  ['0809 000 1111 / 0809 000 2222', '+2348090001111'],
  ['+44 20 7946 0000', '+442079460000'],
])(
  'PEOPLE-1: the rider of an order with the contact %j calls %s, and reads the contact as typed',
  async (contactPhone, callPhone) => {
    const cart = cartOf('jollof', 1, { deliveryMethod: 'delivery', contactPhone })
    const { body: quote } = await restaurant.quote(ada, cart)
    await restaurant.place(ada, quote.id)
    await restaurant.pay(cashier, quote.id, quote.totalAmount)
    await restaurant.act(kitchen, quote.id, 'start')
    await assign(cashier, quote.id, musa)
    expect((await listOf(musa)).find(({ orderId }) => orderId === quote.id)).toMatchObject({ contactPhone, callPhone })
  },
)

test('SAFE-7: the rider of an order whose contact has no number calls the number of the profile', async () => {
  const { body: quote } = await restaurant.quote(
    ada,
    cartOf('jollof', 1, { deliveryMethod: 'delivery', contactPhone: 'the blue gate' }),
  )
  await restaurant.place(ada, quote.id)
  await restaurant.pay(cashier, quote.id, quote.totalAmount)
  await restaurant.act(kitchen, quote.id, 'start')
  await assign(cashier, quote.id, musa)
  expect((await listOf(musa)).find(({ orderId }) => orderId === quote.id)).toMatchObject({
    contactPhone: 'the blue gate',
    callPhone: ada.phone,
  })
})
