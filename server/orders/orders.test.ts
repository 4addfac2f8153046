import { eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { withTodaysNames } from '#contract/last-release.ts'
import type { MenuItems } from '#contract/menu/menu.ts'
import type { DeskOrder, Order, OrderList } from '#contract/order/orders.ts'
import type { Quote } from '#contract/order/quotes.ts'
import type { DeliveryList } from '#contract/order/riders.ts'
import type { User } from '#contract/session.ts'
import type { ReadyPromise } from '#contract/site.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cartOf, halfChicken, openTestRestaurant } from '#tests/support/restaurant.ts'
import { audit, items, kitchenLoad, orders, quotes } from '../db/schema.ts'
import { transition } from './transition.ts'

const restaurant = await openTestRestaurant(await freshDatabase())
const { kitchen, cashier, owner, rider } = restaurant

const unknownId = 'AAAAAAAAA'

describe('permissions', () => {
  const actions = ['start', 'mark-ready', 'recall', 'complete', 'cancel'].map(
    (action) => `/api/orders/${unknownId}/${action}`,
  )
  const posts = ['/api/orders', ...actions]
  const gets = ['/api/orders', `/api/orders/${unknownId}`, '/api/desk/orders']

  test.each([...posts.map((path) => ['POST', path]), ...gets.map((path) => ['GET', path])] as [string, string][])(
    'PAY-4 ORDER-1: %s %s without a session returns 401 before anything is read',
    async (method, path) => {
      expect(await restaurant.call(undefined, method, path)).toMatchObject({
        status: 401,
        body: { code: 'not-signed-in', detail: 'User not authenticated' },
      })
    },
  )

  test.each([
    ['start', ['customer', 'rider']],
    ['undo-start', ['customer', 'rider']],
    ['mark-ready', ['customer', 'rider']],
    ['recall', ['customer', 'rider']],
    ['complete', ['customer', 'rider', 'kitchen']],
  ] as const)('the action %s is refused to other roles and changes nothing', async (action, roles) => {
    const customer = await restaurant.customer()
    const order = await restaurant.paidOrder(customer)
    const people = { customer, rider, kitchen }
    for (const role of roles) {
      expect(await restaurant.act(people[role], order.orderId, action, { reason: 'No reason' })).toMatchObject({
        status: 403,
      })
    }
    expect((await restaurant.call<Order>(customer, 'GET', `/api/orders/${order.orderId}`)).body).toEqual(order)
  })

  test('cancelling the order of another customer, or as a rider or cook, returns 404 and changes nothing', async () => {
    const ada = await restaurant.customer()
    const order = await restaurant.paidOrder(ada)
    for (const caller of [await restaurant.customer(), rider, kitchen]) {
      expect(await restaurant.act(caller, order.orderId, 'cancel', { reason: 'No reason' })).toMatchObject({
        status: 404,
      })
    }
    expect((await restaurant.call<Order>(ada, 'GET', `/api/orders/${order.orderId}`)).body).toEqual(order)
  })

  test.each(['customer', 'rider'] as const)('the list of orders at the desk returns 403 to a %s', async (role) => {
    const caller = role === 'rider' ? rider : await restaurant.customer()
    expect(await restaurant.call(caller, 'GET', '/api/desk/orders')).toMatchObject({
      status: 403,
      body: { code: 'not-allowed' },
    })
  })

  test('an order is visible to its customer and the desk, and another customer and a rider get 404', async () => {
    const ada = await restaurant.customer()
    const order = await restaurant.order(ada)
    const path = `/api/orders/${order.orderId}`
    for (const caller of [await restaurant.customer(), rider]) {
      expect(await restaurant.call(caller, 'GET', path)).toMatchObject({ status: 404, body: { code: 'not-found' } })
    }
    expect(await restaurant.call<Order>(ada, 'GET', path)).toMatchObject({ status: 200, body: order })
    for (const caller of [kitchen, cashier, owner]) {
      expect(await restaurant.call<DeskOrder>(caller, 'GET', `/api/orders/${order.orderId}`)).toMatchObject({
        status: 200,
        body: {
          orderId: order.orderId,
          items: order.items.map(({ name, quantity }) => ({ name, quantity })),
          version: 1,
        },
      })
    }
  })

  test("another customer's quote cannot be placed, whether or not its owner has placed the quote", async () => {
    const [ada, eve] = [await restaurant.customer(), await restaurant.customer()]
    const { body: quote } = await restaurant.quote(ada, cartOf('jollof'))
    expect(await restaurant.place(eve, quote.id)).toMatchObject({ status: 404, body: { code: 'not-found' } })
    expect(await restaurant.orm.$count(orders, eq(orders.orderId, quote.id))).toBe(0)
    expect((await restaurant.place(ada, quote.id)).status).toBe(201)
    expect(await restaurant.place(eve, quote.id)).toMatchObject({ status: 404, body: { code: 'not-found' } })
    expect(await restaurant.place(owner, quote.id)).toMatchObject({ status: 404 })
  })
})

describe('placing', () => {
  test('ORDER-7 PAY-6: a placed order has every field of its quote, is pending, and has the expected price', async () => {
    const ada = await restaurant.customer()
    const { body: quote } = await restaurant.quote(ada, {
      items: [halfChicken],
      deliveryMethod: 'delivery',
      contactPhone: 'the blue gate',
      payerName: 'Mummy',
    })
    const { status, body } = await restaurant.place(ada, quote.id)
    expect(status).toBe(201)
    const { readyBy, claimedAt, createdAt, updatedAt, deliveryCode, ...order } = withTodaysNames(body)
    expect(deliveryCode).toMatch(/^\d{4}$/)
    expect(order).toEqual({
      deliveryStatus: 'unassigned',
      cashAtDoor: false,
      channel: 'web',
      deliveryProblem: null,
      drivingMinutes: null,
      quoteExpired: false,
      acknowledgedAt: null,
      escalatedAt: null,
      escalation: null,
      outAt: null,
      foundAt: null,
      startedAt: null,
      readyAt: null,
      finishedAt: null,
      orderId: quote.id,
      customerId: ada.id,
      customerName: ada.username,
      customerPhone: ada.phone,
      contactPhone: 'the blue gate',
      useDifferentPhone: true,
      deliveryMethod: 'delivery',
      deliveryAddress: '5 Idowu Street',
      deliveryLocation: 'Victoria Island',
      differentPayer: true,
      payerName: 'Mummy',
      paymentReference: ada.username,
      items: withTodaysNames(quote.items),
      // The dishes cost 2 × 9,500, and their extras 2 × 2 × 1,500.
      subtotal: 25000,
      deliveryFee: 1500,
      totalAmount: 26500,
      status: 'pending',
      payment: 'claimed',
      received: 0,
      refunded: 0,
      refundReference: null,
      rejection: null,
      owed: 0,
      assignedRider: null,
      cancelReason: null,
      cancelledBy: null,
      awaitingSubstitution: false,
      substitutions: [],
      version: 1,
    })
    for (const moment of [readyBy, claimedAt, createdAt, updatedAt])
      expect(moment).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(order.items[0]?.chefComment).toBe('Well done, please')
    const minutes = (Date.parse(readyBy) - Date.parse(createdAt)) / 60_000
    expect(minutes).toBeGreaterThanOrEqual(10)
    expect(minutes).toBeLessThan(50)
  })

  test('placing an order publishes one event with the whole order to desk and customer, and is audited', async () => {
    const ada = await restaurant.customer()
    const order = await restaurant.order(ada)
    await restaurant.place(ada, order.orderId)
    const [event, ...more] = await restaurant.events(order.orderId)
    expect(more).toEqual([])
    expect(event).toMatchObject({
      type: 'order.placed',
      topics: ['till', 'kitchen', `customer:${ada.id}`],
      version: 1,
      data: order,
    })
    expect(await restaurant.auditEntries(`order:${order.orderId}`)).toMatchObject([
      { actorId: ada.id, action: 'order.place' },
    ])
  })

  test('PAY-8: twenty concurrent requests to place one quote make one order, and all return that order', async () => {
    const ada = await restaurant.customer()
    const { body: quote } = await restaurant.quote(ada, cartOf('jollof', 5))
    const answers = await Promise.all(Array.from({ length: 20 }, () => restaurant.place(ada, quote.id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await restaurant.orm.$count(orders, eq(orders.customerId, ada.id))).toBe(1)
    expect(await restaurant.events(quote.id)).toHaveLength(1)
    expect(await restaurant.auditEntries(`order:${quote.id}`)).toHaveLength(1)
  })

  test('PAY-8: two tabs that quote and place the same cart concurrently make one order', async () => {
    const ada = await restaurant.customer()
    const tab = async () => {
      const { body: quote } = await restaurant.quote(ada, cartOf('jollof', 6))
      return quote.id
    }
    const ids = await Promise.all([tab(), tab()])
    const placed = await Promise.all(ids.map((id) => restaurant.place(ada, id)))
    expect(placed[0]?.body).toEqual(placed[1]?.body)
    expect(await restaurant.orm.$count(orders, eq(orders.customerId, ada.id))).toBe(1)
  })

  test('PAY-8: a retry after the quote expired returns the placed order in its current state', async () => {
    const ada = await restaurant.customer()
    const order = await restaurant.paidOrder(ada)
    await restaurant.expireQuote(order.orderId, -600)
    expect(await restaurant.place(ada, order.orderId)).toMatchObject({
      status: 200,
      body: { orderId: order.orderId, payment: 'found' },
    })
  })

  test("CART-11: an order has the quoted price even if the menu's price changed after the quote", async () => {
    const ada = await restaurant.customer()
    const dish = await restaurant.dish(5000)
    const { body: quote } = await restaurant.quote(ada, cartOf(dish, 2))
    await restaurant.setPrice(dish, 9999)
    expect((await restaurant.place(ada, quote.id)).body).toMatchObject({ totalAmount: 10000 })
  })

  test('LIVE-6: an order queued by another account returns 403', async () => {
    const [ada, obi] = [await restaurant.customer(), await restaurant.customer()]
    const { body: quote } = await restaurant.quote(ada, cartOf('jollof'))
    expect((await restaurant.place(ada, quote.id, { account: obi.id })).status).toBe(403)
    expect((await restaurant.place(ada, quote.id, { account: ada.id })).status).toBe(201)
  })

  test('SAFE-1: claiming a transfer for an expired quote makes one order, at the prices of the quote', async () => {
    const ada = await restaurant.customer()
    const dish = await restaurant.dish(5000)
    const { body: quote } = await restaurant.quote(ada, cartOf(dish, 2))
    await restaurant.call(kitchen, 'PATCH', `/api/menu-items/${dish}`, { portions: 1 })
    await restaurant.setPrice(dish, 6000)
    await restaurant.expireQuote(quote.id, -6)
    const late = () => restaurant.call<Order>(ada, 'POST', '/api/orders', { quoteId: quote.id, expired: true })
    expect(await late()).toMatchObject({
      status: 201,
      body: { totalAmount: 10_000, quoteExpired: true, payment: 'claimed' },
    })
    expect(await late()).toMatchObject({ status: 200, body: { orderId: quote.id } })
    // One of the two ordered portions is left. The kitchen decides about the other portion.
    expect(await restaurant.pay(cashier, quote.id, 10_000)).toMatchObject({ status: 200, body: { payment: 'found' } })
    expect(await restaurant.orm.select({ left: items.portionsLeft }).from(items).where(eq(items.id, dish))).toEqual([
      { left: 0 },
    ])
  })

  test('SAFE-1: a quote made the day before cannot be claimed as paid', async () => {
    const ada = await restaurant.customer()
    const { body: quote } = await restaurant.quote(ada, cartOf('jollof'))
    await restaurant.expireQuote(quote.id, -24 * 60 - 1)
    expect(await restaurant.call(ada, 'POST', '/api/orders', { quoteId: quote.id, expired: true })).toMatchObject({
      status: 409,
      body: { code: 'quote-expired' },
    })
  })

  test('SAFE-1: a quote states whether it has expired', async () => {
    const ada = await restaurant.customer()
    const { body: quote } = await restaurant.quote(ada, cartOf('jollof'))
    const read = async () => (await restaurant.call<Quote>(ada, 'GET', `/api/quotes/${quote.id}`)).body
    expect(await read()).toMatchObject({ expired: false, totalAmount: 2500 })
    await restaurant.expireQuote(quote.id, -1)
    expect(await read()).toMatchObject({ expired: true, totalAmount: 2500 })
  })

  test('placing an expired quote returns 409 and explains what to do, also if money was already sent', async () => {
    const ada = await restaurant.customer()
    const { body: quote } = await restaurant.quote(ada, cartOf('jollof'))
    await restaurant.expireQuote(quote.id, -6)
    const { status, body } = await restaurant.place(ada, quote.id)
    expect({ status, code: body.code }).toEqual({ status: 409, code: 'quote-expired' })
    expect(body.detail).toContain('go back to your cart')
    expect(body.detail).toContain('do not send it twice')
    expect(body.detail).toContain(quote.id.slice(-6))
    expect(await restaurant.orm.$count(orders, eq(orders.orderId, quote.id))).toBe(0)
    const [row] = await restaurant.orm.select().from(quotes).where(eq(quotes.id, quote.id))
    expect(row?.open).toBe(true)
  })

  test('a quote can be placed within the grace period after its expiry, even if another tab has made a new quote', async () => {
    const ada = await restaurant.customer()
    const { body: quote } = await restaurant.quote(ada, cartOf('jollof'))
    await restaurant.expireQuote(quote.id, -4)
    expect((await restaurant.quote(ada, cartOf('jollof'))).body.id).not.toBe(quote.id)
    expect((await restaurant.place(ada, quote.id)).status).toBe(201)
  })

  test.each([
    ['an unknown quote', { quoteId: unknownId }, 404, undefined],
    ['no quote', {}, 422, 'quoteId'],
    ['an invalid quote number', { quoteId: "'; drop table orders" }, 422, 'quoteId'],
    ['a price', { quoteId: unknownId, total: 1 }, 422, 'total'],
    ['a status', { quoteId: unknownId, status: 'ready' }, 422, 'status'],
    ['a list as body', [unknownId], 422, ''],
  ])('placing an order with %s is refused', async (_what, body, status, field) => {
    const answer = await restaurant.call(await restaurant.customer(), 'POST', '/api/orders', body)
    expect({ status: answer.status, field: answer.body.field }).toEqual({ status, field })
  })
})

describe('lists', () => {
  test("ORDER-2: a customer's list has exactly the customer's own orders, in every status, newest first", async () => {
    const ada = await restaurant.customer()
    const first = await restaurant.order(ada)
    const second = await restaurant.paidOrder(ada)
    await restaurant.order(await restaurant.customer())
    const third = await restaurant.order(ada)
    await restaurant.act(cashier, first.orderId, 'cancel', { reason: 'The fish is out' })
    const { body } = await restaurant.call<OrderList>(ada, 'GET', '/api/orders')
    expect(body.orders.map(({ orderId: id, status }) => [id, status])).toEqual([
      [third.orderId, 'pending'],
      [second.orderId, 'pending'],
      [first.orderId, 'cancelled'],
    ])
  })

  test("ORDER-3: the customer's list has pictures of the dearest dishes of the newest orders, and names the picture that the page shows first", async () => {
    const ada = await restaurant.customer()
    const { orderId: id, items: lines } = await restaurant.order(ada)
    const [dearest] = lines.toSorted((a, b) => b.itemTotal - a.itemTotal).map(({ itemId }) => itemId)
    const { body } = await restaurant.call<OrderList>(ada, 'GET', '/api/orders')
    const { body: menu } = await restaurant.call<MenuItems>(ada, 'GET', `/api/menu-items?ids=${dearest}`)
    expect(body.looks).toEqual({ [dearest ?? '']: { picture: menu.items[0]?.picture, tile: menu.items[0]?.tile } })
    expect(body.leadingPicture).toBe(menu.items[0]?.picture?.name)
    await restaurant.act(cashier, id, 'report-missing')
    expect((await restaurant.call<OrderList>(ada, 'GET', '/api/orders')).body).not.toHaveProperty('leadingPicture')
    await restaurant.act(cashier, id, 'cancel', { reason: 'The fish is out' })
    const { body: later } = await restaurant.call<OrderList>(ada, 'GET', '/api/orders')
    expect(later).toHaveProperty('looks', body.looks)
    expect(later).not.toHaveProperty('leadingPicture')
  })

  test('a customer without orders has an empty list', async () => {
    expect((await restaurant.call<OrderList>(await restaurant.customer(), 'GET', '/api/orders')).body).toEqual({
      orders: [],
    })
  })

  test('the desk list has the open and recently completed orders of all customers, oldest first', async () => {
    const ada = await restaurant.customer()
    const made = [
      await restaurant.paidOrder(ada),
      await restaurant.paidOrder(ada),
      await restaurant.order(ada),
      await restaurant.order(ada),
    ]
    const [done, cooking, claimed, off] = made.map(({ orderId }) => orderId) as [string, string, string, string]
    await restaurant.act(kitchen, done, 'start')
    await restaurant.act(kitchen, done, 'mark-ready')
    await restaurant.act(cashier, done, 'complete')
    await restaurant.act(kitchen, cooking, 'start')
    await restaurant.act(owner, off, 'cancel', { reason: 'Closed early' })
    for (const caller of [owner, cashier, kitchen]) {
      const { body } = await restaurant.call<OrderList>(caller, 'GET', '/api/desk/orders')
      const ids = body.orders.map(({ orderId }) => orderId)
      expect(ids.filter((id) => made.some((order) => order.orderId === id))).toEqual([done, cooking, claimed])
      const times = body.orders.map(({ createdAt }) => createdAt)
      expect(times).toEqual(times.toSorted())
    }
  })
})

describe('transitions', () => {
  test('ORDER-5: each transition changes the order, publishes the whole order to desk and customer, and is audited', async () => {
    const ada = await restaurant.customer()
    const paid = await restaurant.paidOrder(ada)
    const started = await restaurant.act(kitchen, paid.orderId, 'start')
    const ready = await restaurant.act(kitchen, paid.orderId, 'mark-ready')
    const completed = await restaurant.act(cashier, paid.orderId, 'complete')
    expect([started, ready, completed].map(({ status, body }) => [status, body.status, body.version])).toEqual([
      [200, 'preparing', 3],
      [200, 'ready', 4],
      [200, 'completed', 5],
    ])
    const events = await restaurant.events(paid.orderId)
    expect(events.map(({ type, version }) => [type, version])).toEqual([
      ['order.placed', 1],
      ['payment.found', 2],
      ['order.started', 3],
      ['order.ready', 4],
      ['order.completed', 5],
    ])
    const seen = ({ orderId: id, status, startedAt, readyAt, updatedAt }: Order) => ({
      id,
      status,
      startedAt,
      readyAt,
      updatedAt,
    })
    expect(events.slice(2).map(({ data }) => data)).toMatchObject([
      seen(started.body),
      seen(ready.body),
      completed.body,
    ])
    for (const { topics } of events) expect(topics).toEqual(['till', 'kitchen', `customer:${ada.id}`])
    const entries = await restaurant.auditEntries(`order:${paid.orderId}`)
    expect(entries.map(({ actorId, actorRole, action }) => [actorId, actorRole, action])).toEqual([
      [ada.id, 'customer', 'order.place'],
      [cashier.id, 'cashier', 'order.confirm-payment'],
      [kitchen.id, 'kitchen', 'order.start'],
      [kitchen.id, 'kitchen', 'order.mark-ready'],
      [cashier.id, 'cashier', 'order.complete'],
    ])
  })

  test('starting an unpaid order returns 409 for every role', async () => {
    const order = await restaurant.order(await restaurant.customer())
    for (const caller of [kitchen, cashier, owner]) {
      expect(await restaurant.act(caller, order.orderId, 'start')).toMatchObject({
        status: 409,
        body: { code: 'payment-not-confirmed' },
      })
    }
    await restaurant.pay(cashier, order.orderId, order.totalAmount - 1)
    expect(await restaurant.act(kitchen, order.orderId, 'start')).toMatchObject({
      body: { code: 'payment-not-confirmed' },
    })
    await restaurant.pay(cashier, order.orderId, 1)
    expect((await restaurant.act(kitchen, order.orderId, 'start')).status).toBe(200)
  })

  test('an overpaid order can be started', async () => {
    const order = await restaurant.order(await restaurant.customer())
    await restaurant.pay(cashier, order.orderId, order.totalAmount + 500)
    expect((await restaurant.act(kitchen, order.orderId, 'start')).body).toMatchObject({
      status: 'preparing',
      payment: 'over',
    })
  })

  test('one of 50 concurrent starts of an order succeeds, and 49 return 409 with the name of the first user', async () => {
    const order = await restaurant.paidOrder(await restaurant.customer())
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => restaurant.act(index % 2 ? kitchen : owner, order.orderId, 'start')),
    )
    const [done, others] = [
      answers.filter(({ status }) => status === 200),
      answers.filter(({ status }) => status !== 200),
    ]
    expect([done.length, others.length]).toEqual([1, 49])
    const [first] = (await restaurant.auditEntries(`order:${order.orderId}`)).slice(-1)
    for (const { status, body } of others) {
      expect({ status, code: body.code, detail: body.detail }).toEqual({
        status: 409,
        code: 'order-moved-on',
        detail: `Already preparing: ${first?.actorId} was first.`,
      })
    }
    expect(await restaurant.events(order.orderId)).toHaveLength(3)
    expect(await restaurant.auditEntries(`order:${order.orderId}`)).toHaveLength(3)
  })

  test('a start and a cancellation at the same moment end in a cancelled order with consecutive events', async () => {
    for (let round = 0; round < 5; round++) {
      const order = await restaurant.paidOrder(await restaurant.customer())
      await Promise.all([
        restaurant.act(kitchen, order.orderId, 'start'),
        restaurant.act(cashier, order.orderId, 'cancel', { reason: 'Wrong address' }),
      ])
      const { body } = await restaurant.call<Order>(owner, 'GET', `/api/orders/${order.orderId}`)
      // A cancellation can follow a start, but a start cannot follow a cancellation.
      expect(body.status).toBe('cancelled')
      const events = await restaurant.events(order.orderId)
      expect(events.at(-1)).toMatchObject({ type: 'order.cancelled', version: body.version })
      expect(events.map(({ version }) => version)).toEqual(events.map((_, index) => index + 1))
    }
  })

  test.each([
    ['mark-ready', 'This order is still pending.'],
    ['complete', 'This order is still pending.'],
  ])('the action %s on a pending order returns 409 with the order’s status', async (action, detail) => {
    const order = await restaurant.paidOrder(await restaurant.customer())
    expect(await restaurant.act(owner, order.orderId, action)).toMatchObject({
      status: 409,
      body: { code: 'order-moved-on', detail },
    })
  })

  test('repeating a transition returns 409 and names the user who did it first', async () => {
    const order = await restaurant.paidOrder(await restaurant.customer())
    await restaurant.act(kitchen, order.orderId, 'start')
    await restaurant.act(kitchen, order.orderId, 'mark-ready')
    expect(await restaurant.act(kitchen, order.orderId, 'mark-ready')).toMatchObject({
      status: 409,
      body: { detail: `Already ready: ${kitchen.username} was first.` },
    })
  })

  test('a cancellation requires a reason, which the customer reads, and ends the order', async () => {
    const ada = await restaurant.customer()
    const order = await restaurant.paidOrder(ada)
    expect(await restaurant.act(cashier, order.orderId, 'cancel', {})).toMatchObject({
      status: 422,
      body: { field: 'reason' },
    })
    expect(await restaurant.act(cashier, order.orderId, 'cancel', { reason: '  ' })).toMatchObject({ status: 422 })
    await restaurant.act(cashier, order.orderId, 'cancel', { reason: 'The fish is out' })
    const { body } = await restaurant.call<Order>(ada, 'GET', `/api/orders/${order.orderId}`)
    expect(body).toMatchObject({ status: 'cancelled', cancelReason: 'The fish is out', cancelledBy: 'restaurant' })
    expect((await restaurant.events(order.orderId)).at(-1)).toMatchObject({ type: 'order.cancelled', data: body })
    for (const action of ['start', 'mark-ready', 'complete']) {
      expect(await restaurant.act(owner, order.orderId, action)).toMatchObject({
        status: 409,
        body: { detail: `Already cancelled: ${cashier.username} was first.` },
      })
    }
    expect(await restaurant.act(owner, order.orderId, 'cancel', { reason: 'Again' })).toMatchObject({ status: 409 })
  })

  test.each(['start', 'mark-ready', 'complete', 'cancel'])(
    'the action %s on an unknown order returns 404',
    async (action) => {
      const body = action === 'cancel' ? { reason: 'No reason' } : undefined
      expect(await restaurant.act(owner, unknownId, action, body)).toMatchObject({
        status: 404,
        body: { code: 'not-found' },
      })
    },
  )
})

test('audit entries contain no name, phone or address', async () => {
  const ada = await restaurant.customer({ username: 'secret-name', phone: '+2349099999999', address: '77 Hidden Lane' })
  const order = await restaurant.paidOrder(ada)
  await restaurant.act(cashier, order.orderId, 'cancel', { reason: 'Asked by 08031234567' })
  const text = JSON.stringify(
    await restaurant.orm
      .select()
      .from(audit)
      .where(eq(audit.subject, `order:${order.orderId}`)),
  )
  expect(text).not.toMatch(/secret-name|9099999999|Hidden|08031234567|ADA OBI/)
})

describe('HOME-1: the ready-by promise', () => {
  const promise = async () => (await restaurant.call<ReadyPromise>(undefined, 'GET', '/api/promise')).body
  const open = () => restaurant.orm.$count(orders, inArray(orders.status, ['pending', 'preparing']))

  test('the ready-by promise is public and grows with the number of open orders', async () => {
    // The capacity is 20, so the promise reaches the longest stated time with 20 open orders.
    await restaurant.orm
      .update(orders)
      .set({ status: 'ready' })
      .where(inArray(orders.status, ['pending', 'preparing']))
    expect(await open()).toBe(0)
    // The kitchen's times for earlier orders would also change the promise (DESK-6).
    await restaurant.orm.update(kitchenLoad).set({ learnedMinutes: 0 })
    const before = Date.now()
    const idle = await promise()
    expect(idle.minutes).toBe(10)
    expect(Date.parse(idle.readyBy) % 300_000).toBe(0)
    expect(Date.parse(idle.readyBy)).toBeGreaterThanOrEqual(before + 10 * 60_000)

    for (let count = 0; count < 10; count++) await restaurant.order(await restaurant.customer())
    expect((await promise()).minutes).toBe(28)
    for (let count = 0; count < 10; count++) await restaurant.order(await restaurant.customer())
    expect((await promise()).minutes).toBe(45)
    for (let count = 0; count < 2; count++) await restaurant.order(await restaurant.customer())
    expect((await promise()).minutes).toBe(45)
  })
})

describe('readiness and recall', () => {
  test('of 50 concurrent requests to make an order ready, one succeeds and 49 return 409', async () => {
    const order = await restaurant.paidOrder(await restaurant.customer())
    await restaurant.act(kitchen, order.orderId, 'start')
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => restaurant.act(kitchen, order.orderId, 'mark-ready')),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { body } of answers.filter(({ status }) => status === 409)) {
      expect(body.detail).toBe(`Already ready: ${kitchen.username} was first.`)
    }
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
  })

  test('a ready order can be recalled once within a minute, which is published and audited', async () => {
    const order = await restaurant.paidOrder(await restaurant.customer())
    await restaurant.act(kitchen, order.orderId, 'start')
    await restaurant.act(kitchen, order.orderId, 'mark-ready')
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => restaurant.act(kitchen, order.orderId, 'recall')),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({ status: 'preparing', readyAt: null })
    expect(answers.find(({ status }) => status === 409)?.body.detail).toBe('This order is still preparing.')
    expect((await restaurant.events(order.orderId)).at(-1)).toMatchObject({ type: 'order.recalled' })
    expect((await restaurant.auditEntries(`order:${order.orderId}`)).at(-1)).toMatchObject({ action: 'order.recall' })
    expect(await restaurant.act(kitchen, order.orderId, 'mark-ready')).toMatchObject({ status: 200 })
  })

  test('an order cannot be recalled after a minute or once a rider has picked it up', async () => {
    const [old, out] = [
      await restaurant.delivery(await restaurant.customer()),
      await restaurant.delivery(await restaurant.customer()),
    ]
    await restaurant.orm
      .update(orders)
      .set({ readyAt: sql`now() - interval '61 seconds'` })
      .where(eq(orders.orderId, old.orderId))
    expect(await restaurant.act(kitchen, old.orderId, 'recall')).toMatchObject({
      status: 409,
      body: { detail: 'This order has been ready for more than a minute. Please tell the desk.' },
    })
    await restaurant.act(cashier, out.orderId, 'assign-rider', { riderId: rider.id })
    await restaurant.call(rider, 'POST', `/api/orders/${out.orderId}/pick-up`, {})
    expect(await restaurant.act(kitchen, out.orderId, 'recall')).toMatchObject({
      status: 409,
      body: { detail: 'This order is already on its way.' },
    })
  })
})

describe('undoing a start', () => {
  test('a start can be undone once within a minute; the undo is published and audited, and the order can be started again', async () => {
    const customer = await restaurant.customer()
    const order = await restaurant.paidOrder(customer)
    await restaurant.act(kitchen, order.orderId, 'start')
    const undo = () => restaurant.act(kitchen, order.orderId, 'undo-start')
    const answers = await Promise.all(Array.from({ length: 20 }, undo))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({ status: 'pending', startedAt: null })
    expect(answers.find(({ status }) => status === 409)?.body.detail).toBe('This order is still pending.')
    expect((await restaurant.events(order.orderId)).at(-1)).toMatchObject({ type: 'order.start-undone' })
    expect((await restaurant.auditEntries(`order:${order.orderId}`)).at(-1)).toMatchObject({
      action: 'order.undo-start',
    })
    const seen = await restaurant.call<Order>(customer, 'GET', `/api/orders/${order.orderId}`)
    expect(seen.body).toMatchObject({ status: 'pending', payment: 'found', startedAt: null })
    expect(await restaurant.act(kitchen, order.orderId, 'start')).toMatchObject({ body: { status: 'preparing' } })
  })

  test('a start can no longer be undone after a minute, or once a rider has the order', async () => {
    const [old, given] = [
      await restaurant.delivery(await restaurant.customer(), 'preparing'),
      await restaurant.delivery(await restaurant.customer(), 'preparing'),
    ]
    await restaurant.orm
      .update(orders)
      .set({ startedAt: sql`now() - interval '61 seconds'` })
      .where(eq(orders.orderId, old.orderId))
    expect(await restaurant.act(kitchen, old.orderId, 'undo-start')).toMatchObject({
      status: 409,
      body: { detail: 'This order has been preparing for more than a minute. Please tell the desk.' },
    })
    await restaurant.act(cashier, given.orderId, 'assign-rider', { riderId: rider.id })
    expect(await restaurant.act(kitchen, given.orderId, 'undo-start')).toMatchObject({ status: 409 })
  })
})

describe('undoing a completion', () => {
  const completed = async () => {
    const ada = await restaurant.customer()
    const order = await restaurant.paidOrder(ada)
    for (const action of ['start', 'mark-ready']) await restaurant.act(kitchen, order.orderId, action)
    await restaurant.act(cashier, order.orderId, 'complete')
    return { ada, order }
  }
  const undo = (order: Pick<Order, 'orderId'>, by = cashier) => restaurant.act(by, order.orderId, 'undo-completion')
  /** Returns a delivery that its rider has handed over, paid before or with `collected` naira in cash. */
  const handedOver = async (ada: User, collected?: number) => {
    const { body: quote } = await restaurant.quote(
      ada,
      cartOf(await restaurant.dish(5000), 1, { deliveryMethod: 'delivery' }),
    )
    const { body: order } = await restaurant.place(ada, quote.id)
    if (collected === undefined) {
      await restaurant.pay(cashier, order.orderId, order.totalAmount)
      await restaurant.act(kitchen, order.orderId, 'start')
    } else {
      await restaurant.call(owner, 'PATCH', '/api/office/settings', { cashAtDoorUpTo: 100_000 })
      await restaurant.act(cashier, order.orderId, 'start-for-cash', { amount: order.totalAmount })
    }
    await restaurant.act(kitchen, order.orderId, 'mark-ready')
    await restaurant.act(cashier, order.orderId, 'assign-rider', { riderId: rider.id })
    await restaurant.call(rider, 'POST', `/api/orders/${order.orderId}/pick-up`, {})
    const handover = { code: order.deliveryCode, ...(collected !== undefined && { collected }) }
    const deliver = () => restaurant.call(rider, 'POST', `/api/orders/${order.orderId}/deliver`, handover)
    expect((await deliver()).status).toBe(200)
    return { order, deliver }
  }

  test('DESK-3: a completion can be undone once within a minute; the undo is published and audited, and the order can be completed again', async () => {
    const { ada, order } = await completed()
    const answers = await Promise.all(Array.from({ length: 10 }, () => undo(order)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await restaurant.events(order.orderId)).at(-1)).toMatchObject({
      type: 'order.completion-undone',
      topics: ['till', 'kitchen', `customer:${ada.id}`],
    })
    expect((await restaurant.auditEntries(`order:${order.orderId}`)).at(-1)).toMatchObject({
      action: 'order.undo-completion',
    })
    const [row] = await restaurant.orm.select().from(orders).where(eq(orders.orderId, order.orderId))
    expect(row).toMatchObject({ status: 'ready', finishedAt: null, payment: 'found' })
    expect(row?.readyAt).not.toBeNull()
    expect(await restaurant.act(cashier, order.orderId, 'complete')).toMatchObject({ body: { status: 'completed' } })
  })

  test('DESK-3: a completion cannot be undone after a minute, by the kitchen, or once the customer has rated the order', async () => {
    const [{ order: old }, { ada, order: rated }] = [await completed(), await completed()]
    await restaurant.orm
      .update(orders)
      .set({ finishedAt: sql`now() - interval '61 seconds'` })
      .where(eq(orders.orderId, old.orderId))
    expect(await undo(old)).toMatchObject({
      status: 409,
      body: { detail: 'This order has been completed for more than a minute. Please tell the desk.' },
    })
    expect(await undo(rated, kitchen)).toMatchObject({ status: 403 })
    await restaurant.call(ada, 'PUT', `/api/orders/${rated.orderId}/rating`, { stars: 5 })
    expect(await undo(rated)).toMatchObject({
      status: 409,
      body: { detail: 'The customer has rated this order already, so it stays completed.' },
    })
  })

  test('DESK-3: undoing the completion of a delivery returns it to its rider, who can deliver it again', async () => {
    const { order, deliver } = await handedOver(await restaurant.customer())
    expect(await undo(order)).toMatchObject({ body: { status: 'ready', deliveryStatus: 'out-for-delivery' } })
    const { body } = await restaurant.call<DeliveryList>(rider, 'GET', '/api/deliveries')
    expect(body.deliveries.map(({ orderId }) => orderId)).toContain(order.orderId)
    expect(await deliver()).toMatchObject({ status: 200, body: { status: 'completed' } })
  })

  test('DESK-3 BOOKS-4: the completion of a delivery can be undone unless its rider collected cash', async () => {
    const { order } = await handedOver(await restaurant.customer(), 6500)
    expect(await undo(order)).toMatchObject({
      status: 409,
      body: {
        detail: 'A rider was given ₦6,500 in cash at the door for this order, so it stays completed.',
      },
    })
    const unpaid = await handedOver(await restaurant.customer(), 0)
    expect(await undo(unpaid.order)).toMatchObject({ body: { status: 'ready', deliveryStatus: 'out-for-delivery' } })
  })
})

describe('phone messages', () => {
  const messages = async (id: string) => {
    const found = sql`select event, message -> 'message' ->> 'path' as path from messages where about = ${id} order by version`
    return (await restaurant.orm.execute(found)).rows
  }

  async function subscribed() {
    const ada = await restaurant.customer()
    await restaurant.orm.execute(
      sql`insert into sessions (id, user_id, token, expires_at) values (${ada.id}, ${ada.id}, ${ada.id}, now() + interval '1 day')`,
    )
    await restaurant.orm.execute(
      sql`insert into push_subscriptions (endpoint, user_id, session_id, p256dh, auth) values (${ada.id}, ${ada.id}, ${ada.id}, 'key', 'key')`,
    )
    return ada
  }

  test('DESK-3: a customer who got a message about a confirmed payment gets another message when the confirmation is undone', async () => {
    const order = await restaurant.paidOrder(await subscribed())
    await restaurant.act(cashier, order.orderId, 'undo-confirmation', { received: order.totalAmount })
    const found = sql`select event, message -> 'message' ->> 'body' as body from messages where about = ${order.orderId} order by version`
    expect((await restaurant.orm.execute(found)).rows.at(-1)).toEqual({
      event: 'payment.confirmation-undone',
      body: `We are checking the transfer for order ${order.orderId.slice(-6)} again.`,
    })
  })

  test('SAFE-19: a phone message is written in the transaction of its change, even while no process sends messages', async () => {
    const order = await restaurant.paidOrder(await subscribed())
    expect(await messages(order.orderId)).toEqual([{ event: 'payment.found', path: '/orders' }])
    await restaurant.act(kitchen, order.orderId, 'start')
    await restaurant.act(kitchen, order.orderId, 'mark-ready')
    expect((await messages(order.orderId)).map(({ event }) => event)).toEqual(['payment.found', 'order.ready'])
  })

  test('SAFE-19: a change that is rolled back leaves no phone message', async () => {
    const order = await restaurant.paidOrder(await subscribed())
    await restaurant.act(kitchen, order.orderId, 'start')
    const undone = restaurant.database.transaction(async (tx) => {
      await transition(tx, 'mark-ready', order.orderId, kitchen)
      throw new Error('The server was killed.')
    })
    await expect(undone).rejects.toThrow('The server was killed.')
    expect((await messages(order.orderId)).map(({ event }) => event)).toEqual(['payment.found'])
  })
})
