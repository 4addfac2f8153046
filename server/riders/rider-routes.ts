import type { Database } from '../db/database.ts'
import { bind } from '../http/route.ts'
import { assignRider, changeRider, unassignRider } from './assign.ts'
import { failDelivery, handOver, pickUp } from './deliver.ts'
import { deliveriesOf, riderList } from './rider-queries.ts'

export function riderRoutes({ database }: { database: Database }) {
  return bind(database, {
    'GET /api/desk/riders': riderList,
    'POST /api/orders/:id/assign-rider': assignRider,
    'POST /api/orders/:id/change-rider': changeRider,
    'POST /api/orders/:id/unassign-rider': unassignRider,
    'GET /api/deliveries': deliveriesOf,
    'POST /api/orders/:id/pick-up': pickUp,
    'POST /api/orders/:id/deliver': handOver,
    'POST /api/orders/:id/fail-delivery': failDelivery,
  })
}
