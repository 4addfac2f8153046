import { type BrowserKeys, encrypt, type ServerKeys } from './encryption.ts'

/** How a push service handles a message: seconds to store it, its urgency, and the topic whose older message it replaces. */
export type PushOptions = { readonly ttl: number; readonly urgency: 'normal' | 'high'; readonly topic: string }

type Outcome =
  | { readonly state: 'sent' }
  /** The subscription has ended for good. */
  | { readonly state: 'gone' }
  /** A retry would not help: the request or the message is wrong. */
  | { readonly state: 'refused'; readonly status: number }
  /** Retry, after `after` seconds if the service names them. */
  | { readonly state: 'later'; readonly after: number | undefined }

/** Milliseconds. */
const timeout = 10_000

/** The push services of the known browsers. A server that posts to any given address could be abused for attacks on others. */
const services = [
  /^fcm\.googleapis\.com$/,
  /\.push\.services\.mozilla\.com$/,
  /\.push\.apple\.com$/,
  /\.notify\.windows\.com$/,
]

export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false
  const { protocol, hostname, port, username } = new URL(endpoint)
  return protocol === 'https:' && port === '' && username === '' && services.some((each) => each.test(hostname))
}

/** Sends an encrypted message to the browser's push service. */
export async function send(
  { endpoint, keys, text }: { endpoint: string; keys: BrowserKeys; text: string },
  { ttl, urgency, topic }: PushOptions,
  sender: { keys: ServerKeys; contact: string },
): Promise<Outcome> {
  let response: Response
  try {
    response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        Authorization: sender.keys.authorization(new URL(endpoint).origin, Date.now(), sender.contact),
        'Content-Encoding': 'aes128gcm',
        'Content-Type': 'application/octet-stream',
        TTL: String(ttl),
        Urgency: urgency,
        Topic: topic,
      },
      body: new Uint8Array(encrypt(text, keys)),
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    await response.body?.cancel()
  } catch {
    return { state: 'later', after: undefined }
  }
  const { status } = response
  if (response.ok) return { state: 'sent' }
  if (status === 404 || status === 410) return { state: 'gone' }
  if (status !== 429 && status < 500) return { state: 'refused', status }
  const after = Number(response.headers.get('retry-after') ?? Number.NaN)
  return { state: 'later', after: Number.isFinite(after) ? after : undefined }
}
