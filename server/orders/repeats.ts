import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Order, Tap } from '#contract/orders.ts'
import type { Transaction } from '../db/database.ts'
import { audit, orders, users } from '../db/schema.ts'
import { orderDocument } from './document.ts'

// What the staff tap may have waited for a network, and may come twice where an answer was lost.

/** When a tap was made. A tablet's clock may be wrong: neither before the order nor after now. `at` is ISO 8601. */
export function tappedAt(at: string | undefined): SQL {
  return at === undefined ? sql`now()` : sql`least(now(), greatest(${orders.createdAt}, ${at}::timestamptz))`
}

/** Whoever does something about an order has taken it. */
export const taken: SQL = sql`coalesce(${orders.acknowledgedAt}, now())`

/** What stands in the record of a tap beside the action. */
export function inRecord(tap: Tap): Record<string, string> {
  return { ...(tap?.at && { pressed: tap.at }), ...(tap?.tap && { tap: tap.tap }) }
}

/** The order as it stands, where this very tap has been done before. */
export async function doneBefore(tx: Transaction, id: string, tap: Tap): Promise<Order | undefined> {
  if (tap?.tap === undefined) return undefined
  const [row] = await tx
    .select({ order: orders })
    .from(audit)
    .innerJoin(orders, eq(orders.id, id))
    .where(and(eq(audit.subject, `order:${id}`), sql`${audit.detail} ->> 'tap' = ${tap.tap}`))
    .limit(1)
  return row && orderDocument(row.order)
}

/** What has taken an order to where it stands, as the record calls it. */
const strides = (['start', 'start-unpaid', 'mark-ready', 'recall', 'complete', 'deliver', 'cancel'] as const).map(
  (step) => `order.${step}` as const,
)

/** Who took the last step, for those who come second. */
export async function whoWasFirst(tx: Transaction, id: string): Promise<string | undefined> {
  const [last] = await tx
    .select({ role: audit.actorRole, name: users.username })
    .from(audit)
    .leftJoin(users, eq(users.id, audit.actorId))
    .where(and(eq(audit.subject, `order:${id}`), inArray(audit.action, strides)))
    .orderBy(desc(audit.id))
    .limit(1)
  return last?.role === 'customer' ? 'the customer' : (last?.name ?? undefined)
}
