// Sends hostile requests to every endpoint of /api/openapi.json, as every role: `npm run fuzz`. No answer may be a 5xx,
// and every 4xx must be a problem document with sentences for a person. `--full` sends 20,000 requests, `--requests N`
// sends N. `--url` tests a running server, whose data folder is DATA_DIR. SEED repeats the requests of a run.
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import type { Order } from '#contract/order/orders.ts'
import type { Quote } from '#contract/order/quotes.ts'
import { addressOf, type Person, plainDishes, signUp } from './people.ts'
import { randomOf, seedOfRun } from './random.ts'
import { CannotStart, type Progress, progress, run, table } from './report.ts'
import { openRestaurant, visitRestaurant } from './server-under-test.ts'

export type Options = {
  readonly seed: number
  readonly requests: number
  /** The address of a running server. Without an address the program starts a server. */
  readonly url?: string | undefined
  readonly databaseUrl?: string | undefined
}

export type Outcome = {
  readonly options: Options
  readonly endpoints: number
  readonly statuses: ReadonlyMap<number, number>
  readonly failures: readonly string[]
  readonly seconds: number
}

/** The parts of JSON Schema that openapi.json uses. */
type Schema = {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  /** False for a list of fixed length, whose entries have schemas of their own. */
  readonly items?: Schema | false
  readonly minimum?: number
}
type Parameter = { readonly name: string; readonly in: 'path' | 'query'; readonly schema: Schema }
type Operation = {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}
type Endpoint = { readonly method: string; readonly path: string; readonly operation: Operation }
type Sent = {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly body: BodyInit | null
}

/** Values of the right kind by field name, so that requests pass the validation. */
type Samples = Readonly<Record<string, readonly unknown[]>>

const concurrency = 8

const timeoutMs = 15_000
/** Endpoints that wait for events; requests to them are cut off early. */
const waiting = ['/api/stream', '/api/changes']

/** Sentences without a full stop, which the specification prescribes. */
const ofSpecification = new Set([
  'Invalid credentials',
  'User not authenticated',
  'User data not found',
  'Username already exists',
  'Phone number already registered',
])
const sentence = /^["“‘'₦\p{Lu}\p{N}].*[.!?…)]["”’']?$/su
/** Words of validators that only programmers understand. */
const jargon =
  /Invalid (input|string|option|number|key|element|ISO|UUID|URL|type|value|discriminator)|\b(zod|regex|NaN|undefined|null|enum|boolean|schema)\b|\bexpected\b|Too (big|small)|Unrecognized key|must match pattern|\bat position \d/i

const nasty: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.5,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  Number.MIN_VALUE,
  '',
  ' ',
  '0',
  '-1',
  'true',
  '\u0000',
  'a\u0000b',
  '\u0001\u0007\u001b[31m\u007f',
  '\ud800',
  '\udfff\ud83d',
  '\u202egnp.exe',
  '😀'.repeat(200),
  'ẹ̀'.repeat(500),
  'x'.repeat(20_000),
  '9'.repeat(400),
  "'; drop table orders; --",
  '%s%n%x',
  '{{7*7}}',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '2026-02-30T25:61:61Z',
  '+999999-01-01T00:00:00Z',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '0000-01-01T00:00:00.000Z',
  `a${' '.repeat(30_000)}b`,
  [],
  [[[[[[]]]]]],
  {},
  { __proto__: null, toString: 1, constructor: { prototype: {} } },
]

const contentTypes = [
  undefined,
  '',
  'text/plain',
  'text/html; charset=utf-7',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/problem+json',
  'image/png',
  'json',
]

const rawBodies: readonly BodyInit[] = [
  '',
  '{',
  '{"a":',
  'null',
  '[]',
  '"text"',
  '123',
  'NaN',
  '{"a":1,"a":2}',
  '{"__proto__":{"role":"owner"}}',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `{"lines":${'9'.repeat(5000)}}`,
  new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d]),
  new Uint8Array([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
  `{"note":"${'x'.repeat(70_000)}"}`,
  `{${Array.from({ length: 6000 }, (_, index) => `"${index}":1`).join()}}`,
]

export async function fuzz(options: Options, show: Progress): Promise<Outcome> {
  const began = performance.now()
  const restaurant = options.url === undefined ? await openRestaurant(options) : await visitRestaurant(options.url)
  try {
    const [url = ''] = restaurant.urls
    const endpoints = await endpointsOf(url)
    // A running server has the accounts of earlier runs, so each run signs up customers with other numbers.
    const first = options.url === undefined ? 0 : Math.floor(Date.now() / 1000) % 8_000_000
    const customers = [await signUp(url, first), await signUp(url, first + 1)]
    const samples = await samplesOf(url, customers)
    const callers: readonly (string | undefined)[] = [
      undefined,
      'buka.session_token=forged.signature',
      ...[...customers, ...Object.values(restaurant.staff)].map(({ cookie }) => cookie),
    ]
    const statuses = new Map<number, number>()
    const failures = new Map<string, string>()
    let next = 0
    const send = async () => {
      for (let index = next++; index < options.requests; index = next++) {
        const random = randomOf(options.seed * 1_000_003 + index)
        const endpoint = pick(endpoints, random)
        const sent = requestFor(endpoint, pick(callers, random), samples, random, index)
        const { status, problem } = await judge(url, sent)
        if (status !== undefined) statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (problem) {
          const kind = `${endpoint.method} ${endpoint.path}: ${problem}`
          if (!failures.has(kind)) failures.set(kind, `${kind}\n      request ${index}: ${described(sent)}`)
        }
        show(`${index + 1} of ${options.requests} requests to ${endpoints.length} endpoints, ${failures.size} failures`)
      }
    }
    await Promise.all(Array.from({ length: concurrency }, send))
    // Check that the sessions lasted: without a session most requests are refused before their input is read.
    for (const cookie of callers.slice(2)) {
      const { status } = await fetch(`${url}/api/account`, { headers: { Cookie: cookie ?? '' } })
      if (status !== 200) failures.set(`session ${failures.size}`, `a session of the run has ended: ${status}`)
    }
    return {
      options,
      endpoints: endpoints.length,
      statuses,
      failures: [...failures.values(), ...restaurant.bugs()],
      seconds: (performance.now() - began) / 1000,
    }
  } finally {
    await restaurant.close()
  }
}

async function endpointsOf(url: string): Promise<Endpoint[]> {
  const response = await fetch(`${url}/api/openapi.json`)
  if (!response.ok) throw new CannotStart(`${url}/api/openapi.json answers ${response.status}.`)
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, Operation>> }
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

/** Returns real ids, some of another customer's order. Staff ids are left out: a valid request could lock staff out. */
async function samplesOf(url: string, customers: readonly Person[]): Promise<Samples> {
  const [dish = ''] = await plainDishes(url)
  const orders: string[] = []
  const quotes: string[] = []
  const accounts: string[] = []
  for (const customer of customers) {
    for (const note of ['first', 'second']) {
      const items = [{ itemId: dish, selection: {}, quantity: 1, chefComment: note }]
      const { body: quote } = await customer.send<Quote>('POST', '/api/quotes', { items })
      quotes.push(quote.id)
      accounts.push(...quote.accounts.map(({ id }) => id))
      if (note === 'first') {
        orders.push((await customer.send<Order>('POST', '/api/orders', { quoteId: quote.id })).body.orderId)
      }
    }
  }
  const unknown = ['7Q4M2KX9A', randomUUID()]
  return {
    id: [...orders, dish, ...customers.map(({ id }) => id), ...unknown],
    orderId: [...orders, ...unknown],
    quoteId: [...quotes, ...orders, ...unknown],
    itemId: [dish, ...unknown],
    accountId: accounts,
    account: [...customers.map(({ id }) => id), ...unknown],
    category: ['grills', 'breakfast', 'nowhere'],
    topics: ['menu', 'orders', 'desk', 'menu,orders', 'nothing'],
    since: ['', '1:1:', '99999999999:99999999999:'],
    phone: ['08031234567', '+2348031234567', '0123'],
    customerPhone: ['08031234567'],
    locationId: ['victoria-island', 'atlantis'],
    deliveryMethod: ['delivery', 'pick-up'],
    quantity: [1, 2, 99],
    amount: [1000, 5000],
    code: ['1234'],
    note: ['no pepper'],
    reason: ['The customer called'],
    // A sentence, because customers read this text as the owner wrote it.
    paused: ['Our kitchen opens again at six.'],
    password: ['one pot of egusi'],
  }
}

/** Endpoints that are called without a cookie, because a call would end the session of the following requests. */
const endsSession = [
  'DELETE /api/session',
  'DELETE /api/account/sessions',
  'POST /api/session',
  'POST /api/customers',
  'POST /api/password-reset',
  'POST /api/guests',
  'POST /api/guest-sessions',
  'POST /api/account/deletion',
  'POST /api/office/customers/{id}/erasure',
]

function requestFor(
  { method, path, operation }: Endpoint,
  cookie: string | undefined,
  samples: Samples,
  random: () => number,
  index: number,
): Sent {
  const headers = new Headers({ 'X-Forwarded-For': addressOf(index % 50_000) })
  if (cookie !== undefined && !endsSession.includes(`${method} ${path}`)) headers.set('Cookie', cookie)
  if (random() < 0.05) headers.set('Last-Event-ID', pick(['x', '1:2:3,4', '9'.repeat(100)], random))
  const parameters = operation.parameters ?? []
  const at = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const schema = parameters.find((each) => each.name === name)?.schema ?? {}
    const value = random() < 0.3 ? pick(nasty, random) : sampleOf(schema, name, samples, random)
    // A segment of dots, or an empty segment, would change the path.
    return segmentOf(textOf(value)) || '%00'
  })
  const query = new URLSearchParams()
  for (const each of parameters.filter((parameter) => parameter.in === 'query')) {
    if (random() < 0.2) continue
    const value = random() < 0.3 ? pick(nasty, random) : sampleOf(each.schema, each.name, samples, random)
    query.append(each.name, textOf(value).slice(0, 2000))
    if (random() < 0.05) query.append(each.name, 'again')
  }
  if (random() < 0.05) query.append(pick(['unknown', '__proto__', '\u0000', 'a[b]'], random), 'x')
  const rest = query.size > 0 ? `?${query}` : ''
  const isOther = random() < 0.02
  const sent = { method: isOther ? pick(['PUT', 'PATCH', 'DELETE'], random) : method, path: `${at}${rest}`, headers }
  const schema = operation.requestBody?.content['application/json']?.schema
  if (sent.method === 'GET' || (isOther && cookie !== undefined) || (!schema && random() < 0.7)) {
    // DELETE with a cookie could sign out, so the method is PUT.
    return { ...sent, method: isOther && cookie !== undefined ? 'PUT' : sent.method, body: null }
  }
  const type = random() < 0.1 ? pick(contentTypes, random) : 'application/json'
  if (type !== undefined) headers.set('Content-Type', type)
  if (random() < 0.1) return { ...sent, body: pick(rawBodies, random) }
  let body = sampleOf(schema ?? {}, '', samples, random)
  for (let left = Math.floor(random() * 4); left > 0; left--) body = mutated(body, random)
  return { ...sent, body: JSON.stringify(body) ?? '' }
}

/**
 * Returns a value of the schema's type, in which an object may lack fields. `samples` has values for fields with a
 * pattern or a length limit.
 */
function sampleOf(schema: Schema, name: string, samples: Samples, random: () => number): unknown {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return sampleOf(pick(choices, random), name, samples, random)
  if ('const' in schema) return schema.const
  if (schema.enum) return pick(schema.enum, random)
  if (schema.type === 'object' || schema.properties) {
    const entries = Object.entries(schema.properties ?? {}).filter(() => random() < 0.9)
    return Object.fromEntries(entries.map(([key, each]) => [key, sampleOf(each, key, samples, random)]))
  }
  if (schema.type === 'array') {
    return Array.from({ length: Math.floor(random() * 3) }, () => sampleOf(schema.items || {}, name, samples, random))
  }
  const known = samples[name]
  if (known && random() < 0.9) return pick(known, random)
  if (schema.type === 'integer' || schema.type === 'number') return (schema.minimum ?? 0) + Math.floor(random() * 5)
  if (schema.type === 'boolean') return random() < 0.5
  if (schema.type === 'null') return null
  return `${name} ${Math.floor(random() * 1000)}`
}

function mutated(value: unknown, random: () => number): unknown {
  if (Array.isArray(value) && value.length > 0 && random() < 0.8) {
    if (random() < 0.1) return Array.from({ length: 100 }, () => value[0])
    const at = Math.floor(random() * value.length)
    return value.with(at, mutated(value[at], random))
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && random() < 0.9) {
    const entries = Object.entries(value)
    const [key] = pick(entries, random) ?? []
    if (key === undefined || random() < 0.15) {
      return { ...value, [pick(['unknown', 'role', 'price', 'total', '', '\u0000'], random)]: pick(nasty, random) }
    }
    if (random() < 0.15) return Object.fromEntries(entries.filter(([each]) => each !== key))
    return Object.fromEntries(entries.map(([each, old]) => [each, each === key ? mutated(old, random) : old]))
  }
  return pick(nasty, random)
}

/** Sends a request. Answers with the same fault give the same `problem`. */
async function judge(url: string, sent: Sent): Promise<{ status?: number; problem?: string }> {
  const { method, path, headers, body } = sent
  const isWaiting = waiting.some((each) => path.startsWith(each))
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), isWaiting ? 500 : timeoutMs)
  try {
    const response = await fetch(`${url}${path}`, { method, headers, body, signal: abort.signal, redirect: 'manual' })
    const { status } = response
    if (status >= 500) return { status, problem: `status ${status}: ${(await response.text()).slice(0, 200)}` }
    if (status < 400) {
      abort.abort()
      return { status }
    }
    const problem = problemWith(status, response.headers.get('content-type') ?? '', await response.text())
    return problem === undefined ? { status } : { status, problem }
  } catch (error) {
    if (abort.signal.aborted) return isWaiting ? {} : { problem: `no answer within ${timeoutMs / 1000} s` }
    const { message, cause } = error as Error
    return { problem: `the connection failed: ${message} ${(cause as Error | undefined)?.message ?? ''}` }
  } finally {
    clearTimeout(timer)
  }
}

function problemWith(status: number, type: string, text: string): string | undefined {
  if (!type.startsWith('application/problem+json')) return `a ${status} of the type "${type}"`
  const problem = JSON.parse(text) as {
    status?: unknown
    code?: unknown
    detail?: unknown
    errors?: readonly { field?: unknown; detail?: unknown }[]
  }
  if (problem.status !== status) return `a ${status} that says status ${problem.status}`
  if (typeof problem.code !== 'string' || problem.code === '') return `a ${status} without a code`
  // This sentence is the owner's text, which this run has written.
  if (problem.code === 'ordering-paused') return undefined
  for (const { detail } of [problem, ...(problem.errors ?? [])]) {
    if (typeof detail !== 'string') return `a ${status} without a sentence`
    // Leave out quoted parts: the sentence may quote the request, which may contain any words.
    const own = detail.replace(/"[^"]*"/gs, '"…"')
    if (jargon.test(own)) return `jargon: ${own.slice(0, 120)}`
    if (!sentence.test(own) && !ofSpecification.has(own)) return `no sentence: ${own.slice(0, 120)}`
  }
  return undefined
}

function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Encodes a path segment. Text with half a surrogate pair cannot be encoded, and becomes the bytes of such a half. */
function segmentOf(text: string): string {
  try {
    return encodeURIComponent(text).slice(0, 2000).replace(/^\.+$/, '%2e')
  } catch {
    return '%ED%A0%80'
  }
}

function described({ method, path, headers, body }: Sent): string {
  const text = typeof body === 'string' ? body : body === null ? '' : '(bytes)'
  return `${method} ${path.slice(0, 150)} ${headers.get('content-type') ?? ''} ${text.slice(0, 200)}`
}

function pick<Value>(values: readonly Value[], random: () => number): Value {
  return values[Math.floor(random() * values.length)] as Value
}

export function reportOf({ options, endpoints, statuses, seconds }: Outcome): string {
  const sorted = [...statuses].sort(([one], [other]) => one - other)
  return table(`Hostile requests to ${endpoints} endpoints`, {
    seed: options.seed,
    requests: options.requests,
    ...Object.fromEntries(sorted.map(([status, count]) => [`status ${status}`, count])),
    seconds: seconds.toFixed(1),
  })
}

export const quick = { requests: 2000 } as const
export const full = { requests: 20_000 } as const

if (import.meta.main) {
  const { values } = parseArgs({
    options: { full: { type: 'boolean' }, requests: { type: 'string' }, url: { type: 'string' } },
  })
  const requests = Number(values.requests ?? (values.full ? full : quick).requests)
  if (!(Number.isInteger(requests) && requests > 0)) {
    console.error('Usage: npm run fuzz -- [--full | --requests 2000] [--url http://localhost:3000]')
    process.exit(2)
  }
  await run(15, async () => {
    const outcome = await fuzz({ requests, seed: seedOfRun(), url: values.url?.replace(/\/$/, '') }, progress())
    return { report: reportOf(outcome), failures: outcome.failures }
  })
}
