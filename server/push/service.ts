import { type BrowserKeys, encrypt, isCurvePoint, type ServerKeys } from './encryption.ts'

/**
 * Options for a push service: the seconds to store a message, its urgency, and the topic whose older message it
 * replaces.
 */
export type PushOptions = { readonly ttl: number; readonly urgency: 'normal' | 'high'; readonly topic: string }

export type Outcome =
  | { readonly state: 'sent' }
  /** The subscription has ended for good, or belongs to another server. Without a status, its keys are invalid. */
  | { readonly state: 'gone'; readonly status?: number }
  /** A retry would fail too: the request or the message is wrong. */
  | { readonly state: 'refused'; readonly status: number }
  /** The service may accept a retry. `after` is the wait in seconds that the service demands, if any. */
  | { readonly state: 'later'; readonly after: number | undefined }

const timeoutMs = 10_000

/** The statuses of an endpoint that no longer exists, or that was created with a former key of this server. */
const goneStatuses = [400, 401, 403, 404, 410]

/** The push services of known browsers. A server that posts to any address could be used to attack other servers. */
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

/**
 * The sender that identifies this server to push services. `contact` reaches the operator: an 'https:' or 'mailto:'
 * address.
 */
export type PushSender = { readonly keys: ServerKeys; readonly contact: string }

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
