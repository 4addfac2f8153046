import { and, asc, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { OrderMessages, UnseenMessages } from '#contract/messages.ts'
import { isAnyOf } from '../db/any-of.ts'
import type { Database, Reader, Transaction } from '../db/database.ts'
import { conversations, customerReplies, messages, orderConversations, orders } from '../db/schema.ts'
import type { Call } from '../http/route.ts'
import { publish } from '../live/publish.ts'
import { orderDocument } from '../orders/document.ts'
import { noSuchOrder } from '../orders/order-queries.ts'

/** The most messages, and the most replies, that a screen shows. */
const most = 50

/**
 * Publishes an event that makes the desk reread which messages and replies wait for staff. The event has the unchanged
 * order.
 */
export async function publishMessageChange(tx: Transaction, id: string): Promise<void> {
  const [row] = await tx.select().from(orders).where(eq(orders.orderId, id))
  if (!row) return
  const data = orderDocument('till', row)
  await publish(tx, { audience: ['till'], type: 'message.changed', subject: id, version: row.version, data })
}

const shown = {
  channel: messages.channel,
  event: messages.event,
  state: messages.state,
  failure: messages.failure,
  at: sql`coalesce(${messages.sentAt}, ${messages.createdAt})`.mapWith(messages.createdAt),
}

const withTime = <Row extends { at: Date }>({ at, ...row }: Row) => ({ ...row, at: at.toISOString() })

export async function messagesOf(
  { orm }: Database,
  { params: { id } }: Call<'GET /api/desk/orders/:id/messages'>,
): Promise<OrderMessages> {
  const [order] = await orm
    .select({ phone: orderConversations.phone, stoppedAt: conversations.stoppedAt })
    .from(orders)
    .leftJoin(orderConversations, eq(orderConversations.orderId, orders.orderId))
    .leftJoin(conversations, eq(conversations.phone, orderConversations.phone))
    .where(eq(orders.orderId, id))
  if (!order) throw noSuchOrder()
  const sent = await orm
    .select(shown)
    .from(messages)
    // Alerts to the owner are not messages to the customer.
    .where(and(eq(messages.about, id), ne(messages.event, 'order.escalated')))
    .orderBy(asc(messages.id))
    .limit(most)
  const replies = await orm
    .select({ text: customerReplies.text, at: customerReplies.at })
    .from(customerReplies)
    .where(eq(customerReplies.orderId, id))
    .orderBy(asc(customerReplies.at))
    .limit(most)
  return {
    phone: order.phone,
    isStopped: order.stoppedAt !== null,
    messages: sent.map(withTime),
    replies: replies.map(withTime),
  }
}

/** Returns the failed messages and the replies that no member of staff has dealt with. */
export async function unseenMessages({ orm }: { readonly orm: Reader }): Promise<UnseenMessages> {
  const failed = await orm
    .select({ orderId: messages.about, ...shown })
    .from(messages)
    .innerJoin(orders, eq(orders.orderId, messages.about))
    .where(
      and(
        eq(messages.state, 'failed'),
        isNull(messages.seenAt),
        ne(messages.channel, 'push'),
        gt(messages.createdAt, sql`now() - interval '1 day'`),
        // A failed message needs no attention if the same text arrived by SMS.
        sql`not exists (select from messages other where other.about = ${messages.about}
                          and other.event = ${messages.event} and other.state in ('sent', 'delivered', 'read'))`,
      ),
    )
    .orderBy(desc(messages.createdAt))
    .limit(most)
  const replies = await orm
    .select({ orderId: customerReplies.orderId, text: customerReplies.text, at: customerReplies.at })
    .from(customerReplies)
    .where(and(isNull(customerReplies.seenAt), gt(customerReplies.at, sql`now() - interval '1 day'`)))
    .orderBy(desc(customerReplies.at))
    .limit(most)
  return { failed: failed.map(withTime), replies: replies.map(withTime) }
}

/** Records that the desk has dealt with the messages of an order. */
export async function seeMessages(
  database: Database,
  { params: { id } }: Call<'PUT /api/desk/orders/:id/messages/seen'>,
): Promise<UnseenMessages> {
  return database.transaction(async (tx) => {
    const seen = { seenAt: sql`now()` }
    await tx
      .update(messages)
      .set(seen)
      .where(and(eq(messages.about, id), eq(messages.state, 'failed'), isNull(messages.seenAt)))
    await tx
      .update(customerReplies)
      .set(seen)
      .where(and(eq(customerReplies.orderId, id), isNull(customerReplies.seenAt)))
    await publishMessageChange(tx, id)
    return unseenMessages({ orm: tx })
  })
}

/** Returns the messages about these orders and the replies, for the customer's export. */
export async function exportConversations(db: Reader, ids: readonly string[]) {
  const sent = await db
    .select({ orderId: messages.about, ...shown })
    .from(messages)
    .where(and(isAnyOf(messages.about, ids), ne(messages.event, 'order.escalated')))
    .orderBy(asc(messages.id))
  const replies = await db
    .select({ orderId: customerReplies.orderId, text: customerReplies.text, at: customerReplies.at })
    .from(customerReplies)
    .where(isAnyOf(customerReplies.orderId, ids))
    .orderBy(asc(customerReplies.at))
  return { messages: sent.map(withTime), replies: replies.map(withTime) }
}

/** Deletes the messages, replies and conversations of orders whose customer is erased. */
export async function forgetConversations(tx: Transaction, ids: readonly string[]): Promise<void> {
  const ended = await tx
    .delete(orderConversations)
    .where(isAnyOf(orderConversations.orderId, ids))
    .returning({ phone: orderConversations.phone })
  const phones = ended.map(({ phone }) => phone)
  // The conversation of a phone that sent STOP is kept, so that the phone gets no further message.
  const isOver = sql`not exists (select from order_conversations other where other.phone = ${conversations.phone})`
  await tx
    .delete(conversations)
    .where(and(isAnyOf(conversations.phone, phones), isNull(conversations.stoppedAt), isOver))
  await tx.delete(customerReplies).where(isAnyOf(customerReplies.orderId, ids))
  await tx.delete(messages).where(isAnyOf(messages.about, ids))
}
