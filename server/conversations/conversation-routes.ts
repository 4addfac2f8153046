import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { ConversationOffer } from '#contract/messages.ts'
import { windowHours } from '#domain/order/customer-messages.ts'
import * as Phone from '#domain/text/phone.ts'
import type { SealedTexts } from '../auth/sealed-text.ts'
import type { Database } from '../db/database.ts'
import { conversations, messages, orderConversations, orders } from '../db/schema.ts'
import { readSettings } from '../db/stored-settings.ts'
import { refuse } from '../http/problems.ts'
import { bind, type Call, type Handlers } from '../http/route.ts'
import { readText } from '../http/serve.ts'
import { isSame, isSignature, jsonOf } from '../http/webhooks.ts'
import { type ProviderUrls, readChannels, textChannels } from '../messages/channel-settings.ts'
import { claimCost } from '../messages/costs.ts'
import { readReport, reportSignatureOf } from '../messages/termii.ts'
import { signatureOf } from '../messages/whatsapp.ts'
import { noSuchOrder } from '../orders/order-queries.ts'
import type { Log } from '../process/log.ts'
import { messagesOf, seeMessages, unseenMessages } from './desk-messages.ts'
import { changeChannels, messagesToday, withoutSecrets } from './office-messages.ts'
import { openingText, type PrivateCodes } from './private-code.ts'
import { recordReceipt } from './receipts.ts'
import { readEvents, receiveEvents } from './whatsapp-events.ts'

/** WhatsApp sends up to a thousand events in one body. */
const mostEventBytes = 3 * 1024 * 1024

type Deps = {
  readonly database: Database
  readonly sealed: SealedTexts
  readonly codes: PrivateCodes
  /** The public address, without a slash at its end. */
  readonly origin: string
  readonly log: Log
  /** The providers' addresses; only tests set them. */
  readonly urls?: ProviderUrls
}

export function conversationRoutes({ database, sealed, codes, origin, log, urls = {} }: Deps) {
  const stored = () => readChannels(database.orm, sealed)
  return {
    'GET /api/messages/whatsapp-events': async ({ query, context }) => {
      const { verifyToken } = (await stored()).whatsapp
      if (verifyToken === '' || !isSame(query['hub.verify_token'], verifyToken)) {
        throw refuse('invalid', 'This is not the verify token that the office shows.', 'hub.verify_token')
      }
      return context.text(query['hub.challenge'])
    },
    'POST /api/messages/whatsapp-events': async ({ context, headers }) => {
      const { appSecret, phoneNumberId } = (await stored()).whatsapp
      const body = await readText(context.req.raw, mostEventBytes)
      requireSigned(headers.get('x-hub-signature-256')?.replace(/^sha256=/, ''), appSecret, signatureOf, body)
      await receiveEvents(database, readEvents(jsonOf(body), phoneNumberId), { codes, page: `${origin}/orders` })
      return { received: true as const }
    },
    'POST /api/messages/termii-events': async ({ context, headers }) => {
      const { secretKey } = (await stored()).sms
      const body = await readText(context.req.raw)
      requireSigned(headers.get('x-termii-signature'), secretKey, reportSignatureOf, body)
      const report = readReport(jsonOf(body))
      if (report) await database.transaction((tx) => recordReceipt(tx, { channel: 'sms', ...report }))
      return { received: true as const }
    },
    'GET /api/orders/:id/conversation': (call) => conversationOffer(database, sealed, codes, call),
    'GET /api/office/channels': async () => withoutSecrets(await stored()),
    'PATCH /api/office/channels': ({ user, body }) => changeChannels(database, sealed, user, body),
    'GET /api/office/messages': () => messagesToday(database.orm),
    'POST /api/office/message-tests': async ({ body: { channel, phone: typed } }) => {
      const phone = Phone.sole(typed)
      if (phone === undefined) throw refuse('invalid', Phone.invalidPhone, 'phone')
      const sender = textChannels(await stored(), urls)[channel]
      if (!sender) throw refuse('invalid', 'Please turn this channel on first.', 'channel')
      return sendTest({ database, log }, channel, sender, phone)
    },
    'GET /api/desk/messages': () => unseenMessages(database),
    ...bind(database, {
      'GET /api/desk/orders/:id/messages': messagesOf,
      'PUT /api/desk/orders/:id/messages/seen': seeMessages,
    }),
  } satisfies Partial<Handlers>
}

/**
 * Refuses a body without a valid signature by the secret, compared in constant time. Without a secret, every body is
 * refused.
 */
function requireSigned(
  signature: string | null | undefined,
  secret: string,
  sign: (body: string, secret: string) => Buffer,
  body: string,
): void {
  if (secret === '') throw refuse('not-found', 'There is nothing here.')
  if (!isSignature(signature, sign(body, secret))) throw refuse('invalid', 'This event is not signed with our secret.')
}

/**
 * Returns the text with which a customer opens the conversation of an order. The text contains the private code, so
 * only the order's own customer gets it.
 */
async function conversationOffer(
  database: Database,
  sealed: SealedTexts,
  codes: PrivateCodes,
  { user, params: { id } }: Call<'GET /api/orders/:id/conversation'>,
): Promise<ConversationOffer> {
  const [order] = await database.orm
    .select({
      isOpen: sql<boolean>`coalesce(${conversations.stoppedAt} is null
        and ${conversations.heardAt} > now() - make_interval(hours => ${windowHours}), false)`,
    })
    .from(orders)
    .leftJoin(orderConversations, eq(orderConversations.orderId, orders.orderId))
    .leftJoin(conversations, eq(conversations.phone, orderConversations.phone))
    .where(and(eq(orders.orderId, id), eq(orders.customerId, user.id)))
  if (!order) throw noSuchOrder()
  const { isOn, number } = (await readChannels(database.orm, sealed)).whatsapp
  if (!isOn) return { number: null, text: '', isOpen: false }
  const { name } = await readSettings(database.orm)
  return { number, text: openingText(name, id, codes.codeOf(id)), isOpen: order.isOpen }
}

/** Sends a test message immediately, and records it among the day's messages. */
async function sendTest(
  { database, log }: Pick<Deps, 'database' | 'log'>,
  channel: 'whatsapp' | 'sms',
  sender: NonNullable<ReturnType<typeof textChannels>['sms']>,
  phone: string,
) {
  const text = 'This is a test message. Messages about orders come like this.'
  const [row] = await database.orm
    .insert(messages)
    .values({
      channel,
      phone,
      about: `test:${randomUUID()}`,
      event: 'test',
      version: 0,
      message: { text },
      // The queue must not send this message a second time.
      dueAt: sql`'infinity'`,
      expiresAt: sql`now()`,
      attempts: 1,
    })
    .returning({ id: messages.id })
  const key = String(row?.id)
  const isPaid = await claimCost(database, key, sender, text)
  const outcome = isPaid ? await sender.send({ key, phone, text }) : ({ state: 'refused', failure: 'cap' } as const)
  const isSent = outcome.state === 'sent'
  const failure = isSent ? null : outcome.state === 'refused' ? outcome.failure : 'given-up'
  if ('status' in outcome) log('message.refused', { channel, status: outcome.status })
  await database.orm
    .update(messages)
    .set({
      state: sql`case when ${messages.state} = 'waiting' then ${isSent ? 'sent' : 'failed'} else ${messages.state} end`,
      failure,
      answered: 1,
      ...(isSent ? { sentAt: sql`now()` } : failure !== 'unknown' && { cost: 0 }),
      ...(outcome.state === 'sent' && outcome.id !== undefined && { providerId: outcome.id }),
    })
    .where(eq(messages.id, row?.id ?? 0))
  return { state: isSent ? ('sent' as const) : ('failed' as const), failure }
}
