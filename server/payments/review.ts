import { sql } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import type { Actor } from '#domain/order.ts'
import type { Database } from '../db/database.ts'
import { changeMoney } from './change.ts'

/** Somebody looked in the bank's record, and the transfer is not there. What came before of it still counts. */
export function reportMissing(database: Database, id: string, actor: Actor): Promise<Order> {
  return changeMoney(database, 'report-missing', id, actor, ({ received }) => {
    const state = received > 0 ? 'short' : 'not-found'
    return { set: { payment: state }, event: `payment.${state}`, detail: { received, state } }
  })
}

/** The customer says again that the money was sent: the transfer is back in the queue, at its end. */
export function claimAgain(database: Database, id: string, actor: Actor): Promise<Order> {
  return changeMoney(database, 'claim-again', id, actor, ({ received }) => ({
    // The desk has something to look for again, and rings.
    set: { payment: 'claimed', claimedAt: sql`now()`, acknowledgedAt: null },
    event: 'payment.claimed',
    detail: { received },
  }))
}
