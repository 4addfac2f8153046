import { describe, expect, test } from 'vitest'
import type { Order } from '#contract/order/orders.ts'
import type { User } from '#contract/session.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { openTestRestaurant } from '#tests/support/restaurant.ts'

const restaurant = await openTestRestaurant(await freshDatabase())
const { kitchen, cashier, owner, rider } = restaurant

const line = (itemId: string, quantity = 1) => ({ itemId, selection: {}, quantity })

/** Two jollof at 2,500 and a plantain at 1,500 make 6,500. */
async function placed(caller: User, paid = true): Promise<Order> {
  const { body: quote } = await restaurant.quote(caller, { items: [line('jollof', 2), line('plantain')] })
  const { body } = await restaurant.place(caller, quote.id)
  return paid ? (await restaurant.pay(cashier, quote.id, quote.totalAmount)).body : body
}

async function awaiting(caller: User, paid = true): Promise<Order> {
  const order = await placed(caller, paid)
  await mark(kitchen, order)
  return (await restaurant.call<Order>(caller, 'GET', `/api/orders/${order.orderId}`)).body
}

const mark = (caller: User | undefined, { orderId: id, version }: Order, line = 0) =>
  restaurant.act(caller, id, 'mark-sold-out', { line, version })
const answer = (caller: User | undefined, { orderId: id, version }: Order, body: object) =>
  restaurant.act(caller, id, 'choose-substitution', { line: 0, version, ...body })
const instead = (itemId: string, more: object = {}) => ({ answer: 'replace', ...line(itemId), ...more })

describe('permissions', () => {
  test('every action of a substitution without a session returns 401', async () => {
    const order = await awaiting(await restaurant.customer())
    for (const resource of ['mark-sold-out', 'unmark-sold-out', 'remove-sold-out', 'choose-substitution']) {
      const { version } = order
      expect((await restaurant.act(undefined, order.orderId, resource, { line: 0, version })).status).toBe(401)
    }
  })

  test('a line is marked as sold out by staff, not by the customer or a rider', async () => {
    const ada = await restaurant.customer()
    const order = await placed(ada)
    for (const caller of [ada, rider]) expect((await mark(caller, order)).status).toBe(403)
    expect(await mark(kitchen, order)).toMatchObject({
      status: 200,
      body: { awaitingSubstitution: true, version: order.version + 1 },
    })
  })

  test('only the customer chooses a substitution; others get 404', async () => {
    const order = await awaiting(await restaurant.customer())
    for (const caller of [await restaurant.customer(), rider, kitchen, cashier, owner]) {
      for (const choice of ['remove', 'cancel']) {
        expect(await answer(caller, order, { answer: choice })).toMatchObject({
          status: 404,
          body: { code: 'not-found' },
        })
      }
    }
  })

  test('a cashier can remove a sold-out line for the customer, but the kitchen cannot', async () => {
    const ada = await restaurant.customer()
    const order = await awaiting(ada)
    const { orderId: id, version } = order
    for (const caller of [ada, rider, kitchen]) {
      expect((await restaurant.act(caller, id, 'remove-sold-out', { line: 0, version })).status).toBe(403)
    }
    const { body } = await restaurant.act(cashier, id, 'remove-sold-out', { line: 0, version })
    expect(body).toMatchObject({
      awaitingSubstitution: false,
      totalAmount: 1500,
      owed: 5000,
      substitutions: [{ dish: '2 × Jollof Rice', instead: null, less: 5000, by: 'restaurant' }],
    })
  })
})

describe('marking a line as sold out', () => {
  test('marking publishes the order to customer and desk and is audited', async () => {
    const ada = await restaurant.customer()
    const order = await awaiting(ada)
    expect(order.items.map(({ soldOutAt }) => soldOutAt !== undefined)).toEqual([true, false])
    expect((await restaurant.events(order.orderId)).at(-1)).toMatchObject({
      type: 'order.dish-sold-out',
      topics: ['till', 'kitchen', `customer:${ada.id}`],
      data: order,
    })
    expect((await restaurant.auditEntries(`order:${order.orderId}`)).at(-1)).toMatchObject({
      actorId: kitchen.id,
      action: 'order.mark-sold-out',
      detail: { line: 0, total: 6500 },
    })
  })

  test('the mark of a sold-out line can be withdrawn', async () => {
    const ada = await restaurant.customer()
    const { orderId: id, version } = await awaiting(ada)
    expect((await restaurant.act(kitchen, id, 'unmark-sold-out', { line: 0, version })).status).toBe(200)
    const { body } = await restaurant.call<Order>(ada, 'GET', `/api/orders/${id}`)
    expect(body).toMatchObject({ awaitingSubstitution: false, totalAmount: 6500, substitutions: [] })
    expect(body.items[0]).not.toHaveProperty('soldOutAt')
  })

  test('an order that awaits a substitution can be started but not made ready', async () => {
    const ada = await restaurant.customer()
    const order = await awaiting(ada)
    expect((await restaurant.act(kitchen, order.orderId, 'start')).status).toBe(200)
    expect(await restaurant.act(kitchen, order.orderId, 'mark-ready')).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining('waits for what its customer wants') },
    })
    await answer(ada, { ...order, version: order.version + 1 }, { answer: 'remove' })
    expect((await restaurant.act(kitchen, order.orderId, 'mark-ready')).status).toBe(200)
  })

  test('a line of a ready order cannot be marked', async () => {
    const order = await placed(await restaurant.customer())
    await restaurant.act(kitchen, order.orderId, 'start')
    const { body: ready } = await restaurant.act(kitchen, order.orderId, 'mark-ready')
    expect(await mark(kitchen, ready)).toMatchObject({ status: 409, body: { detail: 'This order is already ready.' } })
  })

  test.each([
    [{ line: 9 }, 'line'],
    [{ line: -1 }, 'line'],
    [{ line: 0.5 }, 'line'],
    [{ line: 'first' }, 'line'],
    [{}, 'line'],
  ])('marking the line %j as sold out is refused with its field', async (body, field) => {
    const { orderId: id, version } = await placed(await restaurant.customer())
    const { status, body: problem } = await restaurant.act(kitchen, id, 'mark-sold-out', { version, ...body })
    expect({ status, field: problem.field ?? problem.errors?.[0]?.field }).toEqual({ status: 422, field })
  })
})

describe('choosing a substitution', () => {
  test('choosing removal removes the sold-out line, makes its total a refund owed, and is published and audited', async () => {
    const ada = await restaurant.customer()
    const order = await awaiting(ada)
    const { status, body } = await answer(ada, order, { answer: 'remove' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      awaitingSubstitution: false,
      subtotal: 1500,
      totalAmount: 1500,
      payment: 'over',
      received: 6500,
      owed: 5000,
      substitutions: [{ dish: '2 × Jollof Rice', instead: null, less: 5000, by: 'customer' }],
    })
    expect(body.items).toHaveLength(1)
    expect((await restaurant.events(order.orderId)).at(-1)).toMatchObject({
      type: 'order.substitution-chosen',
      data: body,
    })
    expect((await restaurant.auditEntries(`order:${order.orderId}`)).at(-1)).toMatchObject({
      actorId: ada.id,
      action: 'order.choose-substitution',
      detail: { less: 5000, owed: 5000 },
    })
    const { body: refunded } = await restaurant.act(cashier, order.orderId, 'refund', { method: 'cash', amount: 5000 })
    expect(refunded).toMatchObject({ owed: 0, refunded: 5000, payment: 'over' })
  })

  test('choosing removal of the last line is refused, and the refusal suggests a cancellation', async () => {
    const ada = await restaurant.customer()
    const order = await restaurant.paidOrder(ada)
    const { body: marked } = await mark(kitchen, order)
    expect(await answer(ada, marked, { answer: 'remove' })).toMatchObject({
      status: 422,
      body: { detail: 'Nothing else is in this order. Cancel it instead: what was paid goes back.' },
    })
    expect(
      (await restaurant.act(cashier, order.orderId, 'remove-sold-out', { line: 0, version: marked.version })).status,
    ).toBe(422)
  })

  test("choosing another dish applies today's price of that dish, and the difference is a refund owed", async () => {
    const ada = await restaurant.customer()
    const order = await awaiting(ada)
    const { body } = await answer(ada, order, instead('fried-rice', { note: 'Hot' }))
    expect(body).toMatchObject({ awaitingSubstitution: false, totalAmount: 5000, payment: 'over', owed: 1500 })
    expect(body.items[0]).toMatchObject({ itemId: 'fried-rice', quantity: 1, itemTotal: 3500, chefComment: 'Hot' })
    expect(body.items[0]).not.toHaveProperty('soldOutAt')
    expect(body.substitutions).toEqual([{ dish: '2 × Jollof Rice', instead: 'Fried Rice', less: 1500, by: 'customer' }])
  })

  test('choosing a cheaper dish in an unpaid order lowers the amount due', async () => {
    const ada = await restaurant.customer()
    const order = await awaiting(ada, false)
    const { body } = await answer(ada, order, instead('fried-rice'))
    expect(body).toMatchObject({ totalAmount: 5000, payment: 'claimed', owed: 0 })
    expect((await restaurant.pay(cashier, order.orderId, 6500)).body).toMatchObject({ payment: 'over', owed: 1500 })
  })

  test('choosing a more expensive dish is refused, even with prices from the client', async () => {
    const ada = await restaurant.customer()
    const order = await awaiting(ada)
    const tooDear = { status: 422, body: { detail: expect.stringContaining('₦5,000 at most') } }
    expect(await answer(ada, order, instead('fried-rice', { quantity: 2 }))).toMatchObject(tooDear)
    for (const price of [{ price: 1 }, { total: 1 }, { price: 1 }]) {
      expect((await answer(ada, order, instead('fried-rice', price))).status).toBe(422)
    }
    expect((await restaurant.call<Order>(ada, 'GET', `/api/orders/${order.orderId}`)).body).toEqual(order)
  })

  test.each([
    ['an unavailable dish', 'yam', 'item-unavailable'],
    ['an unknown dish', 'no-such-dish', 'item-gone'],
    ['a dish that comes only with another', 'poundo', 'item-gone'],
    ['a dish without a required choice', 'half-chicken', 'choice-missing'],
  ])('choosing %s instead of the sold-out dish is refused', async (_what, itemId, code) => {
    const ada = await restaurant.customer()
    const order = await awaiting(ada)
    expect(await answer(ada, order, instead(itemId))).toMatchObject({ body: { code } })
  })

  test('one of two customers who choose the last portion gets it', async () => {
    const dish = await restaurant.dish(1000)
    await restaurant.call(owner, 'PATCH', `/api/menu-items/${dish}`, { portions: 1 })
    const [ada, bola] = [await restaurant.customer(), await restaurant.customer()]
    const [one, two] = [await awaiting(ada), await awaiting(bola)]
    const answers = await Promise.all([answer(ada, one, instead(dish)), answer(bola, two, instead(dish))])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'item-unavailable' })
  })

  test('choosing cancellation makes all that was paid a refund owed, even when the order is being prepared', async () => {
    const ada = await restaurant.customer()
    const order = await awaiting(ada)
    const { body: begun } = await restaurant.act(kitchen, order.orderId, 'start')
    expect((await answer(ada, begun, { answer: 'cancel' })).body).toMatchObject({
      status: 'cancelled',
      cancelledBy: 'customer',
      cancelReason: 'A dish sold out.',
      owed: 6500,
    })
  })

  test('an order without a sold-out line cannot be cancelled by its customer while it is prepared', async () => {
    const ada = await restaurant.customer()
    const order = await placed(ada)
    await restaurant.act(kitchen, order.orderId, 'start')
    const now = { ...order, version: order.version + 1 }
    expect(await answer(ada, now, { answer: 'cancel' })).toMatchObject({ status: 409 })
  })

  test.each([{}, { answer: 'more' }, { answer: 'replace' }, { answer: 'replace', itemId: 'jollof', quantity: 0 }])(
    'choosing the substitution %j returns 422',
    async (body) => {
      const ada = await restaurant.customer()
      expect((await answer(ada, await awaiting(ada), body)).status).toBe(422)
    },
  )

  test('a substitution chosen for an older version of the order returns 409 and changes nothing', async () => {
    const ada = await restaurant.customer()
    const order = await awaiting(ada)
    await restaurant.act(kitchen, order.orderId, 'start')
    const own = () => restaurant.call<Order>(ada, 'GET', `/api/orders/${order.orderId}`)
    const { body: begun } = await own()
    expect(await answer(ada, order, { answer: 'remove' })).toMatchObject({
      status: 409,
      body: { detail: 'This order has just changed. Please look at it again.' },
    })
    expect((await answer(ada, order, { answer: 'cancel' })).status).toBe(409)
    expect((await own()).body).toEqual(begun)
  })
})

test('50 concurrent decisions by customer and desk about a sold-out line make one change', async () => {
  const ada = await restaurant.customer()
  const order = await awaiting(ada)
  const { orderId: id, version } = order
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      [
        () => answer(ada, order, { answer: 'remove' }),
        () => answer(ada, order, instead('fried-rice')),
        () => answer(ada, order, { answer: 'cancel' }),
        () => restaurant.act(cashier, id, 'remove-sold-out', { line: 0, version }),
        () => restaurant.act(kitchen, id, 'unmark-sold-out', { line: 0, version }),
      ][index % 5]?.(),
    ),
  )
  const statuses = answers.map((each) => each?.status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.filter((status) => status === 409)).toHaveLength(49)
  const { body: after } = await restaurant.call<Order>(ada, 'GET', `/api/orders/${id}`)
  expect(after.version).toBe(version + 1)
  expect(after.substitutions.length).toBeLessThanOrEqual(1)
  expect(await restaurant.events(id)).toHaveLength(4)
})

describe('cancellation by the customer', () => {
  const cancel = (caller: User | undefined, { orderId: id }: Order, body: object = {}) =>
    restaurant.act(caller, id, 'cancel', body)

  test('a pending order can be cancelled by its customer with or without a reason, and the money received is a refund owed', async () => {
    const ada = await restaurant.customer()
    const order = await placed(ada)
    const { status, body } = await cancel(ada, order, { reason: 'Ordered by mistake' })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'cancelled',
      cancelledBy: 'customer',
      cancelReason: 'Ordered by mistake',
      owed: 6500,
    })
    expect((await restaurant.events(order.orderId)).at(-1)).toMatchObject({
      type: 'order.cancelled',
      topics: ['till', 'kitchen', `customer:${ada.id}`],
      data: body,
    })
    expect((await restaurant.auditEntries(`order:${order.orderId}`)).at(-1)).toMatchObject({
      actorId: ada.id,
      action: 'order.cancel-own',
    })
    expect((await cancel(ada, await placed(ada))).body).toMatchObject({ cancelReason: '', cancelledBy: 'customer' })
  })

  test('the money of a transfer that is found after the order was cancelled is a refund owed', async () => {
    const ada = await restaurant.customer()
    const order = await placed(ada, false)
    expect((await cancel(ada, order)).body).toMatchObject({ owed: 0 })
    const { body } = await restaurant.act(cashier, order.orderId, 'confirm-payment', {
      accountId: 'demo-bank',
      amount: 6500,
      sender: 'ADA OBI',
      sessionId: 'late-transfer-1',
      extra: true,
    })
    expect(body).toMatchObject({ status: 'cancelled', owed: 6500 })
  })

  test.each(['start', 'mark-ready', 'complete'])(
    'an order cannot be cancelled by its customer after %s',
    async (action) => {
      const ada = await restaurant.customer()
      const order = await placed(ada)
      for (const each of ['start', 'mark-ready', 'complete']) {
        await restaurant.act(cashier, order.orderId, each)
        if (each === action) break
      }
      expect(await cancel(ada, order)).toMatchObject({ status: 409, body: { code: 'order-moved-on' } })
    },
  )

  test('50 concurrent cancellations and starts leave the order either cancelled or started', async () => {
    const ada = await restaurant.customer()
    const order = await placed(ada)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        index % 2 ? cancel(ada, order) : restaurant.act(kitchen, order.orderId, 'start'),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
  })
})
