import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Ticket } from '#contract/order/tickets.ts'
import type { User } from '#contract/session.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { openTestRestaurant } from '#tests/support/restaurant.ts'
import { tickets } from '../db/schema.ts'

const restaurant = await openTestRestaurant(await freshDatabase())
const { kitchen, cashier, owner, rider } = restaurant
const ada = await restaurant.customer()

let keys = 0
function nextKey(): string {
  keys += 1
  return `press-${String(keys).padStart(4, '0')}`
}
const print = (caller: User | undefined, id: string, kind: unknown = 'kitchen', key: string = nextKey()) =>
  restaurant.call<Ticket>(caller, 'POST', `/api/orders/${id}/print-ticket`, { kind, press: key })

test.each([
  ['a signed-out visitor', undefined, 401],
  ['the customer of the order', ada, 403],
  ['a rider', rider, 403],
])('%s cannot print a ticket', async (_caller, caller, status) => {
  const order = await restaurant.paidOrder(ada)
  expect(await print(caller, order.orderId)).toMatchObject({ status })
  expect(await restaurant.orm.$count(tickets, eq(tickets.orderId, order.orderId))).toBe(0)
})

test('a reprinted ticket has its number, time and user, and each kind of ticket is counted separately', async () => {
  const order = await restaurant.paidOrder(ada)
  const before = Date.now()
  const lines = order.items.map(({ name, quantity, chefComment }) => ({ name, quantity, chefComment }))
  expect(await print(kitchen, order.orderId)).toMatchObject({
    status: 200,
    body: { kind: 'kitchen', number: 1, printedBy: kitchen.username, order: { orderId: order.orderId, items: lines } },
  })
  const { body } = await print(cashier, order.orderId)
  expect(body).toMatchObject({ kind: 'kitchen', number: 2, printedBy: cashier.username })
  expect(Date.parse(body.printedAt)).toBeGreaterThan(before - 5000)
  expect((await print(owner, order.orderId, 'packing')).body).toMatchObject({ kind: 'packing', number: 1 })
  expect((await restaurant.auditEntries(`order:${order.orderId}`)).slice(-3)).toMatchObject([
    { actorId: kitchen.id, action: 'order.print-ticket', detail: { kind: 'kitchen', number: 1 } },
    { actorId: cashier.id, action: 'order.print-ticket', detail: { kind: 'kitchen', number: 2 } },
    { actorId: owner.id, action: 'order.print-ticket', detail: { kind: 'packing', number: 1 } },
  ])
})

test('a repeated print request returns the same ticket and does not count as a reprint', async () => {
  const order = await restaurant.paidOrder(ada)
  const key = nextKey()
  const first = await print(kitchen, order.orderId, 'kitchen', key)
  const answers = await Promise.all(Array.from({ length: 10 }, () => print(kitchen, order.orderId, 'kitchen', key)))
  for (const { body } of answers) expect(body).toEqual(first.body)
  expect(
    (await restaurant.auditEntries(`order:${order.orderId}`)).filter(({ action }) => action === 'order.print-ticket'),
  ).toHaveLength(1)
})

test('ten concurrent prints of a ticket get the numbers 1 to 10', async () => {
  const order = await restaurant.paidOrder(ada)
  const answers = await Promise.all(Array.from({ length: 10 }, () => print(kitchen, order.orderId)))
  const numbers = answers.map(({ body }) => body.number).sort((one, other) => one - other)
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

test('a cancelled order has no ticket, and a completed order has one', async () => {
  const order = await restaurant.paidOrder(ada)
  await restaurant.act(owner, order.orderId, 'cancel', { reason: 'No gas' })
  expect(await print(kitchen, order.orderId)).toMatchObject({
    status: 409,
    body: { code: 'order-moved-on', detail: 'This order is already cancelled.' },
  })
  const completed = await restaurant.paidOrder(ada)
  for (const action of ['start', 'mark-ready', 'complete']) await restaurant.act(owner, completed.orderId, action)
  expect(await print(cashier, completed.orderId, 'packing')).toMatchObject({ status: 200, body: { number: 1 } })
})

test('a print of an unknown kind or with an empty key is refused with its field, and a print for an unknown order returns 404', async () => {
  const order = await restaurant.paidOrder(ada)
  expect(await print(kitchen, order.orderId, 'receipt')).toMatchObject({ status: 422, body: { field: 'kind' } })
  expect(await print(kitchen, order.orderId, 'kitchen', '')).toMatchObject({ status: 422, body: { field: 'press' } })
  expect(await print(kitchen, 'AAAAAAAAA')).toMatchObject({ status: 404, body: { code: 'not-found' } })
})
