// `npm run bench` measures the processor time of server and database for a unit of work, next to a minimal
// implementation in the same run. It writes a report and its figures to `test-results/bench`, or to the folder of
// `--report`. `--compare FILE` also prints the figures of an earlier run from its `figures.json`.
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import type { Quote } from '#contract/order/quotes.ts'
import { type Person, plainDishes, signIn, signUp } from '#tests/faults/people.ts'
import { multiplyOrder } from '#tests/support/many-orders.ts'
import { serverMemory } from '#tests/support/process-tree.ts'
import {
  clearDataDir,
  freePort,
  postgresOf,
  printedSignIns,
  type RunningServer,
  startServer,
  temporaryDataDir,
} from '#tests/support/running-server.ts'
import { board } from './board.ts'
import { cachedAnswers } from './cached-answers.ts'
import { compareWith, figure, progress, writeReport } from './figures.ts'
import { few, growth } from './growth.ts'
import { bareOrder } from './measure.ts'
import { addStanding, orders, serveOrders } from './orders.ts'
import { besideServer } from './processor.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '1000000' },
    /** Hours that pass over the desk's board, as with `--night 8`. An hour takes a minute. */
    night: { type: 'string', default: '0' },
    report: { type: 'string', default: 'test-results/bench' },
    compare: { type: 'string' },
  },
})
if (values.compare !== undefined) await compareWith(values.compare)

/** The most resident megabytes of the server and of the process that restarts it, without PostgreSQL. */
const mostMemory = { idle: 160, underLoad: 250 }

/** The unpaid and open orders while new orders are placed: a quiet hour, and a full kitchen. */
const quiet = { unpaid: 10, open: 0 }
const full = { unpaid: 1000, open: 400 }

const dataDir = await temporaryDataDir()
const folder = await mkdtemp(join(tmpdir(), 'buka-bench-'))
const env = { DATA_DIR: dataDir, TRUSTED_PROXIES: '1', PORT: String(await freePort()) }
let server: RunningServer | undefined
try {
  await run()
} finally {
  await server?.stop()
  await clearDataDir(dataDir)
  await rm(folder, { recursive: true })
}

async function run(): Promise<void> {
  progress('The first start')
  // The first start writes the database and the code cache, prints the passwords and draws the pictures.
  const first = await start()
  const [[, ownersPassword = ''] = []] = printedSignIns(first.stdout())
  await untilDrawn()
  const owner = await signIn(first.url, 'desk', ownersPassword)
  progress('The customers')
  const customers: Person[] = []
  for (let index = 0; index < 100; index++) customers.push(await signUp(first.url, index))
  const [customer] = customers
  const [itemId = ''] = await plainDishes(first.url)
  if (!customer) return
  const { id: orderId } = await placed(customer, itemId)
  const ids = customers.map(({ id }) => id)
  await withDatabase(async (pool) => {
    await serveOrders(pool, ids)
    progress(`${few.toLocaleString('en')} orders are written`)
    await multiplyOrder(pool, { orderId, staffId: owner.id, count: few })
    await addStanding(pool, orderId, quiet, { unpaid: 0, open: 0 })
  })
  const unpaid = await placed(customer, itemId)
  await first.stop()

  progress('The rows of orders')
  const floor = await bareOrder(dataDir, unpaid.id, ids)
  let restaurant = await start()
  progress('Memory')
  // V8 releases the memory of a start after 8 s.
  await sleep(10_000)
  figure({ what: 'of memory idle', value: await serverMemory(restaurant.pid), unit: 'MB', limit: mostMemory.idle })
  for (const standing of [quiet, full]) {
    await withDatabase(async (pool) => {
      if (standing === full) await addStanding(pool, orderId, full, quiet)
    })
    await restaurant.stop()
    restaurant = await start()
    await withDatabase((pool) => orders({ server: restaurant, pool, customers, itemId, standing, floor }))
  }
  await cachedAnswers(restaurant, folder)
  const memory = await serverMemory(restaurant.pid)
  figure({ what: 'of memory after the load', value: memory, unit: 'MB', limit: mostMemory.underLoad })
  await withDatabase((pool) =>
    growth({ server: restaurant, dataDir, pool, owner, customer, orderId, itemId, many: Number(values.orders) }),
  )
  progress('The board of the desk')
  await board(restaurant.url, { ownersPassword, hours: Number(values.night) })
  await writeReport(values.report)
}

async function start(): Promise<RunningServer> {
  server = await startServer({ program: 'tools/start.mjs', env, prefix: besideServer })
  return server
}

async function untilDrawn(): Promise<void> {
  progress('The pictures')
  const drawn = async () => (await readdir(join(dataDir, 'media')).catch(() => [])).length
  for (let before = -1, now = 0; now !== before; now = await drawn()) {
    before = now
    await sleep(5000)
  }
}

async function placed(customer: Person, itemId: string): Promise<Quote> {
  const items = [{ itemId, selection: {}, quantity: 1 }]
  const { body } = await customer.send<Quote>('POST', '/api/quotes', { items })
  await customer.send('POST', '/api/orders', { quoteId: body.id })
  return body
}

async function withDatabase(work: (pool: pg.Pool) => Promise<void>): Promise<void> {
  const postgres = await postgresOf(dataDir)
  if (!postgres) throw new Error('No PostgreSQL runs in the data folder.')
  const pool = new pg.Pool({ host: postgres.host, port: postgres.port, user: 'buka', database: 'buka' })
  await work(pool).finally(() => pool.end())
}
