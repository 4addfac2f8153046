import { sql } from 'drizzle-orm'
import type { SmsSettings, WhatsAppSettings } from '#contract/messages.ts'
import type { SealedTexts } from '../auth/sealed-text.ts'
import type { Reader } from '../db/database.ts'
import { messageChannels } from '../db/schema.ts'
import type { TextChannel } from './channels.ts'
import { termii } from './termii.ts'
import { whatsapp } from './whatsapp.ts'

/** The channels as stored, with their secrets. A secret is '' until the owner has set it. */
export type StoredChannels = {
  readonly whatsapp: Omit<WhatsAppSettings, 'hasToken' | 'hasAppSecret'> & { token: string; appSecret: string }
  readonly sms: Omit<SmsSettings, 'hasApiKey' | 'hasSecretKey'> & { apiKey: string; secretKey: string }
}

const noSettings: StoredChannels = {
  whatsapp: { isOn: false, number: '', phoneNumberId: '', verifyToken: '', token: '', appSecret: '' },
  sms: { isOn: false, sender: '', route: 'dnd', price: 5, dailyCap: 5000, apiKey: '', secretKey: '' },
}

type Unseal = Pick<SealedTexts, 'unseal'>

/** Reads the settings of the channels. A secret that cannot be decrypted is ''. */
export async function readChannels(db: Reader, sealed: Unseal): Promise<StoredChannels> {
  const rows = await db.select().from(messageChannels)
  const stored = (channel: 'whatsapp' | 'sms') => {
    const row = rows.find((row) => row.channel === channel)
    const secrets = row?.secrets ? sealed.unseal(row.secrets) : undefined
    return { ...row?.settings, isOn: row?.isOn ?? false, ...(secrets !== undefined && JSON.parse(secrets)) }
  }
  return {
    whatsapp: { ...noSettings.whatsapp, ...stored('whatsapp') },
    sms: { ...noSettings.sms, ...stored('sms') },
  }
}

/** Only tests set the addresses of the providers. */
export type ProviderUrls = { readonly whatsapp?: string; readonly sms?: string }

/** Returns the channels that send texts to phones; undefined for a channel that is off. */
export function textChannels({ whatsapp: chat, sms }: StoredChannels, urls: ProviderUrls = {}) {
  return {
    whatsapp: chat.isOn ? whatsapp({ ...chat, ...(urls.whatsapp !== undefined && { url: urls.whatsapp }) }) : undefined,
    sms: sms.isOn ? termii({ ...sms, ...(urls.sms !== undefined && { url: urls.sms }) }) : undefined,
  } satisfies Record<string, TextChannel | undefined>
}

/**
 * SQL that locks a channel, so that checks of the day's cost, and changes of the channel's settings, run one after the
 * other.
 */
export const lockChannel = (channel: 'whatsapp' | 'sms') =>
  sql`select from message_channels where channel = ${channel} for update`
