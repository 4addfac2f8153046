import { type Database, oneSnapshot } from '#server/db/database.ts'
import type { Handlers } from '#server/http/route.ts'
import { assignRider, unassignRider } from './assign.ts'
import { failDelivery, handOver, pickUp } from './deliver.ts'
import { deliveriesOf, riderList } from './queries.ts'

export function riderRoutes({ database }: { database: Database }) {
  return {
    'GET /api/desk/riders': () => riderList(database.orm),
    'POST /api/orders/:id/assign-rider': ({ user, params, body }) => assignRider(database, user, params.id, body),
    'POST /api/orders/:id/change-rider': ({ user, params, body }) => assignRider(database, user, params.id, body),
    'POST /api/orders/:id/unassign-rider': ({ user, params, body }) => unassignRider(database, user, params.id, body),
    'GET /api/deliveries': ({ user }) => database.transaction((tx) => deliveriesOf(tx, user.id), oneSnapshot),
    'POST /api/orders/:id/pick-up': ({ user: rider, params: { id }, body }) =>
      pickUp(database, { rider, id, queued: body }),
    'POST /api/orders/:id/deliver': ({ user: rider, params: { id }, body }) =>
      handOver(database, { rider, id, queued: body }, body),
    'POST /api/orders/:id/fail-delivery': ({ user: rider, params: { id }, body }) =>
      failDelivery(database, { rider, id, queued: body }, body.reason),
  } satisfies Partial<Handlers>
}
