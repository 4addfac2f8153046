import { and, eq, isNull, notInArray, type SQL, sql } from 'drizzle-orm'
import type { Claims } from '#domain/claims.ts'
import type { Transaction } from '../db/database.ts'
import { orders, quotes } from '../db/schema.ts'

/** SQL: an order of a customer's own hand for which no money has been found, and which nobody has started or cancelled. */
const isUnpaidClaim = and(
  eq(orders.status, 'pending'),
  eq(orders.received, sql`0`),
  isNull(orders.enteredBy),
  notInArray(orders.payment, ['found', 'over', 'refunded']),
)

/** SQL: an unpaid order of a crowd, which is no work of the kitchen yet. */
export const isCrowd: SQL | undefined = and(orders.crowded, isUnpaidClaim)

/**
 * Reads the unpaid orders of an account and of an address. Without an address only those of the account are counted. A row of
 * `Claims`.
 */
export function claimsOf(tx: Transaction, customerId: string, addressKey: string | SQL | null) {
  return tx.execute<Claims>(sql`
    select (select count(*)::int from ${orders} where ${isUnpaidClaim} and ${orders.customerId} = ${customerId}) as account,
           (select count(*)::int from ${orders} join ${quotes} on ${quotes.id} = ${orders.id}
             where ${isUnpaidClaim} and ${quotes.addressKey} = ${addressKey}) as address`)
}
