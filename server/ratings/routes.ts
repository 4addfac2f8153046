import { orderParams } from '#contract/orders.ts'
import { rate } from '#contract/ratings.ts'
import { roles } from '#domain/order.ts'
import { policy } from '#domain/policy.ts'
import type { Database } from '../db/database.ts'
import { type Route, route } from '../http/route.ts'
import { rateOrder, ratingsAtDesk, ratingsOf } from './ratings.ts'

export function ratingRoutes({ database }: { database: Database }): Route[] {
  return [
    route({
      method: 'PUT',
      path: '/api/orders/:id/rating',
      by: roles,
      params: orderParams,
      body: rate,
      handle: ({ user, params, body }) => rateOrder(database, params.id, user, body),
    }),
    route({
      method: 'GET',
      path: '/api/ratings',
      by: roles,
      handle: ({ user }) => ratingsOf(database.orm, user.id),
    }),
    route({
      method: 'GET',
      path: '/api/desk/ratings',
      by: policy.owners,
      handle: () => ratingsAtDesk(database.orm),
    }),
  ]
}
