import { randomUUID } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Order } from '#contract/order/orders.ts'
import { orderId } from '#contract/parts/fields.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import { type MessagedOrder, messageRule, textOf, windowHours, worthSeconds } from '#domain/order/customer-messages.ts'
import * as Phone from '#domain/text/phone.ts'
import type { Reader, Transaction } from '../db/database.ts'
import { orders } from '../db/schema.ts'
import { type Notification, notificationOf, ownerChangeNotification } from '../push/notifications.ts'

/** SQL that is true for the rows of `push_subscriptions` that are devices of signed-in owners. */
export const ofOwners = sql`session_id is not null and user_id in (select id from users where role = 'owner')`

type About = { readonly about: string; readonly event: string; readonly version: number }

/**
 * Returns SQL that writes a message to these devices. It locks the devices, because a device is deleted when its
 * session ends, and the session may end concurrently.
 */
export function messageTo(devices: SQL, of: About, notification: Notification): SQL {
  return sql`
    insert into messages (channel, endpoint, about, event, version, message, expires_at)
    select 'push', endpoint, ${of.about}, ${of.event}, ${of.version}::int, ${JSON.stringify(notification)}::jsonb,
           now() + make_interval(secs => ${notification.options.ttl}::int)
      from push_subscriptions where ${devices} for key share
    on conflict do nothing`
}

/** Returns SQL that writes a text to these phones. `phones` is a query with one column. */
export function textTo(channel: 'whatsapp' | 'sms', phones: SQL, of: About, text: string): SQL {
  return sql`
    insert into messages (channel, phone, about, event, version, message, expires_at)
    select ${channel}, phone, ${of.about}, ${of.event}, ${of.version}::int, ${JSON.stringify({ text })}::jsonb,
           now() + make_interval(secs => ${worthSeconds}::int)
      from (${phones}) phones
    on conflict do nothing`
}

/**
 * Notifies the phones of all owners that an owner's account was added, changed or signed out. Call it in the
 * transaction of that change.
 */
export async function tellOwners(tx: Transaction): Promise<void> {
  const id = randomUUID()
  const of = { about: `owner:${id}`, event: 'owner.change', version: 0 }
  await tx.execute(messageTo(ofOwners, of, ownerChangeNotification(id)))
}

export type WrittenOrder = MessagedOrder & Pick<Order, 'customerId' | 'version' | 'contactPhone' | 'customerPhone'>

type Row = Omit<WrittenOrder, 'readyBy' | 'slot'> & { readonly readyBy: Date; readonly slot: Date | null }

/** Converts an order's columns to the form that messages need. */
export const written = (row: Row): WrittenOrder => ({
  ...row,
  readyBy: row.readyBy.getTime(),
  slot: row.slot?.getTime() ?? null,
})

const isOn = (channel: 'whatsapp' | 'sms') =>
  sql`exists (select from message_channels where channel = ${channel} and is_on)`

/**
 * Returns the statement that writes the messages to a customer; undefined if there is no message. Call it in the
 * transaction of the change, so that a crash loses no message; `send-messages.ts` sends them. A newer message replaces
 * an unsent older message. The customer's devices get a notification, and an open conversation gets a text. Without a
 * device or an open conversation, an urgent text goes by SMS.
 */
export function writeMessages(tx: Transaction, type: OrderEvent, row: Row) {
  const order = written(row)
  const { orderId: id, customerId, version } = order
  const notification = customerId === null ? undefined : notificationOf(type, order)
  const text = textOf(type, order)
  if (!notification && text === undefined) return undefined
  const of = { about: id, event: type, version }
  const isNewest = sql`not exists (select from messages where about = ${id} and version > ${version}::int)`
  const older = sql`older as (update messages set state = 'dropped'
    where about = ${id} and version < ${version}::int and state = 'waiting')`
  const devices = sql`user_id = ${customerId} and ${isNewest}`
  if (text === undefined) {
    return notification && tx.execute(sql`with ${older} ${messageTo(devices, of, notification)}`)
  }
  const push = notification && sql`, push as (${messageTo(devices, of, notification)})`
  return tx.execute(sql`
    with ${older} ${push ?? sql``},
    open as (${openConversation(order)}),
    linked as (insert into order_conversations (order_id, phone, by_code)
               select ${id}, phone, false from open on conflict do nothing),
    chat as (${textTo('whatsapp', sql`select phone from open where ${isNewest}`, of, text)})
    ${smsTo(
      order,
      of,
      text,
      sql`${isNewest} and not exists (select from open) and not exists (
        select from push_subscriptions where user_id = ${customerId} and session_id is not null)`,
    )}`)
}

/**
 * Returns SQL for the phone of the customer's open conversation: the order's conversation or, if the order has none,
 * the conversation of a phone that staff may call about the order.
 */
function openConversation({ orderId, contactPhone, customerPhone }: WrittenOrder): SQL {
  const { numbers } = Phone.toCall(contactPhone, customerPhone)
  return sql`
    select phone from conversations
     where phone in (select phone from order_conversations where order_id = ${orderId}
                     union all select unnest(${sql.param(numbers)}::text[])
                      where not exists (select from order_conversations where order_id = ${orderId}))
       and stopped_at is null and heard_at > now() - make_interval(hours => ${windowHours}::int)
       and ${isOn('whatsapp')}
     order by heard_at desc limit 1`
}

/** Returns SQL that writes an urgent text by SMS, unless the customer has stopped the conversation. */
function smsTo(order: WrittenOrder, of: About, text: string, condition: SQL): SQL {
  const [phone] = Phone.toCall(order.contactPhone, order.customerPhone).numbers
  const isUrgent = phone !== undefined && messageRule(of.event)?.isUrgent === true
  const phones = sql`
    select ${phone ?? null}::text as phone
     where ${isUrgent}::boolean and ${isOn('sms')} and ${condition}
       and not exists (select from conversations
                        where stopped_at is not null
                          and phone in (select phone from order_conversations where order_id = ${order.orderId}
                                        union all select ${phone ?? null}))`
  return textTo('sms', phones, of, text)
}

/**
 * Writes an SMS instead of a message that did not arrive, unless another message about the same event has arrived or
 * may still arrive.
 */
export async function fallBackToSms(tx: Transaction, event: string, order: WrittenOrder): Promise<void> {
  const text = textOf(event, order)
  if (text === undefined) return
  const of = { about: order.orderId, event, version: order.version }
  const isAlone = sql`not exists (select from messages where about = ${order.orderId} and event = ${event}
                                   and state in ('waiting', 'sent', 'delivered', 'read'))`
  await tx.execute(smsTo(order, of, text, isAlone))
}

/** Returns the order that a message is about, as it is now; undefined if the message is about something else. */
export async function orderAbout(db: Reader, about: string): Promise<WrittenOrder | undefined> {
  if (!orderId.safeParse(about).success) return undefined
  const [row] = await db
    .select({
      orderId: orders.orderId,
      customerId: orders.customerId,
      version: orders.version,
      status: orders.status,
      deliveryMethod: orders.deliveryMethod,
      deliveryStatus: orders.deliveryStatus,
      payment: orders.payment,
      awaitingSubstitution: orders.awaitingSubstitution,
      cancelledBy: orders.cancelledBy,
      readyBy: orders.readyBy,
      slot: orders.slot,
      contactPhone: orders.contactPhone,
      customerPhone: orders.customerPhone,
    })
    .from(orders)
    .where(eq(orders.orderId, about))
  return row && written(row)
}
