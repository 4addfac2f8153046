import { and, eq, sql } from 'drizzle-orm'
import type { Order } from '#contract/order/orders.ts'
import { linkableFor } from '#domain/order/counter.ts'
import type { Database } from '../db/database.ts'
import { orders } from '../db/schema.ts'
import { notSignedIn, refuseSecret } from '../http/problems.ts'
import type { Call } from '../http/route.ts'
import { customer, lockOwner, ownerValues } from '../quotes/quote-owner.ts'
import { orderDocument } from './document.ts'
import { transition } from './transition.ts'

/**
 * Links a counter order to the customer who knows its code, unless another account has the order. The same customer may
 * repeat the request.
 */
export async function linkOrder(
  database: Database,
  { user, body: { code } }: Call<'POST /api/order-links'>,
): Promise<Order> {
  const row = await database.transaction(async (tx) => {
    // Locks the account, which may be deleted concurrently.
    const [asker] = await lockOwner(tx, ownerValues(customer(user)))
    if (!asker) throw notSignedIn()
    const [found] = await tx
      .select()
      .from(orders)
      .where(
        and(
          eq(orders.linkCode, code.toUpperCase().replace(/[^0-9A-Z]/g, '')),
          sql`${orders.createdAt} > now() - make_interval(secs => ${linkableFor / 1000})`,
        ),
      )
    if (!found || (found.customerId !== null && found.customerId !== user.id)) {
      throw refuseSecret('No order has this code. Please check it, or call us.', 'code')
    }
    if (found.customerId !== null) return found
    return transition(tx, 'link', found.orderId, user, { change: () => ({ set: { customerId: user.id } }) })
  })
  return orderDocument('customer', row)
}
