import { eq } from 'drizzle-orm'
import { recordAudit } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import { orders } from '../db/schema.ts'
import type { Call } from '../http/route.ts'
import { noSuchOrder } from './order-queries.ts'

/** Returns the address of a delivery, and audits the request. */
export async function addressOf(
  database: Database,
  { user, params: { id } }: Call<'POST /api/orders/:id/address-request'>,
): Promise<{ deliveryAddress: string | null }> {
  return database.transaction(async (tx) => {
    const [row] = await tx
      .select({ deliveryAddress: orders.deliveryAddress })
      .from(orders)
      .where(eq(orders.orderId, id))
    if (!row) throw noSuchOrder()
    if (row.deliveryAddress !== null) await recordAudit(tx, user, 'order.read-address', `order:${id}`)
    return row
  })
}
