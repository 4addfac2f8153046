import type { Database } from '../db/database.ts'
import { bind } from '../http/route.ts'
import { findOrders } from './find-orders.ts'
import { readOrderStory } from './order-story.ts'

export function foundOrderRoutes({ database }: { database: Database }) {
  return bind(database, { 'GET /api/office/orders': findOrders, 'GET /api/office/orders/:id': readOrderStory })
}
