import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { CounterPlaced, counterQuoteRequest } from '#contract/order/counter.ts'
import type { DeskOrderList, Order, OrderList } from '#contract/order/orders.ts'
import type { Quote } from '#contract/order/quotes.ts'
import type { User } from '#contract/session.ts'
import { invalidPhone } from '#domain/text/phone.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cartOf, halfChicken, openTestRestaurant } from '#tests/support/restaurant.ts'
import { items, movements, orders, quotes } from '../db/schema.ts'

const restaurant = await openTestRestaurant(await freshDatabase())
const { kitchen, cashier, owner, rider } = restaurant

const jollof = { itemId: 'jollof', selection: {}, quantity: 2 }
type CounterQuoteBody = z.input<typeof counterQuoteRequest>
const walkIn: CounterQuoteBody = { channel: 'walk-in', items: [jollof] }
const call: CounterQuoteBody = {
  channel: 'phone',
  items: [halfChicken],
  customerName: 'Chief Obi',
  customerPhone: '0809 555 0001',
}
const toYaba = { deliveryMethod: 'delivery', deliveryAddress: '1 Herbert Macaulay Way', locationId: 'yaba' } as const

const price = (caller: User | undefined, body: object) =>
  restaurant.call<Quote>(caller, 'POST', '/api/desk/quotes', body)
const place = (caller: User | undefined, quoteId: string, payment: object = { method: 'transfer' }) =>
  restaurant.call<CounterPlaced>(caller, 'POST', '/api/desk/orders', { quoteId, payment })
const recordPayment = (caller: User | undefined, id: string, body: object) =>
  restaurant.call<Order>(caller, 'POST', `/api/orders/${id}/till-payment`, body)

let numbers = 0
function nextNumber(): number {
  numbers += 1
  return numbers
}
const newPhone = () => `0709${String(nextNumber()).padStart(7, '0')}`

async function order(body: object = walkIn, payment?: object) {
  const { body: quote } = await price(cashier, { customerName: `Guest ${nextNumber()}`, ...body })
  return (await place(cashier, quote.id, payment)).body
}

describe('permissions', () => {
  const ada = restaurant.customer()
  test.each([
    ['a signed-out visitor', async () => undefined, 401],
    ['a customer', () => ada, 403],
    ['a rider', async () => rider, 403],
    ['the kitchen', async () => kitchen, 403],
  ])('%s cannot price or place a counter order or record a payment', async (_caller, caller, status) => {
    const { body: quote } = await price(cashier, walkIn)
    const unpaid = await order()
    expect(await price(await caller(), walkIn)).toMatchObject({ status })
    expect(await place(await caller(), quote.id)).toMatchObject({ status })
    expect(
      await recordPayment(await caller(), unpaid.orderId, { method: 'cash', amount: 5000, received: 0 }),
    ).toMatchObject({
      status,
    })
  })

  test('a counter quote can be placed only by the cashier who made it, and only at the counter', async () => {
    const customer = await restaurant.customer()
    const { body: quote } = await price(cashier, { ...call, customerPhone: customer.phone })
    expect(await place(owner, quote.id)).toMatchObject({ status: 404, body: { code: 'not-found' } })
    for (const caller of [customer, cashier]) {
      expect(await restaurant.place(caller, quote.id)).toMatchObject({ status: 404 })
      expect(await restaurant.call(caller, 'GET', `/api/quotes/${quote.id}`)).toMatchObject({ status: 404 })
    }
    const { body: own } = await restaurant.quote(customer, cartOf('jollof'))
    expect(await place(cashier, own.id)).toMatchObject({ status: 404 })
  })
})

describe('prices', () => {
  test('a cart quoted at the counter costs what the same cart costs a customer', async () => {
    const { status, body } = await price(cashier, { ...call, ...toYaba })
    expect(status).toBe(201)
    // The dishes cost 2 × 9,500 + 2 × (2 × 1,500) = 25,000, and the delivery to Yaba costs 4,000.
    expect(body).toMatchObject({ subtotal: 25000, deliveryFee: 4000, totalAmount: 29000, deliveryLocation: 'Yaba' })
    expect(body.narration).toBe(`${body.id.slice(3)} Chief Obi`)
    expect((await place(cashier, body.id)).body).toMatchObject({ totalAmount: 29000, items: body.items })
  })

  test.each([
    ['a price on a line', { items: [{ ...jollof, price: 1 }] }, 422, 'items.0.price'],
    ['a total', { total: 1 }, 422, 'total'],
    ['a fee', { deliveryFee: 0 }, 422, 'deliveryFee'],
    ['a customer', { customerId: 'customer-1' }, 422, 'customerId'],
    ['the person who entered it', { enteredBy: 'owner-1' }, 422, 'enteredBy'],
    ['the channel of a web order', { channel: 'web' }, 422, 'channel'],
    ['no channel', { channel: undefined }, 422, 'channel'],
    ['no lines', { items: [] }, 422, 'items'],
    ['a sold-out side', { items: [{ itemId: 'yam', selection: {}, quantity: 1 }] }, 409, 'items.0'],
    ['no sauce', { items: [{ ...halfChicken, selection: { 'free-side': { jollof: 1 } } }] }, 422, 'items.0.sauce'],
  ])('a counter quote with %s is refused with its field', async (_what, change, status, field) => {
    expect(await price(cashier, { ...walkIn, ...change })).toMatchObject({ status, body: { field } })
  })

  test.each([
    ['a sum that was received before', { method: 'cash', amount: 5000, received: 5000 }],
    ['an amount of 0', { method: 'cash', amount: 0 }],
    ['an unknown method', { method: 'none' }],
    ['a card without a slip number', { method: 'card', amount: 5000 }],
    ['a card with an empty slip number', { method: 'card', amount: 5000, reference: '------' }],
  ])('placing a counter order paid with %s is refused, and nothing is placed', async (_what, payment) => {
    const { body: quote } = await price(cashier, { ...walkIn, customerName: `Guest ${nextNumber()}` })
    expect(await place(cashier, quote.id, payment)).toMatchObject({ status: 422 })
    expect(await restaurant.orm.$count(orders, eq(orders.orderId, quote.id))).toBe(0)
    expect((await place(cashier, quote.id)).status).toBe(201)
  })
})

describe('the customer of a counter order', () => {
  test('ORDER-7: a walk-in order needs neither a name nor a phone', async () => {
    const { body: quote } = await price(cashier, walkIn)
    const { status, body } = await place(cashier, quote.id)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      channel: 'walk-in',
      customerId: null,
      customerName: 'Walk-in',
      customerPhone: 'Not Provided',
      contactPhone: 'Not Provided',
      useDifferentPhone: false,
      paymentReference: 'Walk-in',
      deliveryMethod: 'pick-up',
      status: 'pending',
      payment: 'claimed',
    })
    expect(body).not.toHaveProperty('enteredBy')
    const [row] = await restaurant.orm.select().from(orders).where(eq(orders.orderId, body.orderId))
    expect(row).toMatchObject({ enteredBy: cashier.id })
  })

  test('SAFE-7: a counter order with the phone of an account stays without an account, and does not reveal that account', async () => {
    const ada = await restaurant.customer()
    const local = `0${ada.phone.slice(4, 7)} ${ada.phone.slice(7)}`
    expect(await price(cashier, { ...call, customerPhone: local, deliveryMethod: 'delivery' })).toMatchObject({
      status: 422,
      body: { field: 'deliveryAddress' },
    })
    const placed = await order({ ...call, ...toYaba, customerPhone: local })
    expect(placed).toMatchObject({ customerId: null, customerPhone: ada.phone, paymentReference: 'Chief Obi' })
    expect((await restaurant.call<OrderList>(ada, 'GET', '/api/orders')).body.orders).toEqual([])
    expect(await restaurant.call(ada, 'GET', `/api/orders/${placed.orderId}`)).toMatchObject({ status: 404 })
  })

  test('SAFE-7: a customer adds a counter order to their account by its link code, which then works for no other account', async () => {
    const [ada, eve] = [await restaurant.customer(), await restaurant.customer()]
    const placed = await order({ ...call, ...toYaba, customerPhone: ada.phone })
    const link = (caller: User, code: string) => restaurant.call<Order>(caller, 'POST', '/api/order-links', { code })
    const code = placed.linkCode ?? ''
    for (const wrong of [placed.orderId, placed.orderId.slice(-6), placed.deliveryCode ?? '', 'AAAAAAAAA']) {
      expect(await link(eve, wrong)).toMatchObject({ status: 422, body: { field: 'code' } })
    }
    const { status, body } = await link(ada, ` ${code.slice(0, 3)}-${code.slice(3).toLowerCase()} `)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      orderId: placed.orderId,
      customerId: ada.id,
      deliveryCode: placed.deliveryCode,
      version: 2,
    })
    expect((await restaurant.call<OrderList>(ada, 'GET', '/api/orders')).body.orders).toEqual([body])
    expect((await link(ada, code)).body).toEqual(body)
    expect(await link(eve, code)).toMatchObject({ status: 422 })
    expect((await restaurant.events(placed.orderId)).at(-1)).toMatchObject({
      type: 'order.linked',
      topics: ['till', 'kitchen', `customer:${ada.id}`],
      data: body,
    })
    expect((await restaurant.auditEntries(`order:${placed.orderId}`)).at(-1)).toMatchObject({
      actorId: ada.id,
      action: 'order.link',
    })
  })

  test('SAFE-7: linking a counter order to an account that is deleted concurrently returns 401, and the order stays without account', async () => {
    const ada = await restaurant.customer()
    const { orderId: id, linkCode: code } = await order({ ...call, customerPhone: newPhone() })
    const answer = await restaurant.whileDeleted(ada, () => restaurant.call(ada, 'POST', '/api/order-links', { code }))
    expect(answer).toMatchObject({ status: 401, body: { code: 'not-signed-in' } })
    expect((await restaurant.call<Order>(owner, 'GET', `/api/orders/${id}`)).body.customerId).toBeNull()
  })

  test('SAFE-7: the codes of a counter order are returned while it is pending, and its link code is valid for a week', async () => {
    const { body: quote } = await price(cashier, { ...call, customerPhone: newPhone() })
    const { body: placed } = await place(cashier, quote.id, { method: 'cash', amount: quote.totalAmount })
    expect((await place(cashier, quote.id)).body.linkCode).toBe(placed.linkCode)
    await restaurant.act(kitchen, placed.orderId, 'start')
    expect((await place(cashier, quote.id)).body).toMatchObject({ linkCode: null, deliveryCode: null })
    await restaurant.orm.execute(
      sql`update orders set created_at = now() - interval '8 days' where id = ${placed.orderId}`,
    )
    const late = { code: placed.linkCode }
    expect(await restaurant.call(await restaurant.customer(), 'POST', '/api/order-links', late)).toMatchObject({
      status: 422,
    })
  })

  test('a counter order of a person without an account, with its events, is visible only to desk and kitchen', async () => {
    const guest = await order({ ...call, customerPhone: newPhone() })
    expect(guest.customerId).toBeNull()
    expect(await restaurant.call(await restaurant.customer(), 'GET', `/api/orders/${guest.orderId}`)).toMatchObject({
      status: 404,
    })
    const { body: desk } = await restaurant.call<DeskOrderList>(cashier, 'GET', '/api/desk/orders')
    const { deliveryCode: _, linkCode: __, ...seen } = guest
    expect(desk.orders.filter(({ orderId }) => orderId === guest.orderId)).toEqual([seen])
    expect((await restaurant.events(guest.orderId)).map(({ topics }) => topics)).toEqual([['till', 'kitchen']])
  })

  test('a counter order with the phone of a staff account is not linked to that account', async () => {
    expect((await order({ ...call, customerPhone: owner.phone })).customerId).toBeNull()
  })

  test.each([
    ['no name', { ...call, customerName: '' }, 'customerName', 'Who is it for?'],
    ['no phone', { ...call, customerPhone: '' }, 'customerPhone', 'An order by phone needs a phone number.'],
    ['an invalid phone', { ...walkIn, customerPhone: '123' }, 'customerPhone', invalidPhone],
    ['words for a phone', { ...walkIn, customerPhone: 'the blue gate' }, 'customerPhone', invalidPhone],
    [
      'a delivery to a walk-in without a phone',
      { ...walkIn, ...toYaba, customerName: 'Ngozi' },
      'customerPhone',
      'A delivery needs a phone number.',
    ],
    [
      'a delivery without an address',
      { ...call, customerPhone: '0709 999 0001', deliveryMethod: 'delivery' },
      'deliveryAddress',
      'Please enter the delivery address.',
    ],
    [
      'a delivery without a location',
      { ...call, ...toYaba, locationId: '' },
      'locationId',
      'We do not deliver there yet. Please choose a place from the list.',
    ],
  ])('a counter order with %s is refused with its field', async (_what, body, field, detail) => {
    expect(await price(cashier, body)).toMatchObject({ status: 422, body: { field, detail } })
  })
})

describe('PAY-8: a counter order is placed exactly once', () => {
  test('twenty concurrent requests to place one counter quote make one order and one payment, each with one event', async () => {
    const { body: quote } = await price(cashier, { ...walkIn, customerName: 'Twenty' })
    const pay = { method: 'cash', amount: quote.totalAmount }
    const answers = await Promise.all(Array.from({ length: 20 }, () => place(cashier, quote.id, pay)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19)
    for (const { body } of answers) expect(body).toMatchObject({ id: quote.id, payment: 'found', received: 5000 })
    expect(await restaurant.orm.$count(movements, eq(movements.orderId, quote.id))).toBe(1)
    expect((await restaurant.events(quote.id)).map(({ type }) => type)).toEqual(['order.placed', 'payment.found'])
  })

  test('a repeated request for a counter quote returns the same valid quote until the quote is placed, and then a new quote', async () => {
    const body = { ...walkIn, customerName: 'Again' }
    const [one, two] = [await price(cashier, body), await price(cashier, body)]
    expect([one.status, two.status]).toEqual([201, 200])
    expect(two.body).toEqual(one.body)
    await place(cashier, one.body.id)
    const three = await price(cashier, body)
    expect(three.status).toBe(201)
    expect(three.body.id).not.toBe(one.body.id)
  })

  test('counter requests for one cart that differ in cashier, channel, name or phone get different quotes', async () => {
    const known = await restaurant.customer()
    const bodies = [
      [cashier, { ...walkIn, customerName: 'Differ' }],
      [owner, { ...walkIn, customerName: 'Differ' }],
      [cashier, { ...walkIn, customerName: 'Other' }],
      [cashier, { ...walkIn, customerName: 'Differ', customerPhone: newPhone() }],
      [cashier, { ...walkIn, customerName: 'Differ', customerPhone: known.phone }],
      [cashier, { ...call, items: walkIn.items, customerName: 'Differ', customerPhone: known.phone }],
    ] as const
    const ids = new Set<string>()
    for (const [caller, body] of bodies) ids.add((await price(caller, body)).body.id)
    expect(ids.size).toBe(bodies.length)
  })

  test('LIVE-6: two equal queued orders under two keys make two orders, and repeating one order under its key makes no further order', async () => {
    const guest = { ...walkIn, customerName: `Guest ${nextNumber()}`, account: cashier.id }
    const [first, second] = [randomUUID(), randomUUID()]
    const { body: one } = await price(cashier, { ...guest, key: first })
    expect((await price(cashier, { ...guest, key: first })).body.id).toBe(one.id)
    const { body: other } = await price(cashier, { ...guest, key: second })
    expect(other.id).not.toBe(one.id)
    for (const id of [one.id, one.id, other.id]) expect((await place(cashier, id)).body.orderId).toBe(id)
    expect(await price(owner, { ...guest, key: first })).toMatchObject({ status: 403, body: { code: 'not-allowed' } })
    const foreign = { quoteId: one.id, payment: { method: 'transfer' }, account: cashier.id }
    expect(await restaurant.call(owner, 'POST', '/api/desk/orders', foreign)).toMatchObject({ status: 403 })
  })

  test('a customer who orders the cart of a counter quote on the web gets a separate quote', async () => {
    const ada = await restaurant.customer()
    const { body: atCounter } = await price(cashier, { ...call, customerPhone: ada.phone, customerName: ada.username })
    const { body: own } = await restaurant.quote(ada, { items: [halfChicken] })
    expect(own.id).not.toBe(atCounter.id)
    expect((await restaurant.place(ada, own.id)).status).toBe(201)
    expect((await place(cashier, atCounter.id)).status).toBe(201)
    expect(await restaurant.orm.$count(quotes, eq(quotes.customerId, ada.id))).toBe(1)
  })

  test('placing an expired counter quote returns 409 with a sentence for the cashier', async () => {
    const { body: quote } = await price(cashier, { ...walkIn, customerName: 'Slow' })
    await restaurant.expireQuote(quote.id, -6)
    expect(await place(cashier, quote.id)).toMatchObject({
      status: 409,
      body: { code: 'quote-expired', detail: 'These prices were held for an hour. Please price the order again.' },
    })
  })
})

describe('payments at the counter', () => {
  test('a cash payment is recorded and audited with its amount and cashier, and the order can be started', async () => {
    const paid = await order(walkIn, { method: 'cash', amount: 5000 })
    expect(paid).toMatchObject({ payment: 'found', received: 5000, version: 2 })
    const rows = await restaurant.orm.select().from(movements).where(eq(movements.orderId, paid.orderId))
    expect(rows).toMatchObject([
      { kind: 'received', place: 'till', method: 'cash', amount: 5000, recordedBy: cashier.id, provider: null },
    ])
    expect(await restaurant.auditEntries(`order:${paid.orderId}`)).toMatchObject([
      { actorId: cashier.id, action: 'order.place', detail: { total: 5000, channel: 'walk-in' } },
      {
        actorId: cashier.id,
        action: 'order.confirm-payment',
        detail: { method: 'cash', amount: 5000, payment: 'found' },
      },
    ])
    expect(await restaurant.act(kitchen, paid.orderId, 'start')).toMatchObject({ body: { status: 'preparing' } })
  })

  test('the number on a card terminal’s slip pays for one order only, in any notation', async () => {
    const reference = '0042 1198 7755'
    const { orderId: id } = await order(walkIn, { method: 'card', amount: 5000, reference })
    const { body: quote } = await price(cashier, { ...walkIn, customerName: 'Same slip' })
    expect(await place(cashier, quote.id, { method: 'card', amount: 5000, reference: '004211987755' })).toMatchObject({
      status: 409,
      body: {
        code: 'transfer-already-used',
        field: 'reference',
        detail: `This payment is already recorded for order ${id.slice(-6)}.`,
      },
    })
    expect(await restaurant.orm.$count(orders, eq(orders.orderId, quote.id))).toBe(0)
    // A bank transfer's session id with the same digits is another reference than the slip's number.
    const transferred = await order()
    expect(await restaurant.pay(cashier, transferred.orderId, 5000, '004211987755')).toMatchObject({ status: 200 })
  })

  test('a counter payment below the total is short, and the rest can follow by any method', async () => {
    const short = await order(walkIn, { method: 'cash', amount: 2000 })
    expect(short).toMatchObject({ payment: 'short', received: 2000 })
    expect(await recordPayment(owner, short.orderId, { method: 'cash', amount: 1000, received: 2000 })).toMatchObject({
      body: { payment: 'short', received: 3000 },
    })
    expect((await restaurant.pay(cashier, short.orderId, 2000)).body).toMatchObject({
      payment: 'found',
      received: 5000,
    })
  })

  test('a cash payment above the amount due is refused: the rest is change', async () => {
    const { body: quote } = await price(cashier, { ...walkIn, customerName: 'Change' })
    expect(await place(cashier, quote.id, { method: 'cash', amount: 6000 })).toMatchObject({
      status: 422,
      body: { field: 'amount', detail: '₦5,000 is due. Record what stays in the till; the rest is change.' },
    })
  })

  test('a card payment above the total is over, and the difference is a refund owed', async () => {
    const { body: quote } = await price(cashier, { ...walkIn, customerName: 'Overcharged' })
    const payment = { method: 'card', amount: 50000, reference: 'OVER 000001' }
    expect((await place(cashier, quote.id, payment)).body).toMatchObject({
      payment: 'over',
      received: 50000,
      owed: 45000,
    })
  })

  test('an unpaid web order can be paid at the counter, and of several payments sent with the same displayed received sum only one is recorded', async () => {
    const ada = await restaurant.customer()
    const web = await restaurant.order(ada, 5000)
    const body = { method: 'cash', amount: 2500, received: 0 }
    const answers = await Promise.all(Array.from({ length: 8 }, () => recordPayment(cashier, web.orderId, body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    expect((await restaurant.call<Order>(ada, 'GET', `/api/orders/${web.orderId}`)).body).toMatchObject({
      received: 2500,
    })
    await recordPayment(cashier, web.orderId, { method: 'cash', amount: 2500, received: 2500 })
    expect(await recordPayment(cashier, web.orderId, { method: 'cash', amount: 1, received: 5000 })).toMatchObject({
      status: 409,
      body: { detail: 'The payment of this order is already confirmed.' },
    })
  })
})

describe('kitchen load and stock', () => {
  afterEach(async () => {
    await restaurant.call(owner, 'PATCH', '/api/kitchen-load', { paused: null })
  })

  test('the counter can order while ordering is paused for customers', async () => {
    const { body: before } = await price(cashier, { ...walkIn, customerName: 'Before' })
    await restaurant.call(owner, 'PATCH', '/api/kitchen-load', { paused: 'The grill is being cleaned.' })
    expect(await restaurant.quote(await restaurant.customer(), cartOf('jollof'))).toMatchObject({
      body: { code: 'ordering-paused' },
    })
    expect((await place(cashier, before.id)).status).toBe(201)
    const { status, body } = await price(cashier, { ...walkIn, customerName: 'Meanwhile' })
    expect(status).toBe(201)
    expect((await place(cashier, body.id)).status).toBe(201)
  })

  test('the last portions are sold once, and an unavailable dish is refused at the counter too', async () => {
    const dish = await restaurant.dish(4000)
    const lines = [{ itemId: dish, selection: {}, quantity: 2 }]
    const { body: one } = await price(cashier, { channel: 'walk-in', lines, customerName: 'One' })
    const { body: two } = await price(cashier, { channel: 'walk-in', lines, customerName: 'Two' })
    await restaurant.orm.update(items).set({ portionsLeft: 3 }).where(eq(items.id, dish))
    expect((await place(cashier, one.id, { method: 'cash', amount: 8000 })).status).toBe(201)
    const late = await place(cashier, two.id, { method: 'cash', amount: 8000 })
    expect(late).toMatchObject({ status: 409, body: { code: 'item-unavailable' } })
    expect(late.body.detail).not.toMatch(/message us/)
    expect(await restaurant.orm.$count(movements, eq(movements.orderId, two.id))).toBe(0)
    await restaurant.markUnavailable(dish)
    expect(await price(cashier, { channel: 'walk-in', items: lines })).toMatchObject({ status: 409 })
  })

  test('a counter delivery has a delivery code and is delivered like any other delivery', async () => {
    const delivery = await order({ ...call, ...toYaba, customerPhone: newPhone() }, { method: 'cash', amount: 29000 })
    expect(delivery).toMatchObject({ deliveryStatus: 'unassigned', deliveryCode: expect.stringMatching(/^\d{4}$/) })
    await restaurant.act(kitchen, delivery.orderId, 'start')
    await restaurant.act(kitchen, delivery.orderId, 'mark-ready')
    expect(await restaurant.act(cashier, delivery.orderId, 'assign-rider', { riderId: rider.id })).toMatchObject({
      status: 200,
    })
    const act = (action: string, body: object = {}) =>
      restaurant.call(rider, 'POST', `/api/orders/${delivery.orderId}/${action}`, body)
    expect(await act('pick-up')).toMatchObject({ status: 200 })
    expect(await act('deliver', { code: delivery.deliveryCode })).toMatchObject({ body: { status: 'completed' } })
  })
})
