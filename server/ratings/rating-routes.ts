import type { Tries } from '#server/auth/rate-limits.ts'
import type { Database } from '#server/db/database.ts'
import { bind, type Handlers } from '#server/http/route.ts'
import { rateOrder, ratingsAtDesk, ratingsOf } from './ratings.ts'

export function ratingRoutes({ database, tries }: { database: Database; tries: Pick<Tries, 'count'> }) {
  return {
    'PUT /api/orders/:id/rating': async (call) => {
      await tries.count('accountChange', call.user.id)
      return rateOrder(database, call)
    },
    ...bind(database, {
      'GET /api/ratings': ({ orm }, { user }) => ratingsOf(orm, user.id),
      'GET /api/desk/ratings': ratingsAtDesk,
    }),
  } satisfies Partial<Handlers>
}
