import { cancellation, orderParams, override, placeOrder as placeOrderBody } from '#contract/orders.ts'
import type { ReadyPromise } from '#contract/site.ts'
import { actions } from '#domain/order-actions.ts'
import { policy } from '#domain/policy.ts'
import type { Database } from '../db/database.ts'
import { requireOwn } from '../http/problems.ts'
import { Reply, type Route, route } from '../http/route.ts'
import { changeOrder, type Step } from './change.ts'
import { placeOrder } from './place.ts'
import { findOrder, kitchenPromise, ordersAtDesk, ordersOf } from './queries.ts'

export function orderRoutes({ database }: { database: Database }): Route[] {
  return [
    route({
      method: 'POST',
      path: '/api/orders',
      by: policy.everyone,
      body: placeOrderBody,
      handle: async ({ user, body }) => {
        requireOwn(body.account, user)
        const { order, isNew } = await placeOrder(database, user, body.quoteId)
        return new Reply(isNew ? 201 : 200, order)
      },
    }),
    route({
      method: 'GET',
      path: '/api/orders',
      by: policy.everyone,
      handle: ({ user }) => ordersOf(database.orm, user.id),
    }),
    route({
      method: 'GET',
      path: '/api/orders/:id',
      by: policy.everyone,
      params: orderParams,
      handle: ({ user, params }) => findOrder(database.orm, params.id, user),
    }),
    route({
      method: 'GET',
      path: '/api/desk/orders',
      by: policy.desk,
      handle: () => ordersAtDesk(database.orm),
    }),
    step(database, 'start', 'preparation'),
    route({
      method: 'POST',
      path: '/api/orders/:id/unpaid-preparation',
      by: actions['start-unpaid'].by,
      params: orderParams,
      body: override,
      handle: ({ user, params, body }) => changeOrder(database, 'start-unpaid', params.id, user, body.reason),
    }),
    step(database, 'mark-ready', 'readiness'),
    step(database, 'recall', 'recall'),
    step(database, 'complete', 'completion'),
    route({
      method: 'POST',
      path: '/api/orders/:id/cancellation',
      by: actions.cancel.by,
      params: orderParams,
      body: cancellation,
      handle: ({ user, params, body }) => changeOrder(database, 'cancel', params.id, user, body.reason),
    }),
    route({
      method: 'GET',
      path: '/api/promise',
      by: 'anyone',
      handle: async (): Promise<ReadyPromise> => {
        const { readyBy, minutes } = await kitchenPromise(database.orm)
        return { readyBy: readyBy.toISOString(), minutes }
      },
    }),
  ]
}

function step(database: Database, step: Exclude<Step, 'cancel' | 'start-unpaid'>, resource: string): Route {
  return route({
    method: 'POST',
    path: `/api/orders/:id/${resource}`,
    by: actions[step].by,
    params: orderParams,
    handle: ({ user, params }) => changeOrder(database, step, params.id, user),
  })
}
