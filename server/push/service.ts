import { type BrowserKeys, encrypt, type ServerKeys } from './encryption.ts'

/** What one wants of a push service: how long it may keep a message (seconds), how much it matters, what it replaces. */
export type Wish = { readonly ttl: number; readonly urgency: 'normal' | 'high'; readonly topic: string }

export type Outcome =
  | { readonly state: 'sent' }
  /** The browser is gone for good. */
  | { readonly state: 'gone' }
  /** Trying again will not help: the fault is ours, or the message's. */
  | { readonly state: 'refused'; readonly status: number }
  /** `after` seconds, where the service says so. */
  | { readonly state: 'later'; readonly after: number | undefined }

/** Milliseconds. */
const patience = 10_000

/** The push services of the browsers there are: a server that posts to any address it is given is a tool for others. */
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

/** Hands a message to the browser's push service. */
export async function send(
  { endpoint, keys, text }: { endpoint: string; keys: BrowserKeys; text: string },
  { ttl, urgency, topic }: Wish,
  restaurant: { keys: ServerKeys; contact: string },
): Promise<Outcome> {
  let response: Response
  try {
    response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        Authorization: restaurant.keys.authorization(new URL(endpoint).origin, Date.now(), restaurant.contact),
        'Content-Encoding': 'aes128gcm',
        'Content-Type': 'application/octet-stream',
        TTL: String(ttl),
        Urgency: urgency,
        Topic: topic,
      },
      body: new Uint8Array(encrypt(text, keys)),
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
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
