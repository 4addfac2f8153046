import { and, count, desc, eq, gte, sql, sum } from 'drizzle-orm'
import { type Channels, type ChannelsChange, type MessagesToday, messageChannel } from '#contract/messages.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import * as Phone from '#domain/text/phone.ts'
import type { SealedTexts } from '../auth/sealed-text.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Reader } from '../db/database.ts'
import { messageChannels, messages } from '../db/schema.ts'
import { Refusal } from '../http/problems.ts'
import { lockChannel, readChannels, type StoredChannels } from '../messages/channel-settings.ts'
import { today } from '../messages/costs.ts'
import { settingsChanged } from '../settings/settings.ts'

const secretFields = ['token', 'appSecret', 'apiKey', 'secretKey'] as const

export function withoutSecrets({ whatsapp, sms }: StoredChannels): Channels {
  const { token, appSecret, ...chat } = whatsapp
  const { apiKey, secretKey, ...texts } = sms
  return {
    whatsapp: { ...chat, hasToken: token !== '', hasAppSecret: appSecret !== '' },
    sms: { ...texts, hasApiKey: apiKey !== '', hasSecretKey: secretKey !== '' },
  }
}

/**
 * The fields that a channel needs before it can be switched on, each with the sentence that is shown if it is missing.
 */
const needed = {
  whatsapp: {
    number: 'Please enter the number that customers write to.',
    phoneNumberId: 'Please enter the phone number ID from Meta’s page.',
    token: 'Please paste the access token.',
    appSecret: 'Please paste the app secret.',
  },
  sms: { sender: 'Please enter the sender’s name that Termii has approved.', apiKey: 'Please paste the API key.' },
} as const

/**
 * Changes the given settings of the channels. Secrets are stored sealed. An empty secret leaves the stored secret
 * unchanged.
 */
export async function changeChannels(
  database: Database,
  sealed: SealedTexts,
  actor: Actor,
  { whatsapp, sms }: ChannelsChange,
): Promise<Channels> {
  const number = whatsapp?.number && Phone.sole(whatsapp.number)
  const changes = { whatsapp: whatsapp && { ...whatsapp, ...(number !== undefined && { number }) }, sms }
  return database.transaction(async (tx) => {
    for (const channel of ['whatsapp', 'sms'] as const) {
      const change = Object.fromEntries(
        Object.entries(changes[channel] ?? {}).filter(([name, value]) => value !== '' || !isSecret(name)),
      )
      if (Object.keys(change).length === 0) continue
      await tx.execute(lockChannel(channel))
      const { isOn, ...after } = { ...(await readChannels(tx, sealed))[channel], ...change }
      const missing = Object.entries(needed[channel]).filter(
        ([name]) => !(after as Readonly<Record<string, unknown>>)[name],
      )
      if (isOn && missing.length > 0) {
        const errors = missing.map(([name, detail]) => ({ field: `${channel}.${name}`, detail }))
        throw new Refusal({ code: 'invalid', detail: errors[0]?.detail ?? '' }, { errors })
      }
      const parts = Map.groupBy(Object.entries(after), ([name]) => isSecret(name))
      await tx
        .update(messageChannels)
        .set({
          isOn,
          settings: Object.fromEntries(parts.get(false) ?? []),
          secrets: sealed.seal(JSON.stringify(Object.fromEntries(parts.get(true) ?? []))),
        })
        .where(eq(messageChannels.channel, channel))
      const fields = Object.keys(change)
      await recordAudit(tx, actor, 'messages.change', `channel:${channel}`, { channel, fields, isOn })
    }
    await settingsChanged(tx)
    return withoutSecrets(await readChannels(tx, sealed))
  })
}

const isSecret = (name: string) => (secretFields as readonly string[]).includes(name)

const mostFailures = 50

export async function messagesToday(db: Reader): Promise<MessagesToday> {
  const isToday = gte(messages.createdAt, today())
  const rows = await db
    .select({
      channel: messages.channel,
      state: messages.state,
      count: count(),
      cost: sum(messages.cost).mapWith(Number),
    })
    .from(messages)
    .where(isToday)
    .groupBy(messages.channel, messages.state)
  const failures = await db
    .select({
      orderId: sql<string | null>`case when ${messages.about} ~ '^[0-9A-Z]{9}$' then ${messages.about} end`,
      channel: messages.channel,
      event: messages.event,
      state: messages.state,
      failure: messages.failure,
      at: messages.createdAt,
    })
    .from(messages)
    .where(and(isToday, eq(messages.state, 'failed')))
    .orderBy(desc(messages.createdAt))
    .limit(mostFailures)
  return {
    channels: messageChannel.options.map((channel) => {
      const own = rows.filter((row) => row.channel === channel)
      const of = (state: (typeof own)[number]['state']) => own.find((row) => row.state === state)?.count ?? 0
      return {
        channel,
        waiting: of('waiting'),
        sent: of('sent'),
        delivered: of('delivered'),
        read: of('read'),
        failed: of('failed'),
        cost: own.reduce((total, { cost }) => total + (cost ?? 0), 0),
      }
    }),
    failures: failures.map(({ at, ...failure }) => ({ ...failure, at: at.toISOString() })),
  }
}
