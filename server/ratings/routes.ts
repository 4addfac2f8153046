import type { Tries } from '#server/auth/rate-limits.ts'
import type { Database } from '#server/db/database.ts'
import type { Handlers } from '#server/http/route.ts'
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
