import { z } from 'zod'
import * as Phone from '#domain/text/phone.ts'
import { count, document, instant, line, list } from './parts/fields.ts'

export const messageChannel = z.enum(['push', 'whatsapp', 'sms'])
export type MessageChannelName = z.infer<typeof messageChannel>

/**
 * The state of a message: waiting, sent to the provider, delivered, read, failed, or not sent because it was no longer
 * true.
 */
const messageState = z.enum(['waiting', 'sent', 'delivered', 'read', 'failed', 'dropped'])
export type MessageState = z.infer<typeof messageState>

/**
 * Why a message failed. `window-closed`: 24 hours after the customer's last message. `account`: the provider refuses
 * the restaurant's account. `unknown`: the provider did not answer, and a repeated message could arrive twice.
 */
const messageFailure = z.enum([
  'window-closed',
  'not-reachable',
  'do-not-disturb',
  'account',
  'balance',
  'cap',
  'off',
  'unknown',
  'given-up',
  'refused',
])
export type MessageFailure = z.infer<typeof messageFailure>

/** A message about an order. `event` is the order's event that caused the message: 'order.ready'. */
const message = {
  channel: messageChannel,
  event: z.string(),
  state: messageState,
  failure: messageFailure.nullable(),
  at: instant,
}

const reply = { text: z.string(), at: instant }

/** The messages in an account's export: messages to the customer's phones, and the customer's replies. */
export const exportedMessages = list(document({ orderId: z.string(), ...message }))
export const exportedReplies = list(document({ orderId: z.string(), ...reply }))

/** `GET /api/desk/orders/:id/messages`: the messages to a customer's phone and the replies, oldest first. */
export const orderMessages = document({
  /** E.164: the phone of the conversation; null without a conversation. */
  phone: z.string().nullable(),
  isStopped: z.boolean(),
  messages: list(document(message)),
  replies: list(document(reply)),
})
export type OrderMessages = z.infer<typeof orderMessages>

/**
 * `GET /api/desk/messages`: failed messages and replies that no member of staff has dealt with, about orders of the
 * last day, newest first.
 */
export const unseenMessages = document({
  failed: list(document({ orderId: z.string(), ...message })),
  replies: list(document({ orderId: z.string(), ...reply })),
})
export type UnseenMessages = z.infer<typeof unseenMessages>

/** `GET /api/orders/:id/conversation`: the text with which the order's customer opens the conversation. */
export const conversationOffer = document({
  /** E.164; null while the restaurant sends nothing on WhatsApp. */
  number: z.string().nullable(),
  text: z.string(),
  isOpen: z.boolean(),
})
export type ConversationOffer = z.infer<typeof conversationOffer>

const whatsAppSettings = {
  isOn: z.boolean(),
  /** E.164: the number that customers write to. */
  number: z.string(),
  phoneNumberId: z.string(),
  /** The text with which Meta checks the webhook. */
  verifyToken: z.string(),
  hasToken: z.boolean(),
  hasAppSecret: z.boolean(),
}
const smsSettings = {
  isOn: z.boolean(),
  sender: z.string(),
  route: z.enum(['dnd', 'generic']),
  /** The price of an SMS part of 160 characters, in naira. */
  price: count,
  /** Naira. */
  dailyCap: count,
  hasApiKey: z.boolean(),
  hasSecretKey: z.boolean(),
}

/** `GET /api/office/channels`. Secrets are never sent back. */
export const channels = document({ whatsapp: document(whatsAppSettings), sms: document(smsSettings) })
export type Channels = z.infer<typeof channels>
export type WhatsAppSettings = Channels['whatsapp']
export type SmsSettings = Channels['sms']

const secret = (most: number) => line(most).regex(/^[!-~]*$/, 'Please paste it without spaces.')

/** `PATCH /api/office/channels`: changes the given fields. An empty secret leaves the stored secret unchanged. */
export const channelsChange = z
  .strictObject({
    whatsapp: z
      .strictObject({
        isOn: z.boolean(),
        /** The phone number as typed. */
        number: line(60).refine((typed) => typed === '' || Phone.sole(typed) !== undefined, Phone.invalidPhone),
        phoneNumberId: line(40).regex(/^\d*$/, 'Please enter the phone number ID in digits.'),
        token: secret(1000),
        appSecret: secret(200),
      })
      .partial(),
    sms: z
      .strictObject({
        isOn: z.boolean(),
        sender: line(11),
        route: z.enum(['dnd', 'generic']),
        price: z
          .int('Please enter whole naira.')
          .min(1, 'Please enter ₦1 or more.')
          .max(1000, 'Please enter ₦1,000 or less.'),
        dailyCap: z
          .int('Please enter whole naira.')
          .min(0, 'Please enter ₦0 or more.')
          .max(10_000_000, 'Please enter less.'),
        apiKey: secret(300),
        secretKey: secret(300),
      })
      .partial(),
  })
  .partial()
  .refine(({ whatsapp, sms }) => whatsapp !== undefined || sms !== undefined, 'Say what is to change.')
export type ChannelsChange = z.output<typeof channelsChange>

/** `POST /api/office/message-tests`: sends a test message to a phone, as typed. */
export const messageTest = z.strictObject({ channel: z.enum(['whatsapp', 'sms']), phone: line(60) })
export const messageTested = document({ state: z.enum(['sent', 'failed']), failure: messageFailure.nullable() })

/** `GET /api/office/messages`: the number and cost of today's messages to phones, and the latest failures. */
export const messagesToday = document({
  channels: list(
    document({
      channel: messageChannel,
      waiting: count,
      sent: count,
      delivered: count,
      read: count,
      failed: count,
      /** Kobo. */
      cost: count,
    }),
  ),
  failures: list(document({ orderId: z.string().nullable(), ...message })),
})
export type MessagesToday = z.infer<typeof messagesToday>

/** `GET /api/messages/whatsapp-events`: Meta's check of the webhook, answered with the challenge. */
export const webhookCheck = z.object({
  'hub.mode': z.literal('subscribe'),
  'hub.verify_token': z.string().max(200),
  'hub.challenge': z.string().regex(/^[\w-]{1,200}$/),
})
