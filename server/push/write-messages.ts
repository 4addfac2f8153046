import { sql } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import type { OrderEvent } from '#domain/order-actions.ts'
import type { Transaction } from '../db/database.ts'
import { notificationOf } from './messages.ts'

/**
 * The statement that writes the messages to the customer's devices in the transaction of the change that they tell of, so
 * that a kill loses none; `push.ts` sends them. Undefined where there is no message. A newer message replaces an older one that is not sent yet.
 */
export function writeMessages(
  tx: Transaction,
  type: OrderEvent,
  order: Pick<Order, 'id' | 'customerId' | 'deliveryMethod' | 'payment' | 'version'>,
) {
  const notification = notificationOf(type, order)
  if (!notification || order.customerId === null) return undefined
  return tx.execute(sql`
    with older as (
      update push_messages set done = true where order_id = ${order.id} and version < ${order.version} and not done)
    insert into push_messages (endpoint, order_id, event, message, version)
    select endpoint, ${order.id}, ${type}, ${JSON.stringify(notification)}::jsonb, ${order.version}
      from push_subscriptions
     where user_id = ${order.customerId}
       and not exists (select from push_messages where order_id = ${order.id} and version > ${order.version})
    on conflict do nothing`)
}
