import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as Money from '#domain/money/money.ts'
import { orderStatuses } from '#domain/order/statuses.ts'
import { completedShownFor, isAtDesk } from '#domain/order/visibility.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { openTestRestaurant } from '#tests/support/restaurant.ts'
import { orders } from '../db/schema.ts'
import { ordersAtDesk } from './order-queries.ts'

const restaurant = await openTestRestaurant(await freshDatabase())

test("the desk's query returns exactly the orders that `isAtDesk` accepts, for any status, age and refund owed", async () => {
  const customer = await restaurant.customer()
  const ages = [0, completedShownFor - 60_000, completedShownFor + 60_000]
  const expected: string[] = []
  const expectedByKitchen: string[] = []
  const variants = orderStatuses.flatMap((status) =>
    [0, 500].flatMap((extra) => ages.map((age) => ({ status, extra, age }))),
  )
  for (const { status, extra, age } of variants) {
    const { orderId: id, totalAmount: total } = await restaurant.order(customer)
    const isCancelled = status === 'cancelled'
    const [row] = await restaurant.orm
      .update(orders)
      .set({
        status,
        received: Money.naira(isCancelled ? extra : total + extra),
        cancelReason: isCancelled ? 'Only a test' : null,
        cancelledBy: isCancelled ? 'restaurant' : null,
        updatedAt: sql`now() - make_interval(secs => ${age / 1000})`,
      })
      .where(eq(orders.orderId, id))
      .returning({ owed: orders.owed })
    expect(row?.owed).toBe(extra)
    if (isAtDesk({ status, owed: extra }, age)) expected.push(id)
    if (isAtDesk({ status }, age)) expectedByKitchen.push(id)
  }
  const shown = await ordersAtDesk(restaurant, { user: restaurant.cashier })
  expect(shown.orders.map(({ orderId }) => orderId)).toEqual(expected)
  const inKitchen = await ordersAtDesk(restaurant, { user: restaurant.kitchen })
  expect(inKitchen.orders.map(({ orderId }) => orderId)).toEqual(expectedByKitchen)
  expect(expected.length).toBeGreaterThan(orderStatuses.length)
  expect(expected.length).toBeLessThan(variants.length)
})
