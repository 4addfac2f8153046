import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { withTodaysNames } from '#contract/last-release.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { cartOf, halfChicken, openTestRestaurant } from '#tests/support/restaurant.ts'
import { orders, quotes } from './schema.ts'

const database = await freshDatabase()
const restaurant = await openTestRestaurant(database)

test('ORDER-7: the dishes of a quote and an order are stored under the field names of the first release, and read under today’s field names', async () => {
  const ada = await restaurant.customer()
  const { body } = await restaurant.quote(ada, { ...cartOf('jollof'), items: [halfChicken] })
  const quote = withTodaysNames(body)
  await restaurant.place(ada, quote.id)

  const { rows } = await database.pool.query(
    'select lines, terms from orders join quotes using (id) where orders.id = $1',
    [quote.id],
  )
  const [dish] = quote.items
  const { price, totalPrice: _, extras, chefComment, itemTotal, ...rest } = dish ?? expect.fail('The quote is empty.')
  const stored = { ...rest, unitPrice: price, choices: extras, note: chefComment, total: itemTotal }
  expect(rows).toEqual([
    { lines: [stored], terms: expect.objectContaining({ lines: [stored], total: quote.totalAmount }) },
  ])

  const [order] = await restaurant.orm.select().from(orders).where(eq(orders.orderId, quote.id))
  expect(order?.items).toEqual(quote.items)
  const [kept] = await restaurant.orm.select().from(quotes).where(eq(quotes.id, quote.id))
  expect(kept?.terms).toMatchObject({ items: quote.items, totalAmount: quote.totalAmount })
  expect(kept?.terms).not.toHaveProperty('lines')
})
