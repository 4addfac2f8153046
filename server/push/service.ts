import { type BrowserKeys, encrypt, isCurvePoint, type ServerKeys } from './encryption.ts'

/** Options for a push service: seconds to store a message, its urgency, and the topic whose older message it replaces. */
export type PushOptions = { readonly ttl: number; readonly urgency: 'normal' | 'high'; readonly topic: string }

export type Outcome =
  | { readonly state: 'sent' }
  /** The subscription has ended permanently, or belongs to another server. Without a status, its keys are invalid. */
  | { readonly state: 'gone'; readonly status?: number }
  /** A retry would fail too: the request or the message is wrong. */
  | { readonly state: 'refused'; readonly status: number }
  /** Retry, after `after` seconds if the service names them. */
  | { readonly state: 'later'; readonly after: number | undefined }

/** The timeout of a request. */
const timeoutMs = 10_000

/** The statuses for an endpoint that is gone, or was created with a former key of this server. */
const goneStatuses = [400, 401, 403, 404, 410]

/** The push services of known browsers. A server that posts to arbitrary addresses could be abused to attack others. */
const services = [
  /^https:\/\/fcm\.googleapis\.com\//,
  /^https:\/\/jmt17\.google\.com\/fcm\/send\//,
  /^https:\/\/[\w.-]+\.push\.services\.mozilla\.com\//,
  /^https:\/\/[\w.-]+\.push\.apple\.com\//,
  /^https:\/\/[\w.-]+\.notify\.windows\.com\//,
]

export function isPushService(endpoint: string): boolean {
  return URL.canParse(endpoint) && services.some((each) => each.test(new URL(endpoint).href))
}

/** The sender that identifies this server to push services. `contact`: 'https:' or 'mailto:', for reaching the operator. */
export type PushSender = { readonly keys: ServerKeys; readonly contact: string }

/** Sends an encrypted message to the browser's push service. */
export async function send(
  { endpoint, keys, text }: { endpoint: string; keys: BrowserKeys; text: string },
  { ttl, urgency, topic }: PushOptions,
  sender: PushSender,
): Promise<Outcome> {
  if (!isCurvePoint(keys.p256dh)) return { state: 'gone' }
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
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
  } catch {
    return { state: 'later', after: undefined }
  }
  const { status } = response
  if (response.ok) return { state: 'sent' }
  if (goneStatuses.includes(status)) return { state: 'gone', status }
  if (status !== 429 && status < 500) return { state: 'refused', status }
  const after = Number(response.headers.get('retry-after') ?? Number.NaN)
  return { state: 'later', after: Number.isFinite(after) ? after : undefined }
}
