import { eq } from 'drizzle-orm'
import type { Actor } from '#domain/restaurant/policy.ts'
import { recordAudit } from '#server/db/audit.ts'
import type { Database } from '#server/db/database.ts'
import { orders } from '#server/db/schema.ts'
import { noSuchOrder } from './queries.ts'

/** Where a delivery goes. Every request is audited. */
export async function addressOf(
  database: Database,
  id: string,
  actor: Actor,
): Promise<{ deliveryAddress: string | null }> {
  return database.transaction(async (tx) => {
    const [row] = await tx.select({ deliveryAddress: orders.deliveryAddress }).from(orders).where(eq(orders.id, id))
    if (!row) throw noSuchOrder()
    if (row.deliveryAddress !== null) await recordAudit(tx, actor, 'order.read-address', `order:${id}`)
    return row
  })
}
