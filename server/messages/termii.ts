import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { MessageFailure } from '#contract/messages.ts'
import { type Outcome, post, type TextChannel } from './channels.ts'

/** SMS by Termii, as in https://developer.termii.com/messaging-api and /events-and-reports. */
type TermiiAccess = {
  readonly apiKey: string
  /** The sender's name that Termii has approved. */
  readonly sender: string
  readonly route: 'dnd' | 'generic'
  /** The price of each part of an SMS (160 characters), and the highest cost of a day, in naira. */
  readonly price: number
  readonly dailyCap: number
}

const accepted = z.object({ message_id: z.union([z.string().max(100), z.number().transform(String)]) })
const refused = z.object({ message: z.string() })

export function termii({
  apiKey,
  sender,
  route,
  price,
  dailyCap,
  url = 'https://api.ng.termii.com',
}: TermiiAccess & { url?: string }): TextChannel {
  return {
    recognises: false,
    cost: (text) => 100 * price * partsOf(plain(text)),
    dailyCap: 100 * dailyCap,
    async send({ phone, text }): Promise<Outcome> {
      const sms = { to: phone.replace('+', ''), from: sender, sms: plain(text), type: 'plain', channel: route }
      const answer = await post(`${url}/api/sms/send`, { api_key: apiKey, ...sms })
      if (answer === 'unreached') return { state: 'later' }
      // Termii takes no key from the server, so a retried message could reach the customer twice.
      if (answer === 'unknown') return { state: 'refused', failure: 'unknown' }
      const { status, after, body } = answer
      if (status < 300) {
        const id = accepted.safeParse(body).data?.message_id
        return { state: 'sent', ...(id !== undefined && { id }) }
      }
      if (status === 429 || status >= 500) return { state: 'later', after, status }
      return { state: 'refused', failure: failureOf(status, refused.safeParse(body).data?.message ?? ''), status }
    },
  }
}

function failureOf(status: number, sentence: string): MessageFailure {
  if (/balance/i.test(sentence)) return 'balance'
  return status === 401 || status === 403 || /api key|sender ?(id|name)/i.test(sentence) ? 'account' : 'refused'
}

/**
 * Returns the text in letters of the GSM alphabet. With one other letter, each part of the SMS would have room for 70
 * characters instead of 160.
 */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('₦', 'N')
    .replace(/[‘’]/g, "'")
    .replace(/[^\n -~]/g, '?')
}

function partsOf({ length }: string): number {
  return length <= 160 ? 1 : Math.ceil(length / 153)
}

const report = z.object({
  message_id: z.union([z.string().max(100), z.number().transform(String)]),
  status: z.string().max(200),
  /** The cost in naira. */
  cost: z.coerce.number().min(0).max(100_000).optional().catch(undefined),
})

/** Returns a delivery report; undefined for other events. */
export function readReport(body: unknown) {
  const { data } = report.safeParse(body)
  if (!data) return undefined
  const { message_id: id, status, cost } = data
  const failure: MessageFailure = /dnd/i.test(status) ? 'do-not-disturb' : 'not-reachable'
  const isDelivered = /^delivered/i.test(status)
  const isFailed = /dnd|fail|reject|expire|undeliver/i.test(status)
  const state = isDelivered ? ('delivered' as const) : isFailed ? ('failed' as const) : ('sent' as const)
  return { id, state, ...(isFailed && { failure }), ...(cost !== undefined && { cost: Math.round(cost * 100) }) }
}

/** Returns the signature that a report must have in its header `X-Termii-Signature`. */
export function reportSignatureOf(body: string, secretKey: string): Buffer {
  return createHmac('sha512', secretKey).update(body, 'utf8').digest()
}
