import type { Tries } from '../auth/rate-limits.ts'
import { readyPromise } from '../capacity/promise.ts'
import type { Database } from '../db/database.ts'
import { bind, type Handlers } from '../http/route.ts'
import { cancelOrder, plainRoutes, startForCash, startUnpaid } from './actions.ts'
import { addressOf } from './address.ts'
import { reportPresence } from './alarms.ts'
import { linkOrder } from './link.ts'
import { findOrder, ordersAtDesk, ordersOf } from './order-queries.ts'
import { placeOrder } from './place.ts'
import { receiptOf } from './receipt.ts'
import { chooseSubstitution, markSoldOut, removeSoldOut, unmarkSoldOut } from './substitution.ts'
import { printTicket } from './tickets.ts'

export function orderRoutes({ database, tries }: { database: Database; tries: Pick<Tries, 'count'> }) {
  return {
    ...plainRoutes(database),
    ...bind(database, {
      'POST /api/orders': placeOrder,
      'GET /api/orders': ordersOf,
      'GET /api/orders/:id': findOrder,
      'GET /api/desk/orders': ordersAtDesk,
      'PUT /api/desk/presence': reportPresence,
      'POST /api/orders/:id/start-unpaid': startUnpaid,
      'POST /api/orders/:id/start-for-cash': startForCash,
      'POST /api/orders/:id/cancel': cancelOrder,
      'POST /api/orders/:id/mark-sold-out': markSoldOut,
      'POST /api/orders/:id/unmark-sold-out': unmarkSoldOut,
      'POST /api/orders/:id/remove-sold-out': removeSoldOut,
      'POST /api/orders/:id/choose-substitution': chooseSubstitution,
      'GET /api/orders/:id/receipt': receiptOf,
      'POST /api/orders/:id/address-request': addressOf,
      'POST /api/orders/:id/print-ticket': printTicket,
      'GET /api/promise': readyPromise,
    }),
    'POST /api/order-links': async (call) => {
      await tries.count('orderLink', call.user.id)
      return linkOrder(database, call)
    },
  } satisfies Partial<Handlers>
}
