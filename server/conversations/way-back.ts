import { and, eq, isNotNull } from 'drizzle-orm'
import { orderId } from '#contract/parts/fields.ts'
import type { Database } from '../db/database.ts'
import { orderConversations, orders, users } from '../db/schema.ts'
import type { PrivateCodes } from './private-code.ts'

/**
 * Returns the last line of a message about an order: a link to the order. In a conversation that the private code has
 * opened, a guest's link needs no sign-in.
 */
export async function wayBack(
  { orm }: Pick<Database, 'orm'>,
  { codes, origin }: { codes: PrivateCodes; origin: string },
  order: string,
  phone: string,
): Promise<string> {
  if (!orderId.safeParse(order).success) return ''
  const [guest] = await orm
    .select({ id: users.id })
    .from(orderConversations)
    .innerJoin(orders, eq(orders.orderId, orderConversations.orderId))
    .innerJoin(users, eq(users.id, orders.customerId))
    .where(
      and(
        eq(orderConversations.orderId, order),
        eq(orderConversations.phone, phone),
        eq(orderConversations.byCode, true),
        isNotNull(users.guestUntil),
      ),
    )
  return `\n${origin}/orders?order=${order}${guest ? `#${codes.linkOf(order)}` : ''}`
}
