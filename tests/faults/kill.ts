import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import type { Order } from '#contract/order/orders.ts'
import type { Quote, QuoteRequestBody } from '#contract/order/quotes.ts'
import {
  clearDataDir,
  freePort,
  postgresOf,
  printedSignIns,
  readyDataDir,
  startServer,
} from '../support/running-server.ts'
import { type Acknowledged, checkOrders, unlikeMovements } from './order-check.ts'
import { answerTimeout, type Person, plainDishes, Refused, signUp } from './people.ts'
import { randomOf, seedOfRun } from './random.ts'
import { signInStaff } from './server-under-test.ts'

const kinds = ['server', 'database', 'both'] as const
type Kind = (typeof kinds)[number]

export type Outcome = {
  readonly seed: number
  /** `starting` counts the additional kills while a server starts. */
  readonly kills: Readonly<Record<Kind | 'starting', number>>
  readonly acknowledged: number
  /** Orders that were answered only when their request was repeated. */
  readonly resumed: number
  /** OrderCheck explains the four counts from `lost` to `unanswered`. */
  readonly lost: number
  readonly doubled: number
  readonly inconsistent: number
  readonly unanswered: number
  /** Orders that differed from the sum of their movements after a kill. */
  readonly unbalanced: readonly string[]
  readonly bugs: readonly string[]
  /** Milliseconds to the next answer: from a kill of the database, or from the server's start after its kill. */
  readonly slowestReturn: number
  readonly seconds: number
}

const customersInAll = 3
const tabsEach = 2

/**
 * Lets customers place orders in several tabs and repeat requests without an answer, while the server and its database
 * are killed at random. Then checks the orders in the database.
 */
export async function killWhileOrdering({ kills, seed }: { kills: number; seed: number }): Promise<Outcome> {
  const began = performance.now()
  const random = randomOf(seed)
  const restaurant = await openRestaurant(random)
  try {
    const customers = await Promise.all(
      Array.from({ length: customersInAll }, (_, index) => signUp(restaurant.url, index)),
    )
    const { owner } = await signInStaff(restaurant.url, restaurant.signIns)
    const dishes = await plainDishes(restaurant.url)
    let closing = false
    let orders = 0
    // A slow machine places few orders between two kills, so the run continues until there are more orders than kills.
    const isOver = () => closing && orders > kills
    const onOrder = () => {
      orders++
    }
    const tabs = customers
      .flatMap((customer) => Array.from({ length: tabsEach }, () => customer))
      .map((customer, tab) =>
        orderUntil(isOver, { customer, owner, tab, dishes, random: randomOf(seed + 1 + tab), onOrder }),
      )
    const eating = Promise.all(tabs)
    // A client that fails ends the run before the remaining kills.
    await Promise.race([eating, restaurant.killAtRandom(kills)])
    closing = true
    const acknowledged = (await eating).flat()

    const findings = await checkOrders(acknowledged, {
      ...(await postgresOf(restaurant.dataDir)),
      user: 'buka',
      database: 'buka',
    })
    return {
      seed,
      kills: restaurant.killed,
      acknowledged: acknowledged.length,
      resumed: acknowledged.filter(({ resumed }) => resumed).length,
      ...findings,
      unbalanced: restaurant.unbalanced,
      bugs: restaurant.bugs(),
      slowestReturn: restaurant.slowestReturn(),
      seconds: (performance.now() - began) / 1000,
    }
  } finally {
    await restaurant.close()
  }
}

export function describeOutcome(outcome: Outcome): string {
  const { kills, acknowledged, resumed, lost, doubled, inconsistent, unanswered, unbalanced, bugs } = outcome
  const { slowestReturn, seconds, seed } = outcome
  return (
    `${kills.server + kills.database + kills.both} kills (${kills.server} server, ${kills.database} database, ${kills.both} both, ` +
    `and ${kills.starting} more while starting): ${acknowledged} orders acknowledged, ${resumed} of them to a later request; ` +
    `${lost} lost, ${doubled} doubled, ${inconsistent} inconsistent, ${unanswered} unanswered, ${unbalanced.length} unlike their movements, ${bugs.length} bugs logged; ` +
    `slowest return ${Math.round(slowestReturn)} ms; ${Math.round(seconds)} s; seed ${seed}`
  )
}

/** All processes of the run have the same data folder and address. */
async function openRestaurant(random: () => number) {
  const dataDir = await readyDataDir()
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()) }
  const killed = { server: 0, database: 0, both: 0, starting: 0 }
  const logs: string[] = []
  const unbalanced: string[] = []
  let slowestReturn = 0
  let server = await startServer({ env })
  const { url } = server

  async function killDatabase(): Promise<number | undefined> {
    const postgres = await postgresOf(dataDir)
    if (postgres) process.kill(postgres.pid, 'SIGKILL')
    return postgres?.pid
  }

  /** Sometimes kills the next process too, before or just after it listens. */
  async function killStarts(): Promise<void> {
    while (random() < 0.25) {
      killed.starting++
      const signal = AbortSignal.timeout(Math.round(random() * 1200))
      await startServer({ env, signal }).then(
        ({ exited }) => exited,
        () => {},
      )
    }
  }

  async function kill(kind: Kind): Promise<void> {
    killed[kind]++
    const dying = kind === 'server' ? undefined : killDatabase()
    if (kind !== 'database') {
      await server.kill('SIGKILL')
      logs.push(server.stderr())
      await killStarts()
    }
    const dead = await dying
    const since = performance.now()
    if (kind !== 'database') server = await startServer({ env })
    // Backends of a killed PostgreSQL may answer for a moment.
    while (!((await postgresOf(dataDir))?.pid !== dead && (await isHealthy(url)))) await sleep(20)
    slowestReturn = Math.max(slowestReturn, performance.now() - since)
    unbalanced.push(...(await unbalancedNow(dataDir)))
  }

  return {
    url,
    signIns: printedSignIns(server.stdout()),
    dataDir,
    killed,
    unbalanced,
    slowestReturn: () => slowestReturn,
    bugs: () =>
      [...logs, server.stderr()].flatMap((log) =>
        log.split('\n').filter((line) => /"(request|start|stop).failed"/.test(line)),
      ),
    killAtRandom: async (times: number) => {
      for (let done = 0; done < times; done++) {
        await sleep(random() * 900)
        await kill(kinds[done % kinds.length] ?? 'server')
      }
    },
    close: async () => {
      await server.stop().finally(() => clearDataDir(dataDir))
    },
  }
}

/**
 * Returns the orders that differ from the sum of their movements. One statement reads orders and movements, because
 * customers go on ordering.
 */
async function unbalancedNow(dataDir: string): Promise<readonly string[]> {
  for (;;) {
    // Look up the database each time, because the address found before may be that of the killed database.
    const postgres = await postgresOf(dataDir)
    const client = postgres && new pg.Client({ ...postgres, user: 'buka', database: 'buka' })
    client?.on('error', () => {})
    try {
      await client?.connect()
      if (client) return (await client.query<{ id: string }>(unlikeMovements)).rows.map(({ id }) => id)
    } catch (error) {
      // SQLSTATE class 42: the statement is wrong, so trying again would not help.
      if (error instanceof pg.DatabaseError && error.code?.startsWith('42')) throw error
    } finally {
      await client?.end().catch(() => {})
    }
    await sleep(50)
  }
}

function isHealthy(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(answerTimeout) }).then(
    async (response) => (await response.bytes()) && response.ok,
    () => false,
  )
}

/** `resumed` is true if the request that placed the order got no answer, but a repetition did. */
type Pressed = Acknowledged & { readonly resumed: boolean }

type Tab = {
  readonly customer: Person
  readonly owner: Person
  readonly tab: number
  readonly dishes: readonly string[]
  readonly random: () => number
  readonly onOrder: () => void
}

async function orderUntil(
  isOver: () => boolean,
  { customer, owner, tab, dishes, random, onOrder }: Tab,
): Promise<Pressed[]> {
  const acknowledged: Pressed[] = []
  for (let serial = 1; !isOver(); serial++) {
    const note = `Tab ${tab}, cart ${serial}`
    const pick = () => dishes[Math.floor(random() * dishes.length)] ?? ''
    const cart: QuoteRequestBody = {
      items: Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
        itemId: pick(),
        selection: {},
        quantity: 1 + Math.floor(random() * 4),
        note,
      })),
      deliveryMethod: random() < 0.5 ? 'delivery' : 'pick-up',
    }
    const { body: quote } = await customer.send<Quote>('POST', '/api/quotes', cart)
    const place = (hurried?: number) => customer.send<Order>('POST', '/api/orders', { quoteId: quote.id }, hurried)

    const chance = random()
    // One request in ten loses its answer, and one in ten is sent twice.
    const requests = chance < 0.1 ? [place(Math.round(random() * 8))] : chance < 0.2 ? [place(), place()] : [place()]
    const [first, second = first] = await Promise.all(requests)
    if (!first || !second) throw new Error('unreachable')
    const { body: order } = first
    if (order.orderId !== quote.id || second.body.orderId !== quote.id)
      throw new Error(`${note}: another order was answered.`)
    if (order.totalAmount !== quote.totalAmount || !isDeepStrictEqual(order.items, quote.items)) {
      throw new Error(`${note}: the order is not what was quoted.`)
    }
    const resumed = requests.length === 1 && first.attempts > 1 && first.status === 200
    acknowledged.push({ customer, note, order: await paid({ customer, owner }, quote, random() < 0.4), resumed })
    onOrder()
    await sleep(random() * 20)
  }
  return acknowledged
}

/**
 * Confirms the payment of an order, because an account may have only a few unpaid orders. If `isTwice`, records another
 * transfer and refunds it. Returns the order as its customer reads it.
 */
async function paid(
  { customer, owner }: Pick<Tab, 'customer' | 'owner'>,
  { id, totalAmount: total, accounts }: Quote,
  isTwice: boolean,
): Promise<Order> {
  const record = (path: string, body: object) =>
    owner.send('POST', `/api/orders/${id}/${path}`, body).catch((error: unknown) => {
      // The answer was lost, and the repeated request is refused because the payment is recorded.
      if (!(error instanceof Refused)) throw error
    })
  const payment = { accountId: accounts[0]?.id, amount: total, sender: 'ADA OBI', sessionId: id }
  await record('confirm-payment', payment)
  if (isTwice) {
    await record('confirm-payment', { ...payment, sessionId: `${id}TWICE`, extra: true })
    await record('refund', { method: 'transfer', amount: total, reference: id })
  }
  const { body: order } = await customer.send<Order>('GET', `/api/orders/${id}`)
  const [received, refunded, payments] = isTwice ? [2 * total, total, 'over'] : [total, 0, 'found']
  if (order.payment !== payments || order.received !== received || order.refunded !== refunded) {
    throw new Error(`${id}: its money is not recorded once.`)
  }
  return order
}

/** The size of a run. `KILLS=300 node tests/faults/kill.ts` runs longer than the test; SEED repeats a run. */
export function killSettings(): { kills: number; seed: number } {
  const { KILLS = '6' } = process.env
  return { kills: Number(KILLS), seed: seedOfRun() }
}

if (import.meta.main) {
  const outcome = await killWhileOrdering(killSettings())
  console.log(describeOutcome(outcome))
  for (const bug of outcome.bugs) console.log(bug)
}
