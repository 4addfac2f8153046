import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Figures } from '#contract/books/figures.ts'
import type { OrderStory } from '#contract/found-orders.ts'
import type { CounterPlaced } from '#contract/order/counter.ts'
import type { DeskOrderList, Receipt } from '#contract/order/orders.ts'
import type { Quote } from '#contract/order/quotes.ts'
import type { Ticket } from '#contract/order/tickets.ts'
import type { User } from '#contract/session.ts'
import type { RestaurantSettings } from '#contract/settings.ts'
import type { Site } from '#contract/site.ts'
import type { Tax } from '#domain/money/tax.ts'
import { highestTotal } from '#domain/order/quote.ts'
import { dateOf } from '#domain/restaurant/lagos.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cartOf, openTestRestaurant } from '#tests/support/restaurant.ts'
import { readFigures } from '../books/figures/figures.ts'
import { orders, quotes } from '../db/schema.ts'

const database = await freshDatabase()
const restaurant = await openTestRestaurant(database)
const { orm, owner, cashier, kitchen } = restaurant

const vat: Tax = { name: 'VAT', rate: 750, included: true, onDelivery: false }
const levy: Tax = { name: 'Consumption tax', rate: 500, included: false, onDelivery: true }
const change = (taxes: readonly object[]) =>
  restaurant.call<RestaurantSettings>(owner, 'PATCH', '/api/office/settings', { taxes })
const delivered = async (price = 10_750) =>
  cartOf(await restaurant.dish(price), 1, { deliveryMethod: 'delivery' as const })

/** The dish costs ₦10,750 with VAT and ₦10,000 without VAT. The fee of ₦1,500 contains no VAT. */
const lines = [
  { ...levy, amount: 575 },
  { ...vat, amount: 750 },
]
const total = 10_750 + 1500 + 575

test('BOOKS-5: a new restaurant has no tax line, and its quotes and orders have no field for tax lines', async () => {
  const ada = await restaurant.customer()
  const { body: site } = await restaurant.call<Site>(undefined, 'GET', '/api/site')
  expect(site).not.toHaveProperty('taxes')
  expect((await restaurant.call<RestaurantSettings>(owner, 'GET', '/api/office/settings')).body.taxes).toEqual([])
  const { body: quote } = await restaurant.quote(ada, await delivered())
  expect(quote).not.toHaveProperty('taxLines')
  const { body: order } = await restaurant.place(ada, quote.id)
  expect(order).not.toHaveProperty('taxLines')
  expect(order.totalAmount).toBe(12_250)
})

test("BOOKS-5: the owner's tax lines are on the site, in the audit log, and in every document about an order except the kitchen’s", async () => {
  expect((await change([vat, levy])).body.taxes).toEqual([vat, levy])
  expect((await restaurant.call<Site>(undefined, 'GET', '/api/site')).body.taxes).toEqual([vat, levy])
  expect((await restaurant.auditEntries('settings')).at(-1)).toMatchObject({
    actorId: owner.id,
    detail: {
      fields: ['taxes'],
      taxes: ['VAT none → 7.5\u00a0% in the prices', 'Consumption tax none → 5\u00a0% on top, with delivery'],
    },
  })
  const ada = await restaurant.customer()
  const { body: quote } = await restaurant.quote(ada, await delivered())
  expect(quote).toMatchObject({ subtotal: 10_750, deliveryFee: 1500, taxLines: lines, totalAmount: total })
  const { body: order } = await restaurant.place(ada, quote.id)
  expect(order).toMatchObject({ taxLines: lines, totalAmount: total })
  await restaurant.pay(cashier, order.orderId, total)
  const { body: receipt } = await restaurant.call<Receipt>(ada, 'GET', `/api/orders/${order.orderId}/receipt`)
  expect(receipt.order).toMatchObject({ taxLines: lines, totalAmount: total, received: total, payment: 'found' })
  const readAs = async (reader: User) => {
    const { body: desk } = await restaurant.call<DeskOrderList>(reader, 'GET', '/api/desk/orders')
    return desk.orders.find(({ orderId }) => orderId === order.orderId)
  }
  expect(await readAs(cashier)).toMatchObject({ taxLines: lines })
  expect(await readAs(kitchen)).not.toHaveProperty('taxLines')
  const { body: ticket } = await restaurant.call<Ticket>(cashier, 'POST', `/api/orders/${order.orderId}/print-ticket`, {
    kind: 'packing',
    press: 'tax-lines-one',
  })
  expect(ticket.order).toMatchObject({ taxLines: lines, totalAmount: total })
  const { body: story } = await restaurant.call<OrderStory>(owner, 'GET', `/api/office/orders/${order.orderId}`)
  expect(story.order).toMatchObject({ taxLines: lines })
})

test('BOOKS-5: a quote keeps its tax rates when the owner changes them, and the next quote has the new rates', async () => {
  await change([vat, levy])
  const ada = await restaurant.customer()
  const cart = await delivered()
  const { body: held } = await restaurant.quote(ada, cart)
  const { body: first } = await restaurant.place(ada, (await restaurant.quote(ada, await delivered())).body.id)
  await change([{ ...levy, name: 'State levy', rate: 1000 }])

  const { body: again } = await restaurant.quote(ada, cart)
  expect(again).toMatchObject({ id: held.id, taxLines: lines, totalAmount: total })
  expect(again).not.toHaveProperty('notice')
  expect((await restaurant.call<Quote>(ada, 'GET', `/api/quotes/${held.id}`)).body).toMatchObject({
    totalAmount: total,
  })
  expect((await restaurant.place(ada, held.id)).body).toMatchObject({ taxLines: lines, totalAmount: total })
  expect((await restaurant.call<Receipt>(ada, 'GET', `/api/orders/${first.orderId}/receipt`)).body.order).toMatchObject(
    {
      taxLines: lines,
      totalAmount: total,
    },
  )

  const { body: next } = await restaurant.quote(await restaurant.customer(), cart)
  expect(next).toMatchObject({
    taxLines: [{ name: 'State levy', rate: 1000, amount: 1225 }],
    totalAmount: 10_750 + 1500 + 1225,
  })
  await change([])
  expect((await restaurant.quote(await restaurant.customer(), cart)).body).not.toHaveProperty('taxLines')
})

test('BOOKS-5: a quote that was made before the owner added tax lines becomes an order without tax lines', async () => {
  await change([])
  const ada = await restaurant.customer()
  const { body: old } = await restaurant.quote(ada, await delivered())
  const [row] = await orm.select().from(quotes).where(eq(quotes.id, old.id))
  expect(row?.terms).not.toHaveProperty('taxLines')
  await change([levy])
  expect((await restaurant.place(ada, old.id)).body.totalAmount).toBe(12_250)
  const [order] = await orm.select().from(orders).where(eq(orders.orderId, old.id))
  expect(order?.taxLines).toEqual([])
})

test('BOOKS-5: a counter quote has the tax lines in its price before the order is placed', async () => {
  await change([vat, levy])
  const { body: quote } = await restaurant.call<Quote>(cashier, 'POST', '/api/desk/quotes', {
    channel: 'walk-in',
    items: [{ itemId: await restaurant.dish(10_750), selection: {}, quantity: 1 }],
    customerName: 'Chief Obi',
  })
  expect(quote).toMatchObject({ taxLines: [{ ...levy, amount: 500 }, lines[1]], totalAmount: 11_250 })
  const { body, status } = await restaurant.call<CounterPlaced>(cashier, 'POST', '/api/desk/orders', {
    quoteId: quote.id,
    payment: { method: 'cash', amount: 11_250 },
  })
  expect(status).toBe(201)
  expect(JSON.stringify(body)).toContain('"total":11250')
})

test('BOOKS-5: removing a sold-out dish from a paid order makes a refund owed: its price, and its tax at the rate stored on the order', async () => {
  await change([levy])
  const ada = await restaurant.customer()
  const { body: quote } = await restaurant.quote(ada, {
    ...(await delivered(10_000)),
    items: [
      { itemId: 'jollof', selection: {}, quantity: 2 },
      { itemId: 'plantain', selection: {}, quantity: 1 },
    ],
  })
  // The dishes cost 6,500, the delivery costs 1,500, and the levy is 5 % of the sum.
  expect(quote.totalAmount).toBe(8400)
  await restaurant.place(ada, quote.id)
  await restaurant.pay(cashier, quote.id, 8400)
  await change([])
  const { body: paid } = await restaurant.call<{ version: number }>(ada, 'GET', `/api/orders/${quote.id}`)
  const { body: asked } = await restaurant.act(kitchen, quote.id, 'mark-sold-out', { line: 0, version: paid.version })
  const { body: after } = await restaurant.act(ada, quote.id, 'choose-substitution', {
    line: 0,
    version: asked.version,
    answer: 'remove',
  })
  expect(after).toMatchObject({
    subtotal: 1500,
    taxLines: [{ ...levy, amount: 150 }],
    totalAmount: 3150,
    owed: 5250,
    substitutions: [{ less: 5250 }],
  })
})

test('BOOKS-5: the minimum and free delivery depend on the subtotal without tax, and the highest order on the total with tax', async () => {
  const { body: settings } = await restaurant.call<RestaurantSettings>(owner, 'GET', '/api/office/settings')
  const { locations } = settings
  const places = (terms: object) =>
    restaurant.call(owner, 'PATCH', '/api/office/settings', {
      locations: locations.map((place) => (place.id === 'vi' ? { ...place, ...terms } : place)),
    })
  await change([levy])
  await places({ minimum: 10_000, freeAbove: 20_000 })
  // The total with the tax on top is above the minimum, but the subtotal is not.
  expect(await restaurant.quote(await restaurant.customer(), await delivered(9800))).toMatchObject({
    status: 422,
    body: { code: 'below-minimum' },
  })
  const { body: nearly } = await restaurant.quote(await restaurant.customer(), await delivered(19_900))
  expect(nearly).toMatchObject({ deliveryFee: 1500, totalAmount: 22_470 })
  const { body: free } = await restaurant.quote(await restaurant.customer(), await delivered(20_000))
  expect(free).toMatchObject({ deliveryFee: 0, totalAmount: 21_000 })
  await places({})

  await change([{ ...levy, rate: 5000 }])
  const dish = await restaurant.dish(10_000_000)
  const most = await restaurant.quote(await restaurant.customer(), cartOf(dish, 70))
  expect(70 * 10_000_000).toBeLessThan(highestTotal)
  expect(most).toMatchObject({ status: 422, body: { code: 'cart-too-large' } })
})

test.each([
  ['no name', [{ ...vat, name: ' ' }], 'taxes.0.name', 'Please name the tax or levy.'],
  ['a name of two lines', [{ ...vat, name: 'VAT\nfree' }], 'taxes.0.name', 'Please use plain text, on one line.'],
  ['a name with a line separator', [{ ...vat, name: 'VAT\u2028free' }], 'taxes.0.name', undefined],
  ['a long name', [{ ...vat, name: 'V'.repeat(41) }], 'taxes.0.name', undefined],
  ['no rate', [{ ...vat, rate: null }], 'taxes.0.rate', 'Please enter a rate in per cent, with two places at most.'],
  ['a fractional rate', [{ ...vat, rate: 7.5 }], 'taxes.0.rate', undefined],
  ['a rate of 0', [{ ...vat, rate: 0 }], 'taxes.0.rate', 'Please enter a rate above 0 %.'],
  ['a rate above 50 %', [{ ...vat, rate: 5001 }], 'taxes.0.rate', 'Please enter 50 % or less.'],
  ['six lines', [1, 2, 3, 4, 5, 6].map((rate) => ({ ...vat, name: `VAT ${rate}`, rate })), 'taxes', undefined],
  ['one name twice', [vat, { ...levy, name: 'vat' }], 'taxes.1.name', 'This line is in the list twice.'],
  ['an amount', [{ ...vat, amount: 0 }], undefined, undefined],
])('BOOKS-5: a list of tax lines with %s is refused beside the field', async (_what, taxes, field, detail) => {
  const { status, body } = await change(taxes)
  expect(status).toBe(422)
  const [named = { field: body.field, detail: body.detail }] = body.errors ?? []
  if (field) expect(named.field).toBe(field)
  if (detail) expect(named.detail).toBe(detail)
})

test('BOOKS-5: invisible characters are removed from the name of a tax line', async () => {
  expect((await change([{ ...vat, name: ' V\u202eA\u200bT ' }])).body.taxes).toEqual([vat])
})

test('BOOKS-5: only an owner changes tax lines, and customers cannot send them', async () => {
  for (const caller of [await restaurant.customer(), kitchen, cashier]) {
    expect((await restaurant.call(caller, 'PATCH', '/api/office/settings', { taxes: [] })).status).toBe(403)
  }
  const cart = await delivered()
  for (const sent of [{ taxLines: [] }, { taxes: [] }]) {
    expect((await restaurant.quote(await restaurant.customer(), { ...cart, ...sent })).status).toBe(422)
  }
})

test('BOOKS-5: the database keeps the total of an order equal to its lines', async () => {
  await change([levy])
  const ada = await restaurant.customer()
  const { body: order } = await restaurant.place(ada, (await restaurant.quote(ada, await delivered())).body.id)
  const wrong = (set: string) => database.pool.query(`update orders set ${set} where id = $1`, [order.orderId])
  await expect(wrong('total = total - 1')).rejects.toThrow('orders_total')
  await expect(wrong("tax_lines = '[]'")).rejects.toThrow('orders_total')
})

test('BOOKS-5: the figures sum up each tax line by name and rate, without cancelled orders', async () => {
  const today = dateOf(Date.now())
  const read = async () => (await readFigures(database, { query: { from: today, to: today } })).tables.tax
  const sumOf = (table: Figures['tables']['tax'], title: string) => {
    const { count = 0, amount = 0 } = table.find((line) => line.title === title) ?? {}
    return { count, amount }
  }
  const before = await read()
  await change([vat, { ...levy, name: 'Figures levy' }])
  const ada = await restaurant.customer()
  const { body: kept } = await restaurant.place(ada, (await restaurant.quote(ada, await delivered())).body.id)
  const { body: gone } = await restaurant.place(ada, (await restaurant.quote(ada, await delivered(20_000))).body.id)
  await restaurant.act(owner, gone.orderId, 'cancel', { reason: 'No gas' })
  await change([{ ...levy, name: 'Figures levy', rate: 600 }])
  await restaurant.place(ada, (await restaurant.quote(ada, await delivered(1000))).body.id)

  const after = await read()
  const ofVat = sumOf(before, 'VAT 7.5\u00a0%, in the prices')
  expect(sumOf(after, 'VAT 7.5\u00a0%, in the prices')).toEqual({ count: ofVat.count + 1, amount: ofVat.amount + 750 })
  expect(sumOf(after, 'Figures levy 5\u00a0%, on top')).toEqual({ count: 1, amount: 575 })
  expect(sumOf(after, 'Figures levy 6\u00a0%, on top')).toEqual({ count: 1, amount: 150 })
  expect(kept.totalAmount).toBe(total)
})
