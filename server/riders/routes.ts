import { type Database, oneSnapshot } from '../db/database.ts'
import type { Handlers } from '../http/route.ts'
import { assignRider, unassignRider } from './assign.ts'
import { failDelivery, handOver, pickUp } from './deliver.ts'
import { deliveriesOf, riderList } from './queries.ts'

export function riderRoutes({ database }: { database: Database }) {
  return {
    'GET /api/desk/riders': () => riderList(database.orm),
    'POST /api/orders/:id/rider': ({ user, params, body }) => assignRider(database, user, params.id, body),
    'POST /api/orders/:id/rider-change': ({ user, params, body }) => assignRider(database, user, params.id, body),
    'POST /api/orders/:id/rider-withdrawal': ({ user, params, body }) => unassignRider(database, user, params.id, body),
    'GET /api/deliveries': ({ user }) => database.transaction((tx) => deliveriesOf(tx, user.id), oneSnapshot),
    'POST /api/deliveries/:id/pick-up': ({ user: rider, params: { id }, body }) =>
      pickUp(database, { rider, id, queued: body }),
    'POST /api/deliveries/:id/handover': ({ user: rider, params: { id }, body }) =>
      handOver(database, { rider, id, queued: body }, body),
    'POST /api/deliveries/:id/failure': ({ user: rider, params: { id }, body }) =>
      failDelivery(database, { rider, id, queued: body }, body.reason),
  } satisfies Partial<Handlers>
}
