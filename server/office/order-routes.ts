import type { Database } from '#server/db/database.ts'
import type { Handlers } from '#server/http/route.ts'
import { findOrders } from './find-orders.ts'
import { readOrderStory } from './order-story.ts'

/** Every order, found again. */
export function bookedOrderRoutes({ database }: { database: Database }) {
  return {
    'GET /api/office/orders': ({ query }) => findOrders(database.orm, query),
    'GET /api/office/orders/:id': ({ user, params }) => readOrderStory(database, params.id, user),
  } satisfies Partial<Handlers>
}
