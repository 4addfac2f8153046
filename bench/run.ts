// `npm run bench`: pages and orders per second, beside the limit of this machine in the same run. The client shares the cores
// with the server and may be what limits both, so a ratio shows a change between two runs and no share of the limit. A report and
// its figures lie in `test-results/bench`, or where `--report` says; `--compare FILE` prints the figures of an earlier run, its
// `figures.json`, beside these.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { quoteRequest } from '#contract/order/quotes.ts'
import { type Findable, search } from '#domain/menu/search.ts'
import {
  clearDataDir,
  freePort,
  postgresOf,
  printedSignIns,
  type RunningServer,
  startServer,
  temporaryDataDir,
} from '#tests/support/running-server.ts'
import { bareOrders } from './bare-orders.ts'
import { board } from './board.ts'
import { customiser } from './customiser.ts'
import { compareWith, figure, progress, writeReport } from './figures.ts'
import { growth } from './growth.ts'
import { streams } from './streams.ts'
import { uncachedPage } from './uncached-page.ts'

/** Milliseconds for each figure. */
const span = 4000
const clients = 16

/** Of those who order: as many connections as the server works on at once. */
const orderingClients = 8

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '100000' },
    /** Hours that pass over the board of the desk, each in a minute; `--night 8`. */
    night: { type: 'string', default: '0' },
    report: { type: 'string', default: 'test-results/bench' },
    compare: { type: 'string' },
  },
})
if (values.compare !== undefined) await compareWith(values.compare)

/** The least share of what a bare server, or bare SQL, does that is wanted. */
const shares = { page: 0.7, menu: 0.5, order: 0.6 }

/** Kilobytes of the HTML of the largest category, before compression. */
const htmlLimit = 70

/** Milliseconds until the menu answers. */
const startLimit = 1000

/** The connections of all clients. An idle one ends before the server closes it, which it does after 5 s. */
const agent = new Agent({ keepAlive: true, timeout: 2000 })

/** Milliseconds of the server's processor time that a quote and its order may take. */
const orderLimit = 4

/** Megabytes, of the server and of the process that keeps it, without PostgreSQL. */
const limits = { idle: 160, underLoad: 250 }

const dataDir = await temporaryDataDir()
const port = await freePort()
const env = { DATA_DIR: dataDir, TRUSTED_PROXIES: '1', PORT: String(port) }
const start = () => startServer({ program: 'tools/start.mjs', env })
progress('The first start')
// It writes the database and the code cache, and prints the passwords.
const first = await start()
const [[, ownersPassword = ''] = []] = printedSignIns(first.stdout())
progress('The pictures')
// Drawn once in a restaurant's life: what comes after is measured without them.
const drawn = async () => (await readdir(join(dataDir, 'media')).catch(() => [])).length
for (let before = -1, now = 0; now !== before; now = await drawn()) {
  before = now
  await sleep(5000)
}
await first.stop()
const began = performance.now()
const starting = start()
// The server answers before it has tried the passwords that it prints.
while (!(await answersMenu())) await sleep(5)
const started = performance.now() - began
const restaurant = await starting
try {
  console.log(`\n  ${clients} clients, ${span / 1000} s each\n`)
  await startTime(started)
  progress('Memory')
  // V8 gives the pages that a start has emptied back after 8 s.
  await sleep(10_000)
  await memory('idle', limits.idle)
  await pages(restaurant)
  await menu(restaurant)
  await orders(restaurant)
  await memory('after the load', limits.underLoad)
  await uncachedPage(restaurant.url)
  console.log()
  await growth(restaurant, dataDir, { ownersPassword, many: Number(values.orders) })
  console.log()
  progress('The customiser')
  await customiser(restaurant.url)
  console.log()
  progress('The board of the desk')
  await board(restaurant.url, { ownersPassword, hours: Number(values.night) })
  console.log()
  await searches(restaurant)
  await streams()
  await writeReport(values.report)
} finally {
  await restaurant.stop()
  await clearDataDir(dataDir)
}

async function answersMenu(): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/menu`).catch(() => undefined)
  return answer?.ok === true
}

/** From the command until the menu answers, beside Node that starts twice and does nothing. */
async function startTime(ours: number): Promise<void> {
  const began = performance.now()
  for (const _ of [1, 2]) await once(spawn(process.execPath, ['-e', '']), 'exit')
  const bare = performance.now() - began
  const beside = { what: 'Node alone, twice', value: bare }
  figure({ what: 'until the menu answers, warm', value: ours, unit: 'ms', limit: startLimit, beside })
}

/** The server and the process that keeps it. */
async function ownProcesses(): Promise<number[]> {
  const parents = new Map<number, { parent: number; command: string }>()
  for (const name of await readdir('/proc').catch(() => [])) {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => undefined)
    const [, parent] = /^\d+ \(.*\) \S (\d+)/s.exec(stat ?? '') ?? []
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    if (parent) parents.set(Number(name), { parent: Number(parent), command })
  }
  const own = [...parents].flatMap(([id, { parent, command }]) => {
    return id === restaurant.pid || (parent === restaurant.pid && /\bmain\.[jt]s/.test(command)) ? [id] : []
  })
  return own
}

/** Linux alone tells it. */
async function memory(when: string, limit: number): Promise<void> {
  const own = await ownProcesses()
  if (own.length === 0) return
  const sizes = await Promise.all(own.map(async (id) => resident(await readFile(`/proc/${id}/status`, 'utf8'))))
  const sum = sizes.reduce((total, each) => total + each, 0)
  figure({ what: `of memory ${when}, the server and its keeper`, value: sum, unit: 'MB', limit })
}

/** Milliseconds of processor time so far. The system counts hundredths of a second. */
async function processorTime(ids: readonly number[]): Promise<number> {
  const stats = await Promise.all(ids.map((id) => readFile(`/proc/${id}/stat`, 'utf8')))
  const ticks = stats.flatMap((stat) =>
    stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13),
  )
  return ticks.reduce((sum, each) => sum + Number(each), 0) * 10
}

/** Megabytes of `/proc/ID/status`. */
function resident(status: string): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1000
}

async function pages({ url }: RunningServer): Promise<void> {
  const html = await read(`${url}/menu/grills`, { 'Accept-Encoding': 'identity' })
  figure({ what: 'of HTML for Grills, not compressed', value: html.length / 1000, unit: 'kB', limit: htmlLimit })
  for (const encoding of ['br', 'identity']) {
    await besideBare(`${url}/menu/grills`, { encoding, what: 'pages of the menu', share: shares.page })
  }
}

async function menu({ url }: RunningServer): Promise<void> {
  await besideBare(`${url}/api/menu/grills`, { encoding: 'br', what: 'menus as JSON', share: shares.menu })
}

/** What the server answers, beside a bare server that sends the same bytes. */
async function besideBare(
  url: string,
  { encoding, what, share }: { encoding: string; what: string; share: number },
): Promise<void> {
  progress(what)
  const headers = { 'Accept-Encoding': encoding }
  const bytes = await read(url, headers)
  const bare = createServer((_, answer) => answer.end(bytes)).listen(0, '127.0.0.1')
  await new Promise((resolve) => bare.once('listening', resolve))
  const limit = await perSecond(() => read(`http://127.0.0.1:${(bare.address() as AddressInfo).port}/`, headers))
  const ours = await perSecond(() => read(url, headers))
  bare.close()
  const beside = { what: 'the same bytes from a bare server', value: limit, limit: share }
  figure({ what: `${what}, ${encoding}`, value: ours, unit: '/s', beside })
}

/** A quote and its order, beside the same statements in the same PostgreSQL, sent by pg alone. */
async function orders({ url }: RunningServer): Promise<void> {
  progress('Orders')
  const { items } = await json(await fetch(`${url}/api/menu/softdrinks`))
  const itemId = items.find((item: { available: boolean }) => item.available).id
  const cookies = await Promise.all(Array.from({ length: 64 }, (_, index) => signUp(url, index)))
  const postgres = await postgresOf(dataDir)
  if (!postgres) throw new Error('No PostgreSQL runs in the data folder.')
  const connection = { host: postgres.host, port: postgres.port, user: 'buka', database: 'buka' }
  const bare = await bareOrders(connection, {
    dataDir,
    token: /session_token=([^.;]+)/.exec(cookies[0] ?? '')?.[1] ?? '',
    request: quoteRequest.parse({ items: [{ itemId, selection: {}, quantity: 1, chefComment: 'bare' }] }),
    username: 'bench ',
    clients: orderingClients,
  })
  const pool = new pg.Pool({ ...connection, max: 1 })
  // One account has few unpaid orders, and a kitchen few open ones: the last order reads as little as the first.
  const serving = setInterval(() => {
    void pool.query(
      `with served as (
         update orders set status = 'completed', payment = 'found', received = total, acknowledged_at = now(), ready_at = now(),
                finished_at = now() where status = 'pending' returning id)
       delete from stock_holds using served where quote_id = served.id`,
    )
  }, 100)
  let made = 0
  const order = async () => {
    made += 1
    const cookie = cookies[made % cookies.length] ?? ''
    const lines = [{ itemId, selection: {}, quantity: 1 + (made % 90), chefComment: `table ${made}` }]
    const address = addressOf(made % cookies.length)
    const quote = JSON.parse(textOf(await send(url, '/api/quotes', { items: lines }, cookie, address)))
    await send(url, '/api/orders', { quoteId: quote.id }, cookie, address)
  }
  // A server takes orders for weeks: the time in which V8 compiles what they need is not measured.
  await perSecond(order, orderingClients)
  const own = await ownProcesses()
  const [madeBefore, processorBefore] = [made, await processorTime(own)]
  const ours = await perSecond(order, orderingClients)
  const each = ((await processorTime(own)) - processorBefore) / (made - madeBefore)
  const limit = await perSecond(() => bare.place(false), orderingClients)
  const bareBefore = process.cpuUsage()
  let sent = 0
  const inRoundTrips = await perSecond(async () => {
    sent += 1
    await bare.place(true)
  }, orderingClients)
  const { user, system } = process.cpuUsage(bareBefore)
  if (own.length > 0) {
    const alone = { what: 'pg alone, for their statements', value: (user + system) / 1000 / sent }
    figure({
      what: "of the server's processor time an order",
      value: each,
      unit: 'ms',
      limit: orderLimit,
      beside: alone,
    })
  }
  clearInterval(serving)
  await Promise.all([pool.end(), bare.end()])
  const beside = { what: 'the same statements from bare clients', value: limit, limit: shares.order }
  figure({ what: `orders, quoted and placed by ${orderingClients} clients`, value: ours, unit: '/s', beside })
  figure({ what: "their statements from bare clients, in the server's round trips", value: inRoundTrips, unit: '/s' })
}

/** A search of the whole menu with two typing errors, beside a plain look for the same text in the same menu. */
async function searches({ url }: RunningServer): Promise<void> {
  const { items } = await json(await fetch(`${url}/api/menu`))
  const dishes: Findable[] = items.map(({ name, description, category }: Findable) => {
    return { name, description, category: [category].flat(), choices: [] }
  })
  const texts = dishes.map((dish) => JSON.stringify(dish).toLowerCase())
  const limit = await perSecond(async () => texts.filter((text) => text.includes('strawbery shawrma')))
  const ours = await perSecond(async () => search(dishes, 'strawbery shawrma'))
  const beside = { what: 'plain looks for the same text', value: limit }
  figure({ what: `searches of ${dishes.length} dishes`, value: ours, unit: '/s', beside })
}

/** How often `work` is done in a second by so many clients, after a short run-up. */
async function perSecond(work: () => Promise<unknown>, many = clients): Promise<number> {
  const until = (end: number) =>
    Promise.all(
      Array.from({ length: many }, async () => {
        let done = 0
        for (; performance.now() < end; done++) await work()
        return done
      }),
    )
  await until(performance.now() + span / 4)
  const began = performance.now()
  const done = await until(began + span)
  return (done.reduce((sum, each) => sum + each, 0) / (performance.now() - began)) * 1000
}

type Answer = { readonly status: number; readonly cookies: readonly string[]; readonly bytes: Buffer }

/** By Node's own client, and the bytes as they are sent: `fetch`, and to decode a page, would take longer than to serve it. */
function ask(url: string, headers: Record<string, string>, body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const collect = (answer: IncomingMessage) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.once('end', () => {
        const cookies = answer.headers['set-cookie'] ?? []
        resolve({ status: answer.statusCode ?? 0, cookies, bytes: Buffer.concat(chunks) })
      })
      answer.once('error', reject)
    }
    const asked = request(url, { method: body === undefined ? 'GET' : 'POST', headers, agent }, collect)
    asked.once('error', reject)
    asked.end(body)
  })
}

async function read(url: string, headers: Record<string, string>): Promise<Buffer> {
  return (await ask(url, headers)).bytes
}

/** Throws where the answer is a problem. It is compressed, as a browser has it. */
async function send(url: string, path: string, body: object, cookie = '', address = '10.0.0.1'): Promise<Answer> {
  const headers = { 'Content-Type': 'application/json', 'Accept-Encoding': 'gzip', 'X-Forwarded-For': address }
  const answer = await ask(url + path, { ...headers, Cookie: cookie }, JSON.stringify(body))
  if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${textOf(answer)}`)
  return answer
}

/** Small bodies are sent as they are. */
function textOf({ bytes }: Answer): string {
  return (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString()
}

function addressOf(index: number): string {
  return `10.0.1.${1 + index}`
}

async function signUp(url: string, index: number): Promise<string> {
  const customer = {
    username: `bench ${index}`,
    password: 'hot pepper soup',
    phone: `080300000${10 + index}`,
    locationId: 'yaba',
    address: '1 Bench Road',
  }
  const { cookies } = await send(url, '/api/customers', customer, '', addressOf(index))
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ')
}

// biome-ignore lint/suspicious/noExplicitAny: read at one place each
async function json(answer: Response): Promise<any> {
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
  return answer.json()
}
