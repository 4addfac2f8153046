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

/** The unpaid orders of an account and of an address. Without an address only those of the account are counted. */
export async function claimsOf(tx: Transaction, customerId: string, addressKey: string | null): Promise<Claims> {
  const account = await tx.$count(orders, and(isUnpaidClaim, eq(orders.customerId, customerId)))
  if (addressKey === null) return { account, address: 0 }
  const [of] = await tx
    .select({ address: sql<number>`count(*)::int` })
    .from(orders)
    .innerJoin(quotes, eq(quotes.id, orders.id))
    .where(and(isUnpaidClaim, eq(quotes.addressKey, addressKey)))
  return { account, address: of?.address ?? 0 }
}
