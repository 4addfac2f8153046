import { expect, test } from 'vitest'
import { overview } from '#contract/office/overview.ts'
import type { Order } from '#contract/order/orders.ts'
import { freshDatabase } from '../../tests/support/database.ts'
import { openTestRestaurant } from '../../tests/support/restaurant.ts'
import { readOverview } from './overview.ts'

const database = await freshDatabase()
const restaurant = await openTestRestaurant(database)
const ada = await restaurant.customer()

const read = async () => overview.parse(await readOverview(database.orm, '.'))
const move = (order: Order, column: string, to: string) =>
  database.pool.query(`update orders set ${column} = ${to} where id = $1`, [order.orderId])

test('OWNER-6: the owner’s overview counts the orders of today and yesterday, late and new orders, failed deliveries, sold-out dishes and refunds owed', async () => {
  const empty = await read()
  expect(empty).toMatchObject({
    today: { orders: 0, cancelled: 0, sales: 0, unpaid: 0 },
    yesterday: { orders: 0, cancelled: 0, sales: 0, unpaid: 0 },
    late: { count: 0, orders: [] },
    unacknowledged: { count: 0, since: null },
    failed: { count: 0, orders: [] },
    refunds: { count: 0, owed: 0 },
    backup: { madeAt: null, rehearsedAt: null },
    signedIn: [],
  })
  expect(empty.disk?.size).toBeGreaterThan(0)

  const fresh = await restaurant.order(ada, 4000)
  const cancelled = await restaurant.paidOrder(ada, 3000)
  await restaurant.act(restaurant.owner, cancelled.orderId, 'cancel', { reason: 'No gas' })
  const old = await restaurant.order(ada, 2500)
  await move(old, 'created_at', "now() - interval '1 day'")
  await move(old, 'ready_by', "now() - interval '20 hours'")
  const older = await restaurant.order(ada, 9000)
  await move(older, 'created_at', "now() - interval '2 days'")
  await move(older, 'acknowledged_at', 'now()')
  const gone = await restaurant.dish(1000)
  await restaurant.markUnavailable(gone)

  const failed = await restaurant.delivery(await restaurant.customer())
  const { rider } = restaurant
  await restaurant.act(restaurant.cashier, failed.orderId, 'assign-rider', { riderId: rider.id })
  await restaurant.act(rider, failed.orderId, 'pick-up', {})
  await restaurant.act(rider, failed.orderId, 'fail-delivery', { reason: 'Nobody opened' })
  await move(failed, 'created_at', "now() - interval '2 days'")
  await move(failed, 'acknowledged_at', 'now()')

  const facts = await read()
  expect(facts.today).toEqual({
    orders: 1,
    cancelled: 1,
    sales: fresh.totalAmount,
    unpaid: fresh.totalAmount,
  })
  expect(facts.yesterday).toEqual({
    orders: 1,
    cancelled: 0,
    sales: old.totalAmount,
    unpaid: old.totalAmount,
  })
  expect(facts.late).toMatchObject({ count: 1, orders: [{ id: old.orderId }] })
  expect(facts.unacknowledged.count).toBe(2)
  expect(facts.unacknowledged.since).not.toBeNull()
  expect(facts.failed).toEqual({ count: 1, orders: [{ id: failed.orderId, problem: 'Nobody opened' }] })
  expect(facts.refunds).toEqual({ count: 1, owed: 3000 })
  expect(facts.soldOut.dishes).toContainEqual(expect.objectContaining({ id: gone, backAt: null, portionsLeft: null }))
})
