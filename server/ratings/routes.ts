import type { Tries } from '../auth/rate-limits.ts'
import type { Database } from '../db/database.ts'
import type { Handlers } from '../http/route.ts'
import { rateOrder, ratingsAtDesk, ratingsOf } from './ratings.ts'

export function ratingRoutes({ database, tries }: { database: Database; tries: Pick<Tries, 'count'> }) {
  return {
    'PUT /api/orders/:id/rating': async ({ user, params, body }) => {
      await tries.count('accountChange', user.id)
      return rateOrder(database, params.id, user, body)
    },
    'GET /api/ratings': ({ user }) => ratingsOf(database.orm, user.id),
    'GET /api/desk/ratings': () => ratingsAtDesk(database.orm),
  } satisfies Partial<Handlers>
}
