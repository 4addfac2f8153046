import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { CustomerNotes } from '#contract/books/customers.ts'
import type { OpenDay } from '#contract/books/days.ts'
import type { KitchenLoad } from '#contract/kitchen-load.ts'
import type { Order } from '#contract/order/orders.ts'
import type { User } from '#contract/session.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { openTestRestaurant } from '#tests/support/restaurant.ts'
import { orders, requestKeys } from '../db/schema.ts'
import { sweepRequestKeys } from '../http/request-keys.ts'

const restaurant = await openTestRestaurant(await freshDatabase())
const { kitchen, cashier, owner } = restaurant
const ada = await restaurant.customer()
const musa = await restaurant.member('rider')
const chidi = await restaurant.member('rider')

type Press = () => Promise<unknown>

/** Returns a function that sends a write, each time with the same idempotency key. */
function press(caller: User, method: string, path: string, body: object = {}): Press {
  const keyed = { ...body, key: randomUUID() }
  return async () => {
    const answer = await restaurant.send(caller, method, path, keyed)
    expect(answer.status, await answer.clone().text()).toBe(200)
  }
}

/** Sends `first`, `others` and `first` again, and expects that the repetition changes nothing. */
async function repeatsNothing(order: Order, first: Press, ...others: readonly Press[]): Promise<void> {
  for (const each of [first, ...others]) await each()
  const seen = async () => JSON.stringify(await restaurant.call(owner, 'GET', `/api/orders/${order.orderId}`))
  const before = await seen()
  const count = (await restaurant.events(order.orderId)).length
  await first()
  expect(await seen()).toBe(before)
  expect(await restaurant.events(order.orderId)).toHaveLength(count)
}

const at = ({ orderId: id }: Order, action: string) => `/api/orders/${id}/${action}`
const onTheWay = ({ orderId: id }: Order, action: string) => `/api/orders/${id}/${action}`

test('SAFE-18: a repeated Ready request that arrives late does not undo a recall', async () => {
  const order = await restaurant.delivery(ada, 'preparing')
  const ready = press(kitchen, 'POST', at(order, 'mark-ready'))
  const recall = press(kitchen, 'POST', at(order, 'recall'))
  await repeatsNothing(order, ready, recall)
  await repeatsNothing(order, recall, press(kitchen, 'POST', at(order, 'mark-ready')))
})

test('SAFE-18: a repeated Start request that arrives late does not restart an order whose start was undone', async () => {
  const order = await restaurant.paidOrder(ada)
  const start = press(kitchen, 'POST', at(order, 'start'))
  const undo = press(kitchen, 'POST', at(order, 'undo-start'))
  await repeatsNothing(order, start, undo)
  await repeatsNothing(order, undo, press(kitchen, 'POST', at(order, 'start')))
})

test('SAFE-18: a repeated undo of a confirmation that arrives late does not undo a later confirmation', async () => {
  const order = await restaurant.order(ada)
  const confirmation = { accountId: 'demo-bank', amount: order.totalAmount, sender: 'ADA OBI', sessionId: randomUUID() }
  const confirm: Press = async () => {
    expect((await restaurant.act(cashier, order.orderId, 'confirm-payment', confirmation)).status).toBe(200)
  }
  await confirm()
  const undo = press(cashier, 'POST', at(order, 'undo-confirmation'), { received: order.totalAmount })
  await repeatsNothing(order, undo, confirm)
})

test('SAFE-18: a repeated Complete request that arrives late does not complete an order whose completion was undone', async () => {
  const order = await restaurant.paidOrder(ada)
  for (const action of ['start', 'mark-ready']) await press(kitchen, 'POST', at(order, action))()
  const complete = press(cashier, 'POST', at(order, 'complete'))
  const undo = press(cashier, 'POST', at(order, 'undo-completion'))
  await repeatsNothing(order, complete, undo)
  await repeatsNothing(order, undo, press(cashier, 'POST', at(order, 'complete')))
})

test('SAFE-18: a repeated unassignment that arrives late does not affect a later assignment of the same rider', async () => {
  const order = await restaurant.delivery(ada)
  const rider = { riderId: musa.id }
  await press(cashier, 'POST', at(order, 'assign-rider'), rider)()
  const unassign = press(cashier, 'POST', at(order, 'unassign-rider'), { from: musa.id })
  const again = press(cashier, 'POST', at(order, 'assign-rider'), rider)
  await repeatsNothing(order, unassign, again)
  await repeatsNothing(order, again, press(cashier, 'POST', at(order, 'unassign-rider'), { from: musa.id }))
})

test('SAFE-18: a repeated acknowledgement of an acknowledged order does not silence the alarm of a later claim', async () => {
  const order = await restaurant.order(ada)
  await press(cashier, 'POST', at(order, 'acknowledge'))()
  await repeatsNothing(
    order,
    press(owner, 'POST', at(order, 'acknowledge')),
    press(cashier, 'POST', at(order, 'report-missing')),
    press(ada, 'POST', at(order, 'claim-again')),
  )
})

test('SAFE-18: a repeated Not found request that arrives late does not reject a later claim', async () => {
  const order = await restaurant.order(ada)
  const missing = press(cashier, 'POST', at(order, 'report-missing'))
  const claim = press(ada, 'POST', at(order, 'claim-again'))
  await repeatsNothing(order, missing, claim)
  await repeatsNothing(order, claim, press(cashier, 'POST', at(order, 'report-missing')))
})

test('SAFE-18: a repeated rider change from A to B that arrives after a change back to A does not take the order from A', async () => {
  const order = await restaurant.delivery(ada)
  await press(cashier, 'POST', at(order, 'assign-rider'), { riderId: musa.id })()
  await repeatsNothing(
    order,
    press(cashier, 'POST', at(order, 'change-rider'), { riderId: chidi.id, from: musa.id }),
    press(cashier, 'POST', at(order, 'change-rider'), { riderId: musa.id, from: chidi.id }),
  )
})

test('SAFE-18: a repeated pick-up or failed delivery that arrives late does not affect the next attempt', async () => {
  const order = await restaurant.delivery(ada)
  await press(cashier, 'POST', at(order, 'assign-rider'), { riderId: musa.id })()
  const pickUp = press(musa, 'POST', onTheWay(order, 'pick-up'))
  const again = press(musa, 'POST', onTheWay(order, 'pick-up'))
  const failure = press(musa, 'POST', onTheWay(order, 'fail-delivery'), { reason: 'Nobody there' })
  const change = () => press(cashier, 'POST', at(order, 'change-rider'), { riderId: musa.id, from: musa.id })
  await pickUp()
  await repeatsNothing(order, again, failure, change())
  await repeatsNothing(order, pickUp)
  await repeatsNothing(order, press(musa, 'POST', onTheWay(order, 'pick-up')))
  await repeatsNothing(order, failure)
})

test('SAFE-18: a repeated wrong delivery code counts as one attempt', async () => {
  const order = await restaurant.delivery(ada)
  await press(cashier, 'POST', at(order, 'assign-rider'), { riderId: musa.id })()
  await press(musa, 'POST', onTheWay(order, 'pick-up'))()
  const body = { code: order.deliveryCode === '0000' ? '1111' : '0000', key: randomUUID() }
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => restaurant.call(musa, 'POST', onTheWay(order, 'deliver'), body)),
  )
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 422, body: { detail: expect.stringContaining('4 tries are left.') } })
  }
  const rows = await restaurant.orm.select({ id: orders.orderId, codeTries: orders.codeTries }).from(orders)
  expect(rows.find(({ id }) => id === order.orderId)).toMatchObject({ codeTries: 1 })
})

test('SAFE-18: a repeated stock count, availability or price of a dish that arrives late does not change later values', async () => {
  const dish = await restaurant.dish(4000)
  const path = `/api/menu-items/${dish}`
  const limits = () => restaurant.call(owner, 'GET', '/api/desk/dish-limits')
  const menu = () => restaurant.call(owner, 'GET', `/api/menu-items?ids=${dish}`)
  for (const [first, then] of [
    [{ portions: 20 }, { portions: 3 }],
    [{ isAvailable: false }, { isAvailable: true }],
    [{ price: 5000 }, { price: 4500 }],
  ]) {
    const change = press(owner, 'PATCH', path, first)
    await change()
    await press(owner, 'PATCH', path, then)()
    const before = [await limits(), await menu()]
    await change()
    expect([await limits(), await menu()]).toEqual(before)
  }
})

test('SAFE-18: a repeated request for a rush or a pause that arrives late does not begin the rush or pause again', async () => {
  for (const [first, then] of [
    [{ rushMinutes: 30 }, { rushMinutes: 0 }],
    [{ paused: 'Back in ten minutes.' }, { paused: null }],
  ]) {
    const change = press(cashier, 'PATCH', '/api/kitchen-load', first)
    await change()
    await press(cashier, 'PATCH', '/api/kitchen-load', then)()
    await change()
    expect((await restaurant.call<KitchenLoad>(owner, 'GET', '/api/kitchen-load')).body).toMatchObject(then ?? {})
  }
})

test('SAFE-18: an idempotency key reused for another action or body is refused, and the original request may be repeated', async () => {
  const order = await restaurant.delivery(ada)
  const [key, riderKey, tillKey] = [randomUUID(), randomUUID(), randomUUID()]
  const stock = `/api/menu-items/${await restaurant.dish(4000)}`
  const openDay = '/api/office/open-day'
  const till = { kind: 'cash-in', note: 'Float', key: tillKey }
  for (const [first, ...others] of [
    [
      [cashier, 'POST', at(order, 'acknowledge'), { key }],
      [kitchen, 'POST', at(order, 'start'), { key }],
    ],
    [
      [cashier, 'POST', at(order, 'assign-rider'), { riderId: musa.id, key: riderKey }],
      [cashier, 'POST', at(order, 'assign-rider'), { riderId: chidi.id, key: riderKey }],
      [cashier, 'POST', at(order, 'change-rider'), { riderId: chidi.id, from: musa.id, key: riderKey }],
    ],
    [
      [owner, 'PATCH', stock, { portions: 20, key }],
      [owner, 'PATCH', stock, { portions: 3, key }],
    ],
    [
      [cashier, 'PATCH', '/api/kitchen-load', { rushMinutes: 10, key }],
      [cashier, 'PATCH', '/api/kitchen-load', { rushMinutes: 20, key }],
    ],
    [
      [owner, 'PUT', `${openDay}/count`, { place: 'till', counted: 700, key }],
      [owner, 'PUT', `${openDay}/count`, { place: 'till', counted: 900, key }],
      [owner, 'POST', `${openDay}/corrections`, { place: 'till', amount: 300, reason: 'Counted twice', key }],
    ],
    [
      [cashier, 'POST', '/api/desk/till', { ...till, amount: 5000 }],
      [cashier, 'POST', '/api/desk/till', { ...till, amount: 500 }],
      [cashier, 'POST', '/api/desk/till', { ...till, kind: 'cash-out', amount: 5000 }],
    ],
  ] as const) {
    const send = async ([caller, method, path, body]: typeof first | (typeof others)[number]) =>
      (await restaurant.call(caller, method, path, body)).status
    expect(await send(first), first[2]).toBeLessThan(300)
    for (const other of others) expect(await send(other), other[2]).toBe(409)
    expect(await send(first), first[2]).toBe(200)
  }
  expect((await restaurant.call<Order>(ada, 'GET', `/api/orders/${order.orderId}`)).body).toMatchObject({
    status: 'ready',
    assignedRider: { id: musa.id },
  })
})

test('SAFE-18: a write is not repeated if the last release stored only its idempotency key', async () => {
  const order = await restaurant.paidOrder(ada)
  const start = { key: randomUUID() }
  await restaurant.act(kitchen, order.orderId, 'start', start)
  await restaurant.orm.update(requestKeys).set({ request: null }).where(eq(requestKeys.key, start.key))
  await press(kitchen, 'POST', at(order, 'undo-start'))()
  expect(await restaurant.act(kitchen, order.orderId, 'start', start)).toMatchObject({ body: { status: 'pending' } })
})

test('SAFE-18: a repeated till count, statement, cash correction or customer note that arrives late is recorded once', async () => {
  const openDay = '/api/office/open-day'
  const day = async () => {
    const { body } = await restaurant.call<OpenDay>(owner, 'GET', openDay)
    return body.places.map(({ place, expected, counted, lines }) => ({ place, expected, counted, lines }))
  }
  const statement = { place: 'account:demo-bank', lines: [] }
  const brought = { line: 1, day: null, narration: 'NIP ADA OBI', amount: 900, sender: 'ADA OBI', sessionId: '' }
  const notes = `/api/office/customers/${ada.id}/notes`
  const told = async () => (await restaurant.call<CustomerNotes>(owner, 'GET', notes)).body.notes.length
  for (const [method, path, first, then] of [
    ['PUT', `${openDay}/count`, { place: 'till', counted: 700 }, { place: 'till', counted: 900 }],
    ['PUT', `${openDay}/statement`, { ...statement, lines: [brought] }, statement],
    ['POST', `${openDay}/corrections`, { place: 'till', amount: 300, reason: 'Counted twice' }],
    ['POST', notes, { note: 'Gate code 4412' }],
  ] as const) {
    const change = press(owner, method, path, first)
    await change()
    if (then) await press(owner, method, path, then)()
    const before = [await day(), await told()]
    await change()
    expect([await day(), await told()], path).toEqual(before)
  }
  expect(await told()).toBe(1)
})

test('SAFE-18: idempotency keys are deleted after exactly 90 days', async () => {
  await restaurant.orm.insert(requestKeys).values([
    { subject: 'order:OLD', key: 'old', at: sql`now() - interval '91 days'` },
    { subject: 'order:OLD', key: 'kept', at: sql`now() - interval '89 days'` },
  ])
  await restaurant.database.transaction((tx) => sweepRequestKeys(tx, 10))
  const left = await restaurant.orm.select().from(requestKeys).where(sql`subject = 'order:OLD'`)
  expect(left.map(({ key }) => key)).toEqual(['kept'])
})
