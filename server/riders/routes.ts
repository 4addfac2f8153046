import type { QueuedBody } from '#contract/orders.ts'
import type { User } from '#contract/session.ts'
import type { Database } from '../db/database.ts'
import { requireOwn } from '../http/problems.ts'
import type { Handlers } from '../http/route.ts'
import { assignRider, unassignRider } from './assign.ts'
import { failDelivery, handOver, pickUp, type RiderAction } from './deliver.ts'
import { deliveriesOf, riderList } from './queries.ts'

export function riderRoutes({ database }: { database: Database }) {
  return {
    'GET /api/desk/riders': () => riderList(database.orm),
    'POST /api/orders/:id/rider': ({ user, params, body }) => {
      requireOwn(body.account, user)
      return assignRider(database, user, params.id, body)
    },
    'POST /api/orders/:id/rider-change': ({ user, params, body }) => {
      requireOwn(body.account, user)
      return assignRider(database, user, params.id, body)
    },
    'POST /api/orders/:id/rider-withdrawal': ({ user, params, body }) => {
      requireOwn(body.account, user)
      return unassignRider(database, user, params.id, body)
    },
    'GET /api/deliveries': ({ user }) => deliveriesOf(database.orm, user.id),
    'POST /api/deliveries/:id/pick-up': ({ user, params, body }) =>
      pickUp(database, queuedAction(user, params.id, body)),
    'POST /api/deliveries/:id/handover': ({ user, params, body }) =>
      handOver(database, queuedAction(user, params.id, body), body),
    'POST /api/deliveries/:id/failure': ({ user, params, body }) =>
      failDelivery(database, queuedAction(user, params.id, body), body.reason),
  } satisfies Partial<Handlers>
}

/** What has waited on a phone goes out for the rider who made it. */
function queuedAction(rider: User, id: string, queued: NonNullable<QueuedBody>): RiderAction {
  requireOwn(queued.account, rider)
  return { rider, id, queued }
}
