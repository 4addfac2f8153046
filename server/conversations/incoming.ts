import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm'
import { openedText, windowHours } from '#domain/order/customer-messages.ts'
import * as Phone from '#domain/text/phone.ts'
import { privateLink } from '../auth/device.ts'
import type { Transaction } from '../db/database.ts'
import { conversations, customerReplies, orderConversations, orders, sessions, users } from '../db/schema.ts'
import { textTo, written } from '../messages/write-messages.ts'
import { publishMessageChange } from './desk-messages.ts'
import { codesIn, type PrivateCodes } from './private-code.ts'

/**
 * A message from a customer. `at` is the time that WhatsApp states, because the webhook may come hours after the
 * message.
 */
export type IncomingMessage = { readonly id: string; readonly phone: string; readonly text: string; readonly at: Date }

/**
 * An order can open a conversation for this many days after it was placed. A reply concerns the order for as many days
 * after the conversation was opened.
 */
const orderDays = 7

const stop = /^\W*stop\W*$/i
const start = /^\W*start\W*$/i

const stoppedText = 'You get no more messages here. Write START to get them again.'
const startedText = 'You get updates on your orders here again. Write STOP to end it.'

/**
 * SQL for the phone if WhatsApp still lets the restaurant write to it. The time since the message is checked, because a
 * webhook may come days late.
 */
const inWindow = (phone: string) => sql`
  select phone from conversations
   where phone = ${phone} and heard_at > now() - make_interval(hours => ${windowHours}::int)`

/**
 * Handles one message from a customer. The text may open an order's conversation, end or resume a conversation, or be a
 * reply about the latest order. A repeated message changes nothing.
 */
export async function handleIncoming(
  tx: Transaction,
  message: IncomingMessage,
  deps: { codes: PrivateCodes; page: string },
): Promise<void> {
  const { phone, text, at } = message
  await tx.insert(conversations).values({ phone, heardAt: at }).onConflictDoNothing()
  const [before] = await tx.select().from(conversations).where(eq(conversations.phone, phone)).for('update')
  const isLate = before !== undefined && before.heardAt > at
  if (!isLate) await tx.update(conversations).set({ heardAt: at }).where(eq(conversations.phone, phone))
  const isStop = stop.test(text)
  if (isStop || start.test(text)) {
    if (!isLate) await setStopped(tx, message, isStop)
    return
  }
  const isStopped = before !== undefined && before.stoppedAt !== null
  const opened = await openConversations(tx, message, { codes: deps.codes, isStopped })
  if (opened.some(({ byCode }) => byCode)) {
    // A message with an order's private code also resumes a stopped conversation; any other message does not.
    if (!isLate) await tx.update(conversations).set({ stoppedAt: null }).where(eq(conversations.phone, phone))
    return
  }
  const order = opened[0]?.orderId ?? (await latestOrder(tx, phone))
  if (order === undefined) return isStopped ? undefined : explain(tx, message, deps.page)
  const reply = { id: message.id, orderId: order, phone, text, at }
  const { rowCount } = await tx.insert(customerReplies).values(reply).onConflictDoNothing()
  if (rowCount === 1) await publishMessageChange(tx, order)
}

/** Ends a conversation or resumes it, and tells the customer so. */
async function setStopped(tx: Transaction, { id, phone, at }: IncomingMessage, isStop: boolean): Promise<void> {
  await tx
    .update(conversations)
    .set({ stoppedAt: isStop ? at : null })
    .where(eq(conversations.phone, phone))
  if (isStop) await tx.execute(sql`update messages set state = 'dropped' where phone = ${phone} and state = 'waiting'`)
  const of = { about: `heard:${id}`, event: isStop ? 'conversation.stopped' : 'conversation.started', version: 0 }
  await tx.execute(textTo('whatsapp', inWindow(phone), of, isStop ? stoppedText : startedText))
}

/**
 * Opens the conversation of every order that the message proves to be the writer's: by the order's private code, or by
 * a phone that is the order's contact. A writer who knows only an order's code gets no information.
 */
async function openConversations(
  tx: Transaction,
  { phone, text }: IncomingMessage,
  { codes, isStopped }: { codes: PrivateCodes; isStopped: boolean },
) {
  const { orders: named, codes: typed } = codesIn(text)
  if (named.length === 0) return []
  const rows = await tx
    .select()
    .from(orders)
    .where(
      and(
        inArray(sql`right(${orders.orderId}, 6)`, named),
        gt(orders.createdAt, sql`now() - make_interval(days => ${orderDays})`),
      ),
    )
  const opened: { orderId: string; byCode: boolean }[] = []
  for (const row of rows) {
    const { orderId, customerId } = row
    const byCode = typed.includes(codes.codeOf(orderId))
    const isTheirs = Phone.toCall(row.contactPhone, row.customerPhone).numbers.includes(phone)
    if (!byCode && !isTheirs) continue
    opened.push({ orderId, byCode })
    await tx
      .insert(orderConversations)
      .values({ orderId, phone, byCode })
      .onConflictDoUpdate({
        target: orderConversations.orderId,
        // A phone that only matches the order's contact must not replace a phone that sent the private code.
        set: { phone, byCode, linkedAt: sql`now()` },
        setWhere: sql`${byCode} or not ${orderConversations.byCode}`,
      })
    if (byCode && customerId !== null) await makeGuestLink(tx, customerId, codes.linkOf(orderId))
    const of = { about: orderId, event: 'conversation.opened', version: row.version }
    if (byCode || !isStopped) await tx.execute(textTo('whatsapp', inWindow(phone), of, openedText(written(row))))
  }
  return opened
}

/**
 * Makes the private link of a guest, which the conversation's messages contain. Customers with an account sign in
 * instead.
 */
async function makeGuestLink(tx: Transaction, customerId: string, token: string): Promise<void> {
  const [guest] = await tx.select({ endsAt: users.guestUntil }).from(users).where(eq(users.id, customerId))
  if (!guest?.endsAt) return
  await tx
    .insert(sessions)
    .values({ id: randomUUID(), userId: customerId, token, expiresAt: guest.endsAt, userAgent: privateLink })
    .onConflictDoNothing()
}

async function latestOrder(tx: Transaction, phone: string): Promise<string | undefined> {
  const [latest] = await tx
    .select({ orderId: orderConversations.orderId })
    .from(orderConversations)
    .where(
      and(
        eq(orderConversations.phone, phone),
        gt(orderConversations.linkedAt, sql`now() - make_interval(days => ${orderDays})`),
      ),
    )
    .orderBy(desc(orderConversations.linkedAt))
    .limit(1)
  return latest?.orderId
}

/**
 * Tells a writer without an order how to open a conversation, at most once a day. The text is the same for every code
 * that the writer sent, so it does not reveal whether an order exists.
 */
async function explain(tx: Transaction, { phone, at }: IncomingMessage, page: string): Promise<void> {
  const text = `This number sends updates on orders. Open yours at ${page} and choose WhatsApp there, or call us.`
  const of = { about: `day:${at.toISOString().slice(0, 10)}`, event: 'conversation.unknown', version: 0 }
  await tx.execute(textTo('whatsapp', inWindow(phone), of, text))
}
