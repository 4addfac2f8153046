import {
  cancellation,
  orderParams,
  override,
  placeOrder as placeOrderBody,
  soldOutLine,
  substitutionChoice,
  tap,
} from '#contract/orders.ts'
import type { ReadyPromise } from '#contract/site.ts'
import { ticketRequest } from '#contract/tickets.ts'
import { actions } from '#domain/order-actions.ts'
import { policy } from '#domain/policy.ts'
import type { Database } from '../db/database.ts'
import { requireOwn } from '../http/problems.ts'
import { Reply, type Route, route } from '../http/route.ts'
import { act, cancelOrder, type PlainAction, startUnpaid } from './actions.ts'
import { placeOrder } from './place.ts'
import { findOrder, kitchenPromise, ordersAtDesk, ordersOf } from './queries.ts'
import { receiptOf } from './receipt.ts'
import { chooseSubstitution, markSoldOut, removeSoldOut, unmarkSoldOut } from './substitution.ts'
import { printTicket } from './tickets.ts'

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
    plain(database, 'acknowledge', 'acknowledgement'),
    plain(database, 'start', 'preparation'),
    route({
      method: 'POST',
      path: '/api/orders/:id/unpaid-preparation',
      by: actions['start-unpaid'].by,
      params: orderParams,
      body: override,
      handle: ({ user, params, body }) => startUnpaid(database, params.id, user, body.reason),
    }),
    plain(database, 'mark-ready', 'readiness'),
    plain(database, 'recall', 'recall'),
    plain(database, 'complete', 'completion'),
    route({
      method: 'POST',
      path: '/api/orders/:id/cancellation',
      by: actions['cancel-own'].by,
      params: orderParams,
      body: cancellation,
      handle: ({ user, params, body }) => cancelOrder(database, params.id, user, body.reason),
    }),
    aboutLine(database, 'mark-sold-out', 'sold-out', markSoldOut),
    aboutLine(database, 'unmark-sold-out', 'sold-out-withdrawal', unmarkSoldOut),
    aboutLine(database, 'remove-sold-out', 'sold-out-removal', removeSoldOut),
    route({
      method: 'POST',
      path: '/api/orders/:id/substitution',
      by: actions['choose-substitution'].by,
      params: orderParams,
      body: substitutionChoice,
      handle: ({ user, params, body }) => chooseSubstitution(database, params.id, user, body),
    }),
    route({
      method: 'GET',
      path: '/api/orders/:id/receipt',
      by: policy.everyone,
      params: orderParams,
      handle: ({ user, params }) => receiptOf(database.orm, params.id, user),
    }),
    route({
      method: 'POST',
      path: '/api/orders/:id/tickets',
      by: actions['print-ticket'].by,
      params: orderParams,
      body: ticketRequest,
      handle: ({ user, params, body }) => printTicket(database, params.id, user, body),
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

function plain(database: Database, action: PlainAction, resource: string): Route {
  return route({
    method: 'POST',
    path: `/api/orders/:id/${resource}`,
    by: actions[action].by,
    params: orderParams,
    body: tap,
    handle: ({ user, params, body }) => {
      requireOwn(body?.account, user)
      return act(database, action, params.id, user, body)
    },
  })
}

/** What the restaurant says about one line of an order. */
function aboutLine(
  database: Database,
  action: 'mark-sold-out' | 'unmark-sold-out' | 'remove-sold-out',
  resource: string,
  change: typeof markSoldOut,
): Route {
  return route({
    method: 'POST',
    path: `/api/orders/:id/${resource}`,
    by: actions[action].by,
    params: orderParams,
    body: soldOutLine,
    handle: ({ user, params, body }) => change(database, params.id, user, body),
  })
}
