import type { Order, QueuedBody, TillOrder } from '#contract/orders.ts'
import type { Actor } from '#domain/order.ts'
import * as Payment from '#domain/payment.ts'
import type { Database } from '../db/database.ts'
import { ringsAnew } from '../orders/alarms.ts'
import { orderDocument, tillDocument } from '../orders/document.ts'
import { kitchenPromise } from '../orders/queries.ts'
import { transition } from '../orders/transition.ts'

/** Staff looked in the bank's record, and the transfer is not there. What was received before still counts. */
export async function reportMissing(
  database: Database,
  id: string,
  actor: Actor,
  queued?: QueuedBody,
): Promise<TillOrder> {
  const row = await database.transaction((tx) =>
    transition(tx, 'report-missing', id, actor, {
      queued,
      change: ({ order: { received } }) => ({
        set: { payment: Payment.whenNotFound(received) },
        detail: { received },
      }),
    }),
  )
  return tillDocument(row)
}

/** The desk makes an order whose money came after its quote had expired: it is paid by now, or short. */
export async function acceptLate(
  database: Database,
  id: string,
  actor: Actor,
  queued?: QueuedBody,
): Promise<TillOrder> {
  const row = await database.transaction((tx) =>
    transition(tx, 'accept-late', id, actor, {
      queued,
      change: async ({ order: { total, received } }, tx) => ({
        // The time that was promised with the quote is over, and the kitchen's next time says nothing about it.
        set: {
          payment: Payment.assess(total, received),
          readyBy: (await kitchenPromise(tx)).readyBy,
          estimatedMinutes: null,
        },
        detail: { received },
      }),
    }),
  )
  return tillDocument(row)
}

/** The customer says again that the money was sent: the transfer goes to the end of the queue, and the desk rings anew. */
export async function claimAgain(database: Database, id: string, actor: Actor, queued?: QueuedBody): Promise<Order> {
  const row = await database.transaction((tx) =>
    transition(tx, 'claim-again', id, actor, {
      queued,
      change: ({ order, now }) => ({
        set: { payment: 'claimed', claimedAt: now, ...ringsAnew(order) },
        detail: { received: order.received },
      }),
    }),
  )
  return orderDocument(row)
}
