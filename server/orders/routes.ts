import type { Tries } from '#server/auth/rate-limits.ts'
import { type Database, oneSnapshot } from '#server/db/database.ts'
import { type Handlers, Reply } from '#server/http/route.ts'
import { cancelOrder, plainRoutes, startForCash, startUnpaid } from './actions.ts'
import { addressOf } from './address.ts'
import { reportPresence } from './alarms.ts'
import { linkOrder } from './link.ts'
import { placeOrder } from './place.ts'
import { findOrder, kitchenPromise, ordersAtDesk, ordersOf } from './queries.ts'
import { receiptOf } from './receipt.ts'
import { chooseSubstitution, markSoldOut, removeSoldOut, unmarkSoldOut } from './substitution.ts'
import { printTicket } from './tickets.ts'

export function orderRoutes({ database, tries }: { database: Database; tries: Pick<Tries, 'count'> }) {
  return {
    'POST /api/orders': async ({ user, body }) => {
      const { order, isNew } = await placeOrder(database, user, body.quoteId, { isExpired: body.expired ?? false })
      return new Reply(isNew ? 201 : 200, order)
    },
    'POST /api/order-links': async ({ user, body }) => {
      await tries.count('orderLink', user.id)
      return linkOrder(database, user, body.code)
    },
    'GET /api/orders': ({ user }) => ordersOf(database.orm, user.id),
    'GET /api/orders/:id': ({ user, params }) => findOrder(database.orm, params.id, user),
    'GET /api/desk/orders': ({ user }) => ordersAtDesk(database.orm, user),
    'PUT /api/desk/presence': async ({ user }) => {
      await reportPresence(database, user)
    },
    ...plainRoutes(database),
    'POST /api/orders/:id/start-unpaid': ({ user, params, body }) =>
      startUnpaid(database, params.id, user, body.reason),
    'POST /api/orders/:id/start-for-cash': ({ user, params, body }) => startForCash(database, params.id, user, body),
    'POST /api/orders/:id/cancel': ({ user, params, body }) => cancelOrder(database, params.id, user, body.reason),
    'POST /api/orders/:id/mark-sold-out': ({ user, params, body }) => markSoldOut(database, params.id, user, body),
    'POST /api/orders/:id/unmark-sold-out': ({ user, params, body }) => unmarkSoldOut(database, params.id, user, body),
    'POST /api/orders/:id/remove-sold-out': ({ user, params, body }) => removeSoldOut(database, params.id, user, body),
    'POST /api/orders/:id/choose-substitution': ({ user, params, body }) =>
      chooseSubstitution(database, params.id, user, body),
    'GET /api/orders/:id/receipt': ({ user, params }) =>
      database.transaction((tx) => receiptOf(tx, params.id, user), oneSnapshot),
    'POST /api/orders/:id/address-request': ({ user, params }) => addressOf(database, params.id, user),
    'POST /api/orders/:id/print-ticket': ({ user, params, body }) => printTicket(database, params.id, user, body),
    'GET /api/promise': async () => {
      const { readyBy, minutes } = await kitchenPromise(database.orm)
      return { readyBy: readyBy.toISOString(), minutes }
    },
  } satisfies Partial<Handlers>
}
