import type { Database } from '../db/database.ts'
import type { Handlers } from '../http/route.ts'
import { rateOrder, ratingsAtDesk, ratingsOf } from './ratings.ts'

export function ratingRoutes({ database }: { database: Database }) {
  return {
    'PUT /api/orders/:id/rating': ({ user, params, body }) => rateOrder(database, params.id, user, body),
    'GET /api/ratings': ({ user }) => ratingsOf(database.orm, user.id),
    'GET /api/desk/ratings': () => ratingsAtDesk(database.orm),
  } satisfies Partial<Handlers>
}
