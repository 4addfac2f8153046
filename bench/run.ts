// `npm run bench`: pages and orders per second, beside the limit of this machine in the same run. Only the ratios count: they
// do not depend on the machine's speed.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import {
  clearDataDir,
  postgresOf,
  type RunningServer,
  startServer,
  temporaryDataDir,
} from '#tests/support/running-server.ts'
import { type Findable, search } from '../domain/search.ts'
import { customiser } from './customiser.ts'

/** Milliseconds for each figure. */
const span = 4000
const clients = 16

const dataDir = await temporaryDataDir()
const restaurant = await startServer({ env: { DATA_DIR: dataDir, TRUSTED_PROXIES: '1' } })
try {
  console.log(`\n  ${clients} clients, ${span / 1000} s each\n`)
  await pages(restaurant)
  await orders(restaurant)
  await customiser(restaurant.url)
  await searches(restaurant)
  console.log()
} finally {
  await restaurant.stop()
  await clearDataDir(dataDir)
}

/** A menu page, beside a bare server that sends the same bytes. */
async function pages({ url }: RunningServer): Promise<void> {
  const headers = { 'Accept-Encoding': 'br' }
  const page = await fetch(`${url}/menu/grills`, { headers })
  const bytes = Buffer.from(await page.arrayBuffer())
  const bare = createServer((_, answer) => answer.end(bytes)).listen(0, '127.0.0.1')
  await new Promise((resolve) => bare.once('listening', resolve))
  const limit = await perSecond(() => read(`http://127.0.0.1:${(bare.address() as AddressInfo).port}/`, headers))
  const ours = await perSecond(() => read(`${url}/menu/grills`, headers))
  bare.close()
  report('pages of the menu', ours, 'the same bytes from a bare server', limit)
}

/** A quote and its order, beside two durable inserts into the same PostgreSQL. */
async function orders({ url }: RunningServer): Promise<void> {
  const { items } = await json(await fetch(`${url}/api/menu/softdrinks`))
  const itemId = items.find((item: { available: boolean }) => item.available).id
  const cookies = await Promise.all(Array.from({ length: 64 }, (_, index) => signUp(url, index)))
  const postgres = await postgresOf(dataDir)
  if (!postgres) throw new Error('No PostgreSQL runs in the data folder.')
  const pool = new pg.Pool({ host: postgres.host, port: postgres.port, user: 'buka', database: 'buka', max: clients })
  // One account has few unpaid orders.
  const paying = setInterval(() => {
    void pool.query("update orders set received = total, payment = 'found' where status = 'pending' and received = 0")
  }, 100)
  let made = 0
  const ours = await perSecond(async () => {
    made += 1
    const cookie = cookies[made % cookies.length] ?? ''
    const lines = [{ itemId, selection: {}, quantity: 1 + (made % 90), note: `table ${made}` }]
    const address = addressOf(made % cookies.length)
    const quote = await json(await send(url, '/api/quotes', { lines }, cookie, address))
    await json(await send(url, '/api/orders', { quoteId: quote.id }, cookie, address))
  })
  clearInterval(paying)

  await pool.query(
    'create table if not exists bench (id bigint generated always as identity primary key, document text)',
  )
  const document = 'x'.repeat(1500)
  const limit = await perSecond(async () => {
    await pool.query('insert into bench (document) values ($1)', [document])
    await pool.query('insert into bench (document) values ($1)', [document])
  })
  await pool.end()
  report('orders, quoted and placed', ours, 'pairs of bare durable inserts', limit)
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
  report(`searches of ${dishes.length} dishes`, ours, 'plain looks for the same text', limit)
}

/** How often `work` is done in a second by as many clients as there are, after a short run-up. */
async function perSecond(work: () => Promise<unknown>): Promise<number> {
  const until = (end: number) =>
    Promise.all(
      Array.from({ length: clients }, async () => {
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

function report(what: string, ours: number, beside: string, limit: number): void {
  const rate = (number: number) => `${number.toFixed(0)}/s`.padStart(8)
  console.log(`  ${rate(ours)}  ${what}`)
  console.log(`  ${rate(limit)}  ${beside} (ratio ${(limit / ours).toFixed(1)})\n`)
}

async function read(url: string, headers: Record<string, string>): Promise<void> {
  await (await fetch(url, { headers })).arrayBuffer()
}

const addressOf = (index: number) => `10.0.1.${1 + index}`

function send(url: string, path: string, body: object, cookie = '', address = '10.0.0.1'): Promise<Response> {
  return fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie, 'X-Forwarded-For': address },
    body: JSON.stringify(body),
  })
}

async function signUp(url: string, index: number): Promise<string> {
  const customer = {
    username: `bench ${index}`,
    password: 'hot pepper soup',
    phone: `080300000${10 + index}`,
    locationId: 'yaba',
    address: '1 Bench Road',
  }
  const answer = await send(url, '/api/customers', customer, '', addressOf(index))
  await json(answer)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

// biome-ignore lint/suspicious/noExplicitAny: read at one place each
async function json(answer: Response): Promise<any> {
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
  return answer.json()
}
