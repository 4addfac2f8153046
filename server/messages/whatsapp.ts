import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { MessageFailure } from '#contract/messages.ts'
import { type Outcome, post, type TextChannel } from './channels.ts'

/**
 * The version of WhatsApp's Cloud API, as in https://developers.facebook.com/docs/whatsapp/cloud-api/reference/messages
 * and /docs/whatsapp/cloud-api/support/error-codes.
 */
const version = 'v23.0'

type WhatsAppAccess = { readonly token: string; readonly phoneNumberId: string }

const accepted = z.object({ messages: z.tuple([z.object({ id: z.string().min(1).max(300) })]) })
const refused = z.object({ error: z.object({ code: z.int() }) })

/** A message whose response was lost is sent again if no receipt arrives within this time. */
const receiptSeconds = 60

/** The error codes of temporary failures: rate limits, and services that are down for a moment. */
const passingCodes = [1, 2, 4, 80007, 130429, 130472, 131000, 131016, 131048, 131056, 131057, 133004, 135000]

/** Returns why WhatsApp refused a message for good. */
export function failureOf(code: number): MessageFailure {
  if (code === 131047) return 'window-closed'
  if (code === 131026 || code === 131030) return 'not-reachable'
  if ([0, 3, 10, 190, 131005, 131031, 131042, 131045, 133010, 368].includes(code)) return 'account'
  return code >= 200 && code < 300 ? 'account' : 'refused'
}

/**
 * Returns the channel that sends texts by WhatsApp, free of charge within 24 hours of the customer's last message. Only
 * tests set `url`.
 */
export function whatsapp({
  token,
  phoneNumberId,
  url = 'https://graph.facebook.com',
}: WhatsAppAccess & { url?: string }): TextChannel {
  return {
    recognises: true,
    cost: () => 0,
    dailyCap: Number.POSITIVE_INFINITY,
    async send({ key, phone, text }): Promise<Outcome> {
      const answer = await post(
        `${url}/${version}/${phoneNumberId}/messages`,
        {
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to: phone.replace('+', ''),
          type: 'text',
          text: { preview_url: false, body: text },
          // Delivery receipts contain this key, by which a message whose response was lost is recognised.
          biz_opaque_callback_data: key,
        },
        { authorization: `Bearer ${token}` },
      )
      if (answer === 'unreached') return { state: 'later' }
      if (answer === 'unknown') return { state: 'later', after: receiptSeconds }
      const { status, after, body } = answer
      if (status < 300) {
        const id = accepted.safeParse(body).data?.messages[0].id
        return { state: 'sent', ...(id !== undefined && { id }) }
      }
      const code = refused.safeParse(body).data?.error.code
      if (status === 429 || status >= 500 || (code !== undefined && passingCodes.includes(code))) {
        return { state: 'later', after, status }
      }
      return { state: 'refused', failure: status === 401 ? 'account' : failureOf(code ?? -1), status: code ?? status }
    },
  }
}

/** Returns the signature that a webhook must have in its header `X-Hub-Signature-256`, without the prefix. */
export function signatureOf(body: string, appSecret: string): Buffer {
  return createHmac('sha256', appSecret).update(body, 'utf8').digest()
}
