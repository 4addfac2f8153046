import { createECDH } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomOf } from './random.ts'

/** Count of answers by kind of attack; 0 is a connection without an answer. */
export type Tally = Map<string, Map<number, number>>

type Target = {
  readonly url: string
  readonly seed: number
  /** Usernames of honest customers. */
  readonly names: readonly string[]
  readonly dishes: readonly string[]
  readonly perSecond: number
}

/** The answer to a command comes when the command is done; the answer to an attack is the tally so far. */
export type StrangerCommand =
  | { readonly type: 'prepare'; readonly target: Target }
  | { readonly type: 'attack'; readonly ms: number }

/** Concurrent requests and open connections of one person with a laptop and a rented list of addresses. */
const strength = { atOnce: 100, halfOpen: 100, slowBodies: 50, streams: 100 } as const

/** Returns a stranger that makes every attack, from one address and from many. */
export function openStranger({ url, seed, names, dishes, perSecond }: Target) {
  const { hostname, port } = new URL(url)
  const random = randomOf(seed)
  const tally: Tally = new Map()
  const accounts: string[] = []

  const pick = <Value>(among: readonly Value[]) => among[Math.floor(random() * among.length)] as Value
  const figure = () => Math.floor(random() * 256)
  const figures = () => String(Math.floor(random() * 10_000_000)).padStart(7, '0')
  const address = () => (random() < 0.5 ? '203.0.113.7' : `198.18.${figure()}.${figure()}`)
  const text = (length: number) => Array.from({ length }, () => pick([...'ACDEFGHJKMNPQRTUVWXY3479'])).join('')

  function count(kind: string, status: number): void {
    const of = tally.get(kind) ?? new Map<number, number>()
    tally.set(kind, of.set(status, (of.get(status) ?? 0) + 1))
  }

  type Sent = { readonly status: number; readonly cookie: string; readonly body: string }

  function send(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Sent> {
    return new Promise((resolve) => {
      const lost = () => resolve({ status: 0, cookie: '', body: '' })
      const sent = httpRequest(
        {
          hostname,
          port,
          method,
          path,
          timeout: 20_000,
          headers: {
            'X-Forwarded-For': address(),
            ...(body && { 'Content-Type': 'application/json' }),
            ...headers,
          },
        },
        (answer) => {
          let read = ''
          const cookie = (answer.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
          answer.setEncoding('utf8').on('data', (part: string) => {
            read += part
          })
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, cookie, body: read }))
          answer.on('error', lost)
        },
      )
      sent.on('timeout', () => sent.destroy())
      sent.on('error', lost)
      sent.end(body && JSON.stringify(body))
    })
  }

  const cart = () => ({
    items: [{ itemId: pick(dishes), selection: {}, quantity: 20, chefComment: text(9) }],
  })

  const attacks: Readonly<Record<string, () => Promise<number>>> = {
    hold: async () => (await send('POST', '/api/quotes', cart(), { Cookie: pick(accounts) })).status,
    claim: async () => {
      const Cookie = pick(accounts)
      const quote = await send('POST', '/api/quotes', cart(), { Cookie })
      if (quote.status !== 201) return quote.status
      return (await send('POST', '/api/orders', { quoteId: JSON.parse(quote.body).id }, { Cookie })).status
    },
    'sign-in, right name': async () =>
      (await send('POST', '/api/session', { identifier: pick(names), password: text(12) })).status,
    'sign-in, any name': async () =>
      (await send('POST', '/api/session', { identifier: text(8), password: text(12) })).status,
    'reset code': async () =>
      (await send('POST', '/api/password-reset', { identifier: pick(names), code: text(9), password: text(20) }))
        .status,
    'sign-up': signUp,
    guest: async () => enter('/api/guests', { name: `Stranger ${text(6)}`, phone: `0702${figures()}` }),
    subscription: async () => {
      const endpoint = `https://fcm.googleapis.com/fcm/send/${text(40)}`
      const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: text(22) }
      return (await send('POST', '/api/push-subscriptions', { endpoint, keys }, { Cookie: pick(accounts) })).status
    },
    'cache key': async () =>
      (
        await pick([
          () => send('GET', `/orders/${text(9)}/receipt`),
          () => send('GET', `/menu/${text(6)}`),
          () => send('GET', `/?${text(6)}=${text(6)}`),
          () => send('GET', '/menu/grills', undefined, { Host: `${text(8)}.example` }),
        ])()
      ).status,
    'another role': async () => (await send('GET', '/api/desk/orders', undefined, { Cookie: pick(accounts) })).status,
  }

  async function enter(path: string, form: object): Promise<number> {
    const { status, cookie } = await send('POST', path, form)
    if (status === 201) accounts.push(cookie)
    return status
  }

  function signUp(): Promise<number> {
    return enter('/api/customers', {
      username: `Stranger ${text(9)}`,
      password: 'one pot of poison',
      phone: `0701${figures()}`,
      locationId: 'victoria-island',
      address: '1 Nowhere',
    })
  }

  /** Opens a connection that sends `head` and then nothing, or a byte a second. When it is closed, opens the next. */
  async function hang(kind: string, head: () => string, signal: AbortSignal, drip = false): Promise<void> {
    while (!signal.aborted) {
      const socket = connect(Number(port), hostname, () => socket.write(head()))
      const dripping = drip ? setInterval(() => socket.write('a'), 1000) : undefined
      const stop = () => socket.destroy()
      signal.addEventListener('abort', stop)
      socket.on('error', () => {})
      socket.on('data', () => {})
      await new Promise((resolve) => socket.once('close', resolve))
      clearInterval(dripping)
      signal.removeEventListener('abort', stop)
      if (!signal.aborted) count(kind, 0)
      await sleep(1000)
    }
  }

  const forwarded = () => `Host: ${hostname}\r\nX-Forwarded-For: ${address()}\r\n`

  return {
    async prepare(): Promise<void> {
      while (accounts.length < 10) await signUp()
    },
    /** Attacks until `signal` is aborted, then closes every connection. */
    async attack(signal: AbortSignal): Promise<Tally> {
      const half = () => 'GET / HTTP/1.1\r\nHost: '
      const slow = () =>
        `POST /api/session HTTP/1.1\r\n${forwarded()}Content-Type: application/json\r\nContent-Length: 9000\r\n\r\n{`
      const stream = () => `GET /api/stream?topics=menu HTTP/1.1\r\n${forwarded()}\r\n`
      const hanging = [
        ...Array.from({ length: strength.halfOpen }, () => hang('half-open', half, signal)),
        ...Array.from({ length: strength.slowBodies }, () => hang('slow body', slow, signal, true)),
        ...Array.from({ length: strength.streams }, () => hang('stream', stream, signal)),
      ]
      const under = new Set<Promise<void>>()
      const kinds = Object.keys(attacks)
      for (let due = performance.now(); !signal.aborted; due += 1000 / perSecond) {
        const wait = due - performance.now()
        if (wait > 0) await sleep(wait)
        if (under.size >= strength.atOnce) await Promise.race(under)
        const kind = pick(kinds)
        const one = (attacks[kind]?.() ?? Promise.resolve(0)).then((status) => count(kind, status))
        under.add(one)
        void one.finally(() => under.delete(one))
      }
      await Promise.all([...under, ...hanging])
      return tally
    },
  }
}
