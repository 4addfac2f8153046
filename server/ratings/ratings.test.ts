import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Order } from '#contract/order/orders.ts'
import type { Rating, RatingList, RatingsAtDesk } from '#contract/ratings.ts'
import type { User } from '#contract/session.ts'
import type { RestaurantSettings } from '#contract/settings.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { openTestRestaurant } from '#tests/support/restaurant.ts'
import { events } from '../db/schema.ts'
import { shownTestimonials } from './testimonials.ts'

const database = await freshDatabase()
const restaurant = await openTestRestaurant(database)
const { kitchen, cashier, owner, rider } = restaurant

const rate = (caller: User | undefined, { orderId: id }: Order, body: unknown) =>
  restaurant.call<Rating>(caller, 'PUT', `/api/orders/${id}/rating`, body)
const ownRatings = async (caller: User) =>
  (await restaurant.call<RatingList>(caller, 'GET', '/api/ratings')).body.ratings

async function completed(caller: User): Promise<Order> {
  const { orderId: id } = await restaurant.paidOrder(caller)
  await restaurant.act(kitchen, id, 'start')
  await restaurant.act(kitchen, id, 'mark-ready')
  return (await restaurant.act(cashier, id, 'complete')).body
}

test('a rating is published to the desk, audited, and visible to its customer', async () => {
  const ada = await restaurant.customer()
  const order = await completed(ada)
  const { status, body } = await rate(ada, order, { stars: 4, comment: ' Hot and quick ' })
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { orderId: order.orderId, stars: 4, comment: 'Hot and quick' },
  })
  expect(Date.parse(body.until) - Date.parse(body.ratedAt)).toBe(24 * 60 * 60_000)
  expect(await ownRatings(ada)).toEqual([body])
  expect((await restaurant.events(order.orderId)).at(-1)).toMatchObject({
    type: 'rating.given',
    topics: ['desk'],
    data: { id: order.orderId },
  })
  expect((await restaurant.auditEntries(`order:${order.orderId}`)).at(-1)).toMatchObject({
    actorId: ada.id,
    action: 'order.rate',
    detail: { stars: 4 },
  })
  expect(await ownRatings(await restaurant.customer())).toEqual([])
})

test('a rating can be changed for 24 hours', async () => {
  const ada = await restaurant.customer()
  const order = await completed(ada)
  await rate(ada, order, { stars: 5 })
  expect((await rate(ada, order, { stars: 2, comment: 'Cold at home' })).body).toMatchObject({ stars: 2 })
  await restaurant.database.pool.query(
    "update ratings set created_at = now() - interval '24 hours' where order_id = $1",
    [order.orderId],
  )
  expect(await rate(ada, order, { stars: 1 })).toMatchObject({ status: 409, body: { code: 'order-moved-on' } })
  expect(await ownRatings(ada)).toMatchObject([{ stars: 2, comment: 'Cold at home' }])
})

test('an order that is not completed cannot be rated', async () => {
  const ada = await restaurant.customer()
  const order = await restaurant.paidOrder(ada)
  expect(await rate(ada, order, { stars: 5 })).toMatchObject({
    status: 409,
    body: { detail: 'This order is pending. Rate the meal when you have had it.' },
  })
})

test('only the customer of an order can rate it', async () => {
  const order = await completed(await restaurant.customer())
  expect((await rate(undefined, order, { stars: 1 })).status).toBe(401)
  for (const caller of [await restaurant.customer(), rider, kitchen, cashier, owner]) {
    expect((await rate(caller, order, { stars: 1 })).status).toBe(404)
  }
})

test.each([
  [{}, 'stars'],
  [{ stars: 0 }, 'stars'],
  [{ stars: 6 }, 'stars'],
  [{ stars: 3.5 }, 'stars'],
  [{ stars: 5, comment: 'a'.repeat(301) }, 'comment'],
  [{ stars: 5, comment: 'two\nlines' }, 'comment'],
])('the rating %j is refused with its field', async (body, field) => {
  const ada = await restaurant.customer()
  const answer = await rate(ada, await completed(ada), body)
  expect({ status: answer.status, field: answer.body.field ?? answer.body.errors?.[0]?.field }).toEqual({
    status: 422,
    field,
  })
})

test('50 concurrent ratings of one order leave one rating', async () => {
  const ada = await restaurant.customer()
  const order = await completed(ada)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => rate(ada, order, { stars: 1 + (index % 5) })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await ownRatings(ada)).toHaveLength(1)
})

test('only the owner can list all ratings, with the average of the last 30 days', async () => {
  await restaurant.database.pool.query('delete from ratings')
  expect((await restaurant.call(owner, 'GET', '/api/desk/ratings')).body).toEqual({
    count: 0,
    average: null,
    ratings: [],
  })
  const ada = await restaurant.customer()
  const [first, second, old] = [await completed(ada), await completed(ada), await completed(ada)]
  await rate(ada, first, { stars: 5, comment: 'Best suya' })
  await rate(ada, second, { stars: 4 })
  await rate(ada, old, { stars: 1 })
  await restaurant.database.pool.query(
    "update ratings set created_at = now() - interval '31 days' where order_id = $1",
    [old.orderId],
  )
  const { body } = await restaurant.call<RatingsAtDesk>(owner, 'GET', '/api/desk/ratings')
  expect(body).toMatchObject({ count: 2, average: 4.5 })
  expect(body.ratings).toMatchObject([
    { orderId: second.orderId, stars: 4, comment: '' },
    {
      orderId: first.orderId,
      stars: 5,
      comment: 'Best suya',
      customerName: ada.username,
      dishes: 'Restaurant Special',
    },
  ])
  expect((await restaurant.call(undefined, 'GET', '/api/desk/ratings')).status).toBe(401)
  for (const caller of [ada, rider, kitchen, cashier]) {
    expect((await restaurant.call(caller, 'GET', '/api/desk/ratings')).status).toBe(403)
  }
})

test('OWNER-4: a rating is shown on the home page if its customer allows it and an owner chooses it, with the first name only', async () => {
  const ada = await restaurant.customer()
  const order = await completed(ada)
  const choose = (testimonials: string[]) =>
    restaurant.call<RestaurantSettings>(owner, 'PATCH', '/api/office/settings', { testimonials })
  const offered = async () =>
    (await restaurant.call<RestaurantSettings>(owner, 'GET', '/api/office/settings')).body.testimonials
  const shown = () => shownTestimonials(database.orm)

  expect((await rate(ada, order, { stars: 5, comment: 'Worth the traffic' })).body.mayShow).toBe(false)
  expect(await offered()).toEqual([])
  expect(await choose([order.orderId])).toMatchObject({ status: 422, body: { field: 'testimonials' } })

  await rate(ada, order, { stars: 5, comment: 'Worth the traffic', mayShow: true })
  const [first] = ada.username.split(' ')
  expect(await offered()).toMatchObject([
    { orderId: order.orderId, name: first, text: 'Worth the traffic', isShown: false },
  ])
  expect(await shown()).toEqual([])
  expect((await choose([order.orderId])).body.testimonials).toMatchObject([{ isShown: true }])
  expect(await shown()).toMatchObject([{ name: first, text: 'Worth the traffic' }])
  expect(JSON.stringify(await shown())).not.toContain(order.orderId)

  // A rating whose text has changed is shown only if the owner chooses it again.
  await rate(ada, order, { stars: 5, comment: 'Worth all the traffic', mayShow: true })
  expect(await shown()).toEqual([])
  await choose([order.orderId])
  await database.pool.query("update ratings set created_at = created_at - interval '2 days' where order_id = $1", [
    order.orderId,
  ])
  const changes = () => database.orm.$count(events, eq(events.type, 'settings.changed'))
  const before = await changes()
  // A rating is final after a day, but the customer can still withdraw the permission to show it.
  expect((await rate(ada, order, { stars: 1, comment: 'No', mayShow: true })).status).toBe(409)
  expect((await rate(ada, order, { stars: 1, comment: 'No', mayShow: false })).body).toMatchObject({
    stars: 5,
    comment: 'Worth all the traffic',
    mayShow: false,
  })
  expect(await changes()).toBe(before + 1)
  expect([await shown(), await offered()]).toEqual([[], []])
})
