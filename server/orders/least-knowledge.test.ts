import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { withTodaysNames } from '#contract/last-release.ts'
import type { LiveEvent } from '#contract/live.ts'
import type * as Orders from '#contract/order/orders.ts'
import type { DeskOrder, DeskOrderList, Order } from '#contract/order/orders.ts'
import type { Ticket } from '#contract/order/tickets.ts'
import { document } from '#contract/parts/fields.ts'
import type { User } from '#contract/session.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cartOf, halfChicken, openTestRestaurant } from '#tests/support/restaurant.ts'
import { orders } from '../db/schema.ts'
import { openLive } from '../live/live.ts'
import type { Audience } from '../live/publish.ts'
import { deliveryDocument } from '../riders/rider-queries.ts'

const restaurant = await openTestRestaurant(await freshDatabase())
const { kitchen, cashier, owner, rider } = restaurant
const ada = await restaurant.customer()
const live = await openLive({ database: restaurant.database, log: () => {} })
afterAll(live.stop)

const contact = '+2348099990001'
const address = '7 Sand Fill Close'
const payer = 'Mummy Obi'
let presses = 0

async function delivery(customer = ada): Promise<Order> {
  const dish = await restaurant.dish(5000)
  const asked = { deliveryMethod: 'delivery', deliveryAddress: address, locationId: 'yaba' } as const
  const { body: quote } = await restaurant.quote(
    customer,
    cartOf(dish, 1, { ...asked, contactPhone: contact, payerName: payer }),
  )
  return (await restaurant.place(customer, quote.id)).body
}

/** Texts that must be absent from a reader's responses and events. */
const hiddenFrom = {
  kitchen: ({ deliveryCode }: Order) => [ada.phone, contact, address, 'Yaba', payer, `"${deliveryCode}"`, rider.phone],
  till: ({ deliveryCode }: Order) => [address, `"${deliveryCode}"`],
}

/** Returns the names of all fields of a document that contain numbers. */
function numbersIn(value: unknown, name = ''): string[] {
  if (typeof value === 'number') return [name]
  if (Array.isArray(value)) return value.flatMap((each) => numbersIn(each, name))
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([inner, each]) => numbersIn(each, inner))
    : []
}
const expectNoSums = (documents: unknown) =>
  expect(
    [...new Set(numbersIn(documents))].filter((name) => !['quantity', 'version', 'number'].includes(name)),
  ).toEqual([])

const print = async (caller: User, { orderId: id }: Order, kind: 'kitchen' | 'packing') => {
  presses += 1
  const press = `press-${String(presses).padStart(4, '0')}`
  return (await restaurant.call<Ticket>(caller, 'POST', `/api/orders/${id}/print-ticket`, { kind, press })).body
}
const read = (caller: User, { orderId: id }: { orderId: string }) =>
  restaurant.call<DeskOrder>(caller, 'GET', `/api/orders/${id}`)
const listed = (caller: User) => restaurant.call<DeskOrderList>(caller, 'GET', '/api/desk/orders')

test('SAFE-10 ACCESS-4: responses hide phone, payer, address and delivery code from the kitchen, and address and delivery code from the till', async () => {
  const order = await delivery()
  const told = { kitchen: [] as unknown[], till: [] as unknown[] }
  const by = async (reader: 'kitchen' | 'till', caller: User, action: string, body?: object) => {
    const answer = await restaurant.act(caller, order.orderId, action, body)
    expect(answer.status).toBe(200)
    told[reader].push(answer.body)
  }
  await by('till', cashier, 'acknowledge')
  await by('till', cashier, 'report-missing')
  told.till.push((await restaurant.pay(cashier, order.orderId, order.totalAmount)).body)
  await by('till', cashier, 'undo-confirmation', { received: order.totalAmount })
  told.till.push((await restaurant.pay(cashier, order.orderId, order.totalAmount)).body)
  await by('kitchen', kitchen, 'mark-sold-out', { line: 0, version: 6 })
  await by('kitchen', kitchen, 'unmark-sold-out', { line: 0, version: 7 })
  await by('kitchen', kitchen, 'start')
  await by('kitchen', kitchen, 'undo-start')
  await by('kitchen', kitchen, 'start')
  await by('till', owner, 'assign-rider', { riderId: rider.id })
  await by('till', owner, 'unassign-rider', { from: rider.id })
  await by('till', owner, 'assign-rider', { riderId: rider.id })
  await by('kitchen', kitchen, 'mark-ready')
  await by('kitchen', kitchen, 'recall')
  await by('kitchen', kitchen, 'mark-ready')
  await by('till', cashier, 'complete')
  await by('till', cashier, 'undo-completion')
  for (const caller of [kitchen, cashier, owner]) {
    const reader = caller === kitchen ? 'kitchen' : 'till'
    told[reader].push((await read(caller, order)).body, (await listed(caller)).body)
    if (caller === kitchen) told.kitchen.push(await print(caller, order, 'packing'))
    told[reader].push(await print(caller, order, 'kitchen'))
  }
  expect(JSON.stringify(told.till)).toContain(contact)
  await by('till', cashier, 'cancel', { reason: 'The road is flooded' })
  for (const reader of ['kitchen', 'till'] as const) {
    for (const secret of hiddenFrom[reader](order)) expect(JSON.stringify(told[reader])).not.toContain(secret)
  }
  expectNoSums(told.kitchen)
})

test('SAFE-10: the kitchen reads no price of a dish or extra, no tax, no sum and no refund, in responses, lists, tickets and events', async () => {
  const heard = await live.subscribe({ audiences: ['desk', 'kitchen'] satisfies Audience[] })
  const taxes = [{ name: 'VAT', rate: 750, included: false, onDelivery: true }]
  await restaurant.call(owner, 'PATCH', '/api/office/settings', { taxes })
  const gone = { itemId: await restaurant.dish(2300), selection: {}, quantity: 1 }
  const asked = { deliveryMethod: 'delivery', deliveryAddress: address, locationId: 'yaba' } as const
  const { body: quote } = await restaurant.quote(ada, { items: [halfChicken, gone], ...asked })
  const { body: order } = await restaurant.place(ada, quote.id)
  expect(numbersIn(order)).toEqual(expect.arrayContaining(['price', 'price', 'total', 'deliveryFee', 'amount']))
  await restaurant.pay(cashier, order.orderId, order.totalAmount + 700)
  const read = [await restaurant.act(kitchen, order.orderId, 'start')]
  const line = async () => ({
    line: 1,
    version: (await restaurant.act(cashier, order.orderId, 'acknowledge')).body.version,
  })
  read.push(await restaurant.act(kitchen, order.orderId, 'mark-sold-out', await line()))
  const { body: less } = await restaurant.act(cashier, order.orderId, 'remove-sold-out', await line())
  expect(less).toMatchObject({ received: order.totalAmount + 700, substitutions: [{ less: expect.any(Number) }] })
  const seen = await restaurant.act(kitchen, order.orderId, 'mark-ready')
  // The kitchen reads the state of the payment, because its work depends on it.
  expect(seen).toMatchObject({
    status: 200,
    body: { payment: 'over', totalAmount: null, items: [{ itemTotal: null }] },
  })
  expectNoSums([read.map(({ body }) => body), seen.body])
  expectNoSums((await listed(kitchen)).body)
  for (const kind of ['kitchen', 'packing'] as const) expectNoSums(await print(kitchen, order, kind))
  expectNoSums((await print(cashier, order, 'kitchen')).order)
  await heard.ready(1000)
  const events = heard.take().events.map((json): LiveEvent => JSON.parse(json))
  expect(events.filter(({ subject }) => subject === order.orderId)).not.toHaveLength(0)
  expectNoSums(events)
  heard.close()
  await restaurant.call(owner, 'PATCH', '/api/office/settings', { taxes: [] })
})

test("SAFE-10: a field added to the customer's order is visible only to the customer", async () => {
  const { orderId: id } = await delivery(await restaurant.customer())
  const [row] = await restaurant.orm.select().from(orders).where(eq(orders.orderId, id))
  if (!row) throw new Error('The order is not stored.')
  const withNote = { ...row, giftNote: 'Happy birthday, with love' }
  vi.resetModules()
  vi.doMock('#contract/order/orders.ts', async (original) => {
    const contract = await original<typeof Orders>()
    const order = document({ ...contract.order.unwrap().shape, giftNote: z.string() })
    return { ...contract, order, orderDocuments: { ...contract.orderDocuments, customer: order } }
  })
  const { orderDocument, deskDocument } = await import('./document.ts')
  expect(orderDocument('customer', withNote)).toHaveProperty('giftNote', withNote.giftNote)
  const others = [
    ...[cashier, owner, kitchen].map((reader) => deskDocument(withNote, reader)),
    deliveryDocument({ ...withNote, deliveryStatus: 'assigned' }),
  ]
  for (const document of others) {
    expect(document).toMatchObject({ orderId: id, version: row.version })
    expect(JSON.stringify(document)).not.toContain(withNote.giftNote)
  }
  vi.doUnmock('#contract/order/orders.ts')
})

test('SAFE-10: cashier and kitchen read exactly the listed fields of an order', async () => {
  const order = await delivery(await restaurant.customer())
  const work = [
    'acknowledgedAt awaitingSubstitution cancelReason cancelledBy channel claimedAt createdAt customerId customerName',
    'deliveryMethod deliveryStatus escalatedAt escalation finishedAt foundAt orderId items outAt payment quoteExpired readyAt readyBy',
    'startedAt status substitutions updatedAt version assignedRider',
  ]
  const money = [
    'customerPhone contactPhone useDifferentPhone deliveryLocation drivingMinutes differentPayer payerName paymentReference refunded',
    'refundReference owed rejection deliveryProblem cashAtDoor firstConfirmation',
  ]
  const fields = (lists: readonly string[]) => lists.join(' ').split(' ').sort()
  const sums = ['subtotal deliveryFee totalAmount received']
  const told = async (caller: User) => Object.keys(withTodaysNames((await read(caller, order)).body)).sort()
  expect(await told(cashier)).toEqual(fields([...work, ...sums, ...money]))
  expect(await told(kitchen)).toEqual(fields([...work, ...sums]))
})

test.each([
  ['the kitchen', 'kitchen', kitchen],
  ['the till', 'till', cashier],
] as const)(
  'SAFE-10: %s gets a live event about every change to an order, with no more than the responses show',
  async (_, audience, caller) => {
    const heard = await live.subscribe({ audiences: ['desk', audience] satisfies Audience[] })
    const order = await delivery()
    await restaurant.pay(cashier, order.orderId, order.totalAmount)
    await restaurant.act(kitchen, order.orderId, 'start')
    const events: LiveEvent[] = []
    for (let round = 0; round < 10 && events.filter(({ subject }) => subject === order.orderId).length < 3; round++) {
      await heard.ready(1000)
      events.push(...heard.take().events.map((json): LiveEvent => JSON.parse(json)))
    }
    const about = events.filter(({ subject }) => subject === order.orderId)
    expect(about.map(({ type }) => type)).toEqual(['order.placed', 'payment.found', 'order.started'])
    for (const secret of hiddenFrom[audience](order)) expect(JSON.stringify(about)).not.toContain(secret)
    if (audience === 'kitchen') expectNoSums(about)
    expect(about.at(-1)?.data).toEqual((await read(caller, order)).body)
    heard.close()
  },
)

test('SAFE-10: the till gets an order’s address on request, and each request and packing ticket is audited', async () => {
  const order = await delivery()
  const ask = (caller: User) => restaurant.act(caller, order.orderId, 'address-request')
  for (const caller of [kitchen, rider, ada]) expect(await ask(caller)).toMatchObject({ status: 403 })
  expect(await ask(cashier)).toMatchObject({ status: 200, body: { deliveryAddress: address } })
  expect(await ask(owner)).toMatchObject({ status: 200, body: { deliveryAddress: address } })
  expect((await print(cashier, order, 'packing')).deliveryAddress).toBe(address)
  expect((await print(cashier, order, 'kitchen')).deliveryAddress).toBeNull()
  expect((await restaurant.auditEntries(`order:${order.orderId}`)).slice(1)).toMatchObject([
    { action: 'order.read-address', actorId: cashier.id },
    { action: 'order.read-address', actorId: owner.id },
    { action: 'order.print-ticket', actorId: cashier.id, detail: { kind: 'packing' } },
    { action: 'order.print-ticket', actorId: cashier.id, detail: { kind: 'kitchen' } },
  ])
})

test('SAFE-10: a refund owed for a finished order is visible to the till and hidden from the kitchen', async () => {
  const order = await delivery()
  await restaurant.pay(cashier, order.orderId, order.totalAmount)
  await restaurant.act(cashier, order.orderId, 'cancel', { reason: 'The road is flooded' })
  expect((await listed(cashier)).body.orders.map(({ orderId }) => orderId)).toContain(order.orderId)
  expect((await listed(kitchen)).body.orders.map(({ orderId }) => orderId)).not.toContain(order.orderId)
})

test('SAFE-10: a day after its end, an order is hidden with its events from kitchen and rider, and is visible to the till', async () => {
  const order = await delivery()
  await restaurant.pay(cashier, order.orderId, order.totalAmount + 500)
  await restaurant.act(kitchen, order.orderId, 'start')
  await restaurant.act(kitchen, order.orderId, 'mark-ready')
  await restaurant.act(cashier, order.orderId, 'assign-rider', { riderId: rider.id })
  const door = (action: string, body: object = {}) =>
    restaurant.call(rider, 'POST', `/api/orders/${order.orderId}/${action}`, body)
  await door('pick-up')
  const handover = () => door('deliver', { code: order.deliveryCode })
  await handover()
  const over = (minutes: number) =>
    restaurant.orm
      .update(orders)
      .set({ finishedAt: sql`now() - make_interval(mins => ${24 * 60 + minutes})` })
      .where(eq(orders.orderId, order.orderId))

  await over(-1)
  expect((await read(kitchen, order)).status).toBe(200)
  expect((await handover()).status).toBe(200)
  await over(1)
  expect((await read(kitchen, order)).status).toBe(404)
  expect((await restaurant.act(kitchen, order.orderId, 'mark-ready')).status).toBe(404)
  expect(
    (
      await restaurant.call(kitchen, 'POST', `/api/orders/${order.orderId}/print-ticket`, {
        kind: 'kitchen',
        press: 'too-late',
      })
    ).status,
  ).toBe(404)
  expect((await handover()).status).toBe(404)
  expect((await read(cashier, order)).status).toBe(200)
  expect((await restaurant.act(owner, order.orderId, 'refund', { method: 'cash', amount: 500 })).status).toBe(200)
  expect((await restaurant.events(order.orderId)).at(-2)).toMatchObject({
    type: 'payment.refunded',
    topics: ['till', `customer:${ada.id}`],
  })
})
