import type { QueuedBody } from '#contract/orders.ts'
import type { User } from '#contract/session.ts'
import type { Tries } from '../auth/rate-limits.ts'
import { type Database, oneSnapshot } from '../db/database.ts'
import { type Handlers, Reply } from '../http/route.ts'
import { act, cancelOrder, type PlainAction, startForCash, startUnpaid } from './actions.ts'
import { addressOf } from './address.ts'
import { reportPresence } from './alarms.ts'
import { deskDocument } from './document.ts'
import { linkOrder } from './link.ts'
import { placeOrder } from './place.ts'
import { findOrder, kitchenPromise, ordersAtDesk, ordersOf } from './queries.ts'
import { receiptOf } from './receipt.ts'
import { chooseSubstitution, markSoldOut, removeSoldOut, unmarkSoldOut } from './substitution.ts'
import { printTicket } from './tickets.ts'

type QueuedCall = { readonly user: User; readonly params: { readonly id: string }; readonly body: QueuedBody }

export function orderRoutes({ database, tries }: { database: Database; tries: Pick<Tries, 'count'> }) {
  const plain = async (action: PlainAction, { user, params, body }: QueuedCall) =>
    deskDocument(await act(database, action, params.id, user, body), user)
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
    'POST /api/orders/:id/acknowledgement': (call) => plain('acknowledge', call),
    'POST /api/orders/:id/preparation': (call) => plain('start', call),
    'POST /api/orders/:id/preparation-acknowledgement': (call) => plain('acknowledge-start', call),
    'POST /api/orders/:id/preparation-withdrawal': (call) => plain('undo-start', call),
    'POST /api/orders/:id/unpaid-preparation': ({ user, params, body }) =>
      startUnpaid(database, params.id, user, body.reason),
    'POST /api/orders/:id/cash-preparation': ({ user, params, body }) => startForCash(database, params.id, user, body),
    'POST /api/orders/:id/readiness': (call) => plain('mark-ready', call),
    'POST /api/orders/:id/recall': (call) => plain('recall', call),
    'POST /api/orders/:id/completion': (call) => plain('complete', call),
    'POST /api/orders/:id/completion-withdrawal': (call) => plain('undo-completion', call),
    'POST /api/orders/:id/cancellation': ({ user, params, body }) =>
      cancelOrder(database, params.id, user, body.reason),
    'POST /api/orders/:id/sold-out': ({ user, params, body }) => markSoldOut(database, params.id, user, body),
    'POST /api/orders/:id/sold-out-withdrawal': ({ user, params, body }) =>
      unmarkSoldOut(database, params.id, user, body),
    'POST /api/orders/:id/sold-out-removal': ({ user, params, body }) => removeSoldOut(database, params.id, user, body),
    'POST /api/orders/:id/substitution': ({ user, params, body }) =>
      chooseSubstitution(database, params.id, user, body),
    'GET /api/orders/:id/receipt': ({ user, params }) =>
      database.transaction((tx) => receiptOf(tx, params.id, user), oneSnapshot),
    'POST /api/orders/:id/address-request': ({ user, params }) => addressOf(database, params.id, user),
    'POST /api/orders/:id/tickets': ({ user, params, body }) => printTicket(database, params.id, user, body),
    'GET /api/promise': async () => {
      const { readyBy, minutes } = await kitchenPromise(database.orm)
      return { readyBy: readyBy.toISOString(), minutes }
    },
  } satisfies Partial<Handlers>
}
