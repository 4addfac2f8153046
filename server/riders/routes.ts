import { orderParams, type Tap } from '#contract/orders.ts'
import { deliveryFailure, handover, pickUp as pickUpBody, riderAssignment, riderChange } from '#contract/riders.ts'
import type { User } from '#contract/session.ts'
import { actions } from '#domain/order-actions.ts'
import { policy } from '#domain/policy.ts'
import type { Database } from '../db/database.ts'
import { requireOwn } from '../http/problems.ts'
import { type Route, route } from '../http/route.ts'
import { assignRider } from './assign.ts'
import { failDelivery, handOver, pickUp, type RiderAction } from './deliver.ts'
import { deliveriesOf, riderList } from './queries.ts'

export function riderRoutes({ database }: { database: Database }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/desk/riders',
      by: actions['assign-rider'].by,
      handle: () => riderList(database.orm),
    }),
    route({
      method: 'POST',
      path: '/api/orders/:id/rider',
      by: actions['assign-rider'].by,
      params: orderParams,
      body: riderAssignment,
      handle: ({ user, params, body }) => {
        requireOwn(body.account, user)
        return assignRider(database, user, params.id, body)
      },
    }),
    route({
      method: 'POST',
      path: '/api/orders/:id/rider-change',
      by: actions['change-rider'].by,
      params: orderParams,
      body: riderChange,
      handle: ({ user, params, body }) => {
        requireOwn(body.account, user)
        return assignRider(database, user, params.id, body)
      },
    }),
    route({
      method: 'GET',
      path: '/api/deliveries',
      by: policy.riders,
      handle: ({ user }) => deliveriesOf(database.orm, user.id),
    }),
    route({
      method: 'POST',
      path: '/api/deliveries/:id/pick-up',
      by: actions['pick-up'].by,
      params: orderParams,
      body: pickUpBody,
      handle: ({ user, params, body }) => pickUp(database, queuedAction(user, params.id, body)),
    }),
    route({
      method: 'POST',
      path: '/api/deliveries/:id/handover',
      by: actions.deliver.by,
      params: orderParams,
      body: handover,
      handle: ({ user, params, body }) => handOver(database, queuedAction(user, params.id, body), body.code),
    }),
    route({
      method: 'POST',
      path: '/api/deliveries/:id/failure',
      by: actions['fail-delivery'].by,
      params: orderParams,
      body: deliveryFailure,
      handle: ({ user, params, body }) => failDelivery(database, queuedAction(user, params.id, body), body.reason),
    }),
  ]
}

/** What has waited on a phone goes out for the rider who made it. */
function queuedAction(rider: User, id: string, queued: NonNullable<Tap>): RiderAction {
  requireOwn(queued.account, rider)
  return { rider, id, queued }
}
