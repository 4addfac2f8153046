import type { Tries } from '../auth/rate-limits.ts'
import type { Database } from '../db/database.ts'
import { bind, type Handlers } from '../http/route.ts'
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
