import { and, eq, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { coveredStates } from '#domain/order/payment.ts'
import type { Transaction } from '../db/database.ts'
import { type Placeholders, prepared } from '../db/prepared.ts'
import { orders } from '../db/schema.ts'

/**
 * The states are part of the statement's text and not parameters, because PostgreSQL uses a partial index only if the
 * text implies the index's condition.
 */
const settled = sql.raw([...coveredStates, 'refunded'].map((state) => `'${state}'`).join(', '))

/**
 * SQL that is true for an order that a customer placed, if no money was received and the order is neither started nor
 * cancelled. The indexes of unpaid orders have this condition.
 */
const isUnpaid = sql`${orders.status} = 'pending' and ${orders.received} = 0 and ${orders.enteredBy} is null
  and ${orders.payment} not in (${settled})`

/**
 * Counts the unpaid orders of an account and of a network address, and the unpaid orders that the account placed in
 * the last hour and cancelled. Without an address, counts only the account's orders.
 */
export const unpaidOrdersOf = prepared(
  (tx: Transaction, given: Placeholders<{ customerId: string; addressKey: string | null }>) =>
    unpaidOrders(tx, given.customerId, sql`${given.addressKey}`),
)

/** Reads the counts of `unpaidOrdersOf` for the account and the network address of a quote that is not an order yet. */
export const unpaidOrdersBeside = prepared(
  (tx: Transaction, given: Placeholders<{ customerId: string; quoteId: string }>) =>
    unpaidOrders(
      tx,
      given.customerId,
      sql`(select asked.address_key from quotes as asked where asked.id = ${given.quoteId})`,
    ),
)

function unpaidOrders(tx: Transaction, customerId: Placeholder, addressKey: SQL) {
  const ofAccount = and(isUnpaid, eq(orders.customerId, customerId))
  const ofAddress = and(isUnpaid, eq(orders.addressKey, addressKey))
  const wasWithdrawn = and(
    eq(orders.customerId, customerId),
    sql`${orders.createdAt} > now() - interval '1 hour'`,
    eq(orders.cancelledBy, sql`'customer'`),
    eq(orders.received, sql`0`),
  )
  return tx
    .select({
      account: sql<number>`(select count(*)::int from ${orders} where ${ofAccount})`,
      address: sql<number>`(select count(*)::int from ${orders} where ${ofAddress})`,
      withdrawn: sql<number>`(select count(*)::int from ${orders} where ${wasWithdrawn})`,
    })
    .from(sql`(select) as unpaid`)
}
