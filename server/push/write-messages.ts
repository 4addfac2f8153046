import { randomUUID } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Order } from '#contract/order/orders.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import type { Transaction } from '../db/database.ts'
import { type Notification, notificationOf, ownerChangeNotification } from './notifications.ts'

/** SQL for the subscribed devices of signed-in owners, rows of `push_subscriptions`. */
export const ofOwners = sql`session_id is not null and user_id in (select id from users where role = 'owner')`

/**
 * Returns SQL that writes a message to these devices. Locks them, because a device is deleted with its session, which
 * may end concurrently.
 */
export function messageTo(
  devices: SQL,
  of: { readonly about: string; readonly event: string; readonly version: number },
  notification: Notification,
): SQL {
  return sql`
    insert into push_messages (endpoint, order_id, event, message, version)
    select endpoint, ${of.about}, ${of.event}, ${JSON.stringify(notification)}::jsonb, ${of.version}
      from push_subscriptions where ${devices} for key share
    on conflict do nothing`
}

/**
 * Notifies the phones of all owners, in the transaction of the change, that an owner's account was added, changed or
 * signed out.
 */
export async function tellOwners(tx: Transaction): Promise<void> {
  const id = randomUUID()
  const of = { about: `owner:${id}`, event: 'owner.change', version: 0 }
  await tx.execute(messageTo(ofOwners, of, ownerChangeNotification(id)))
}

/**
 * Returns the statement that writes the messages to the customer's devices in the transaction of their change, so that
 * a crash loses none; `push.ts` sends them. Undefined if there is no message. A newer message replaces an older unsent
 * one.
 */
export function writeMessages(
  tx: Transaction,
  type: OrderEvent,
  order: Pick<Order, 'orderId' | 'customerId' | 'deliveryMethod' | 'payment' | 'version'> & {
    readonly slot?: Date | string | null
  },
) {
  const notification = notificationOf(type, order)
  if (!notification || order.customerId === null) return undefined
  const { orderId: id, version } = order
  const isNewest = sql`not exists (select from push_messages where order_id = ${id} and version > ${version})`
  return tx.execute(sql`
    with older as (update push_messages set done = true where order_id = ${id} and version < ${version} and not done)
    ${messageTo(sql`user_id = ${order.customerId} and ${isNewest}`, { about: id, event: type, version }, notification)}`)
}
