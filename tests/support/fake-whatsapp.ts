import { createHmac, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const whatsAppAccess = {
  token: 'EAAtestToken',
  appSecret: 'app-secret-of-the-tests',
  phoneNumberId: '106540352242922',
  number: '+2348090000000',
}

export type Webhook = { readonly body: string; readonly signature: string }

/** A message that WhatsApp has accepted. `key` is its `biz_opaque_callback_data`. */
export type Accepted = { readonly id: string; readonly to: string; readonly text: string; readonly key: string }

/** The next answer: an error, or 'lost', which accepts the message and closes the connection without an answer. */
type Answer = { readonly status: number; readonly code?: number; readonly retryAfter?: number } | 'lost'

/**
 * Opens a fake of the part of WhatsApp's Cloud API that the server uses, by Meta's documents. Webhooks are values, so a
 * test can deliver them often, late and in any order. After `sendReceiptsTo` the fake itself sends
 * delivery receipts, each until the server has accepted it `receiptTimes` times.
 */
export async function openFakeWhatsApp({ receiptTimes = 1, delayMs = 0 } = {}) {
  const accepted: Accepted[] = []
  const answers: Answer[] = []
  const keys = new Map<string, string>()
  let receiptsTo: string | undefined
  let requests = 0
  let pending = 0
  let isOpen = true
  const server = createServer(async (request, response) => {
    requests++
    const answer = (status: number, body: object, headers = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(JSON.stringify(body))
    }
    const sent = await text(request)
    const { token, phoneNumberId } = whatsAppAccess
    if (request.headers.authorization !== `Bearer ${token}`) return answer(401, failure(190))
    if (!new RegExp(`^/v\\d+\\.0/${phoneNumberId}/messages$`).test(request.url ?? '')) return answer(404, failure(100))
    const message = JSON.parse(sent)
    if (message.messaging_product !== 'whatsapp' || !/^\d+$/.test(message.to) || message.type !== 'text') {
      return answer(400, failure(100))
    }
    await sleep(delayMs)
    const next = answers.shift()
    if (next !== undefined && next !== 'lost') {
      const headers = next.retryAfter === undefined ? {} : { 'retry-after': String(next.retryAfter) }
      return answer(next.status, failure(next.code ?? 131000), headers)
    }
    const id = `wamid.${randomBytes(16).toString('base64')}`
    keys.set(id, message.biz_opaque_callback_data)
    accepted.push({ id, to: message.to, text: message.text.body, key: message.biz_opaque_callback_data })
    if (receiptsTo !== undefined) void sendReceipts(receiptsTo, id, message.biz_opaque_callback_data)
    if (next === 'lost') return void request.socket.destroy()
    answer(200, {
      messaging_product: 'whatsapp',
      contacts: [{ input: message.to, wa_id: message.to }],
      messages: [{ id }],
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  async function sendReceipts(url: string, id: string, key: string): Promise<void> {
    pending++
    for (const state of ['sent', 'delivered', 'read'] as const) {
      const webhook = fake.receipt(id, state, { key })
      for (let times = 0; times < receiptTimes; ) {
        const isTaken = await deliver(url, webhook)
        if (isTaken) times++
        else await sleep(50)
        if (!isOpen) return
      }
    }
    pending--
  }

  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const fake = {
    url,
    accepted,
    answers,
    /** The environment of a server that sends its messages to this fake. */
    environment: {
      FAKE_WHATSAPP_URL: url,
      NODE_OPTIONS: `--import ${JSON.stringify(fileURLToPath(new URL('messages-elsewhere.ts', import.meta.url)))}`,
    },
    sendReceiptsTo: (server: string) => {
      receiptsTo = server
    },
    requests: () => requests,
    /** The number of messages whose receipts the server has not accepted yet. */
    pending: () => pending,
    /** Returns the webhook of a customer's message. `at` is in milliseconds. */
    message: (from: string, body: string, { id = newId(), at = Date.now(), more = {}, secret = '' } = {}) =>
      signed(
        change({
          contacts: [{ profile: { name: 'Ada' }, wa_id: from.replace('+', '') }],
          messages: [
            {
              from: from.replace('+', ''),
              id,
              timestamp: String(Math.floor(at / 1000)),
              text: { body },
              type: 'text',
              ...more,
            },
          ],
        }),
        secret || whatsAppAccess.appSecret,
      ),
    receipt: (
      id: string,
      status: 'sent' | 'delivered' | 'read' | 'failed',
      { key = keys.get(id), code }: { key?: string | undefined; code?: number } = {},
    ) =>
      signed(
        change({
          statuses: [
            {
              id,
              status,
              timestamp: String(Math.floor(Date.now() / 1000)),
              recipient_id: '2348030000000',
              ...(key !== undefined && { biz_opaque_callback_data: key }),
              ...(code !== undefined && { errors: [{ code, title: 'Failed', error_data: { details: 'Failed' } }] }),
            },
          ],
        }),
        whatsAppAccess.appSecret,
      ),
    stop: () => {
      isOpen = false
      return new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
  return fake
}

/** Delivers a webhook, and returns whether the server has accepted it. */
export async function deliver(url: string, { body, signature }: Webhook): Promise<boolean> {
  try {
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature }
    const response = await fetch(`${url}/api/messages/whatsapp-events`, { method: 'POST', headers, body })
    return response.ok
  } catch {
    return false
  }
}

const newId = () => `wamid.${randomBytes(16).toString('base64')}`

function change(value: object) {
  const metadata = { display_phone_number: '2348090000000', phone_number_id: whatsAppAccess.phoneNumberId }
  const changes = [{ field: 'messages', value: { messaging_product: 'whatsapp', metadata, ...value } }]
  return { object: 'whatsapp_business_account', entry: [{ id: '102290129340398', changes }] }
}

function signed(content: object, secret: string): Webhook {
  const body = JSON.stringify(content)
  return { body, signature: `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` }
}

function failure(code: number) {
  return { error: { message: `(#${code}) failed`, type: 'OAuthException', code, fbtrace_id: 'A1' } }
}
