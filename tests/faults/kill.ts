import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import type { Order, OrderList } from '#contract/orders.ts'
import type { Quote, QuoteRequestBody } from '#contract/quotes.ts'
import { clearDataDir, freePort, postgresOf, startServer, temporaryDataDir } from '../running-server.ts'

/** Whose process dies: Node, PostgreSQL, or both in the same instant. */
const kinds = ['server', 'database', 'both'] as const
type Kind = (typeof kinds)[number]

export type Outcome = {
  readonly seed: number
  /** `starting`: a server that was killed again while it started, beside the kills that were asked for. */
  readonly kills: Readonly<Record<Kind | 'starting', number>>
  /** Orders whose placing was answered. */
  readonly acknowledged: number
  /** Of these, whose answer came to another press than the one that placed it. */
  readonly resumed: number
  /** Acknowledged, and not there or not the customer's. */
  readonly lost: number
  /** Carts that became more than one order. */
  readonly doubled: number
  /** Orders without their quote, event or audit row, or unlike what was acknowledged; rows of orders that are not there. */
  readonly torn: number
  /** Orders that nobody was told of, although everybody asked until there was an answer. */
  readonly unheard: number
  /** What the servers logged as bugs. */
  readonly bugs: readonly string[]
  /** Milliseconds from a kill, or from the start after it, until the house answers again. */
  readonly slowestReturn: number
  readonly seconds: number
}

const people = ['Ada', 'Bola', 'Chidi']
const tabsEach = 2

/** Milliseconds without any answer after which a client gives up, and the test fails. */
const clientPatience = 60_000

/**
 * Customers place orders in several tabs each, and send again what was not answered, while the server and its database
 * are killed at random moments. Then counts what is there.
 */
export async function killWhileOrdering({ kills, seed }: { kills: number; seed: number }): Promise<Outcome> {
  const began = performance.now()
  const random = randomOf(seed)
  const house = await openHouse(random)
  try {
    const customers = await Promise.all(people.map((name, index) => signUp(house.url, name, index)))
    const dishes = await plainDishes(house.url)
    let closing = false
    const tabs = customers
      .flatMap((customer) => Array.from({ length: tabsEach }, () => customer))
      .map((customer, tab) => orderUntil(() => closing, { customer, tab, dishes, random: randomOf(seed + 1 + tab) }))
    const eating = Promise.all(tabs)
    // A client that fails ends the run at once; without this the kills would go on first.
    await Promise.race([eating, house.killAtRandom(kills)])
    closing = true
    const acknowledged = (await eating).flat()

    const findings = await count(acknowledged, house)
    return {
      seed,
      kills: house.killed,
      acknowledged: acknowledged.length,
      resumed: acknowledged.filter(({ resumed }) => resumed).length,
      ...findings,
      bugs: house.bugs(),
      slowestReturn: house.slowestReturn(),
      seconds: (performance.now() - began) / 1000,
    }
  } finally {
    await house.close()
  }
}

export function describeOutcome(outcome: Outcome): string {
  const { kills, acknowledged, resumed, lost, doubled, torn, unheard, bugs, slowestReturn, seconds, seed } = outcome
  return (
    `${kills.server + kills.database + kills.both} kills (${kills.server} server, ${kills.database} database, ${kills.both} both, ` +
    `and ${kills.starting} more while starting): ${acknowledged} orders acknowledged, ${resumed} of them to a later press; ` +
    `${lost} lost, ${doubled} doubled, ${torn} torn, ${unheard} unheard of, ${bugs.length} bugs logged; ` +
    `slowest return ${Math.round(slowestReturn)} ms; ${Math.round(seconds)} s; seed ${seed}`
  )
}

type House = Awaited<ReturnType<typeof openHouse>>

/** One data folder and one address, whatever processes come and go. */
async function openHouse(random: () => number) {
  const dataDir = await temporaryDataDir()
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()) }
  const killed = { server: 0, database: 0, both: 0, starting: 0 }
  const logs: string[] = []
  let slowestReturn = 0
  let server = await startServer({ env })
  const { url } = server

  async function killDatabase(): Promise<number | undefined> {
    const postgres = await postgresOf(dataDir)
    if (postgres) process.kill(postgres.pid, 'SIGKILL')
    return postgres?.pid
  }

  /** Sometimes the next one dies as well, before it is open or just after. */
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
    // The processes of a dead PostgreSQL may go on answering for an instant.
    while (!((await postgresOf(dataDir))?.pid !== dead && (await isHealthy(url)))) await sleep(20)
    slowestReturn = Math.max(slowestReturn, performance.now() - since)
  }

  return {
    url,
    dataDir,
    killed,
    slowestReturn: () => slowestReturn,
    bugs: () =>
      [...logs, server.stderr()].flatMap((log) =>
        log.split('\n').filter((line) => /"(request|start|stop).failed"/.test(line)),
      ),
    killAtRandom: async (times: number) => {
      for (let done = 0; done < times; done++) {
        await sleep(random() * 900)
        await kill(kinds[Math.floor(random() * kinds.length)] ?? 'server')
      }
    },
    close: async () => {
      await server.stop().finally(() => clearDataDir(dataDir))
    },
  }
}

function isHealthy(url: string): Promise<boolean> {
  return fetch(`${url}/api/health`, { signal: AbortSignal.timeout(clientPatience) }).then(
    async (response) => (await response.bytes()) && response.ok,
    () => false,
  )
}

type Customer = {
  readonly id: string
  /** Sends until there is an answer; `hurried` gives up on the first attempt after so many milliseconds. */
  send<Body>(method: 'GET' | 'POST', path: string, body?: object, hurried?: number): Promise<Answer<Body>>
}
type Answer<Body> = { readonly status: number; readonly body: Body; readonly attempts: number }

async function signUp(url: string, name: string, index: number): Promise<Customer> {
  const response = await fetch(`${url}/api/customers`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      username: name,
      password: 'one pot of egusi',
      phone: `0803123456${index}`,
      locationId: 'victoria-island',
      address: '1 Palm Street',
    }),
  })
  const { user } = (await response.json()) as { user: { id: string } }
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return {
    id: user.id,
    send: async (method, path, body, hurried) => {
      const deadline = performance.now() + clientPatience
      for (let attempts = 1; performance.now() < deadline; attempts++) {
        const patience = attempts === 1 && hurried !== undefined ? hurried : 8000
        const request = { method, headers: { Cookie: cookie, 'Content-Type': 'application/json' } }
        const answer = await ask(`${url}${path}`, body ? { ...request, body: JSON.stringify(body) } : request, patience)
        if (answer && answer.status < 400) return { ...answer, attempts } as never
        if (answer && answer.status < 500) throw new Error(`${path} was refused: ${JSON.stringify(answer.body)}`)
        await sleep(20 + Math.random() * 80)
      }
      throw new Error(`${path} had no answer for ${clientPatience} ms.`)
    },
  }
}

/** Undefined where the answer was lost on its way. */
async function ask(url: string, init: RequestInit, patience: number) {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(patience) })
    return { status: response.status, body: (await response.json()) as unknown }
  } catch {
    return undefined
  }
}

/** Dishes that can be ordered as they are. */
async function plainDishes(url: string): Promise<string[]> {
  const response = await fetch(`${url}/api/menu/extra-sides`)
  const { items } = (await response.json()) as {
    items: { id: string; available: boolean; takesNote: boolean; groups: unknown[] }[]
  }
  return items.filter((item) => item.available && item.takesNote && item.groups.length === 0).map(({ id }) => id)
}

type Acknowledged = {
  readonly customer: Customer
  /** Unique among carts. */
  readonly note: string
  readonly order: Order
  readonly resumed: boolean
}

type Tab = {
  readonly customer: Customer
  readonly tab: number
  readonly dishes: readonly string[]
  readonly random: () => number
}

async function orderUntil(isOver: () => boolean, { customer, tab, dishes, random }: Tab): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = []
  for (let serial = 1; !isOver(); serial++) {
    const note = `Tab ${tab}, cart ${serial}`
    const pick = () => dishes[Math.floor(random() * dishes.length)] ?? ''
    const cart: QuoteRequestBody = {
      lines: Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
        itemId: pick(),
        selection: {},
        quantity: 1 + Math.floor(random() * 4),
        note,
      })),
      deliveryMethod: random() < 0.5 ? 'delivery' : 'pick-up',
    }
    const { body: quote } = await customer.send<Quote>('POST', '/api/quotes', cart)
    const press = (hurried?: number) => customer.send<Order>('POST', '/api/orders', { quoteId: quote.id }, hurried)

    const mood = random()
    // One press in ten loses its answer on the network, and one in ten is a double click.
    const presses = mood < 0.1 ? [press(Math.round(random() * 8))] : mood < 0.2 ? [press(), press()] : [press()]
    const [first, second = first] = await Promise.all(presses)
    if (!first || !second) throw new Error('unreachable')
    const { body: order } = first
    if (order.id !== quote.id || second.body.id !== quote.id) throw new Error(`${note}: another order was answered.`)
    if (order.total !== quote.total || !isDeepStrictEqual(order.lines, quote.lines)) {
      throw new Error(`${note}: the order is not what was quoted.`)
    }
    const resumed = presses.length === 1 && first.attempts > 1 && first.status === 200
    acknowledged.push({ customer, note, order, resumed })
    await sleep(random() * 20)
  }
  return acknowledged
}

/** What became of the acknowledged orders, as their customers and as the database tell it. */
async function count(acknowledged: readonly Acknowledged[], { dataDir }: House) {
  const postgres = await postgresOf(dataDir)
  if (!postgres) throw new Error('There is no database to count in.')
  const database = new pg.Client({ ...postgres, user: 'buka', database: 'buka' })
  await database.connect()
  try {
    const { rows } = await database.query<Row>(everyOrder)
    const { rows: stray } = await database.query(strayRows)
    const placed = new Map(rows.map((row) => [row.id, row]))
    const carts = Map.groupBy(rows, ({ note }) => note)
    const told = new Set(acknowledged.map(({ order }) => order.id))
    const seen = await asCustomersSee(acknowledged)

    const isLost = ({ order, customer }: Acknowledged) =>
      placed.get(order.id)?.customer_id !== customer.id || !seen.has(order.id)
    const isTorn = ({ order }: Acknowledged) => {
      const row = placed.get(order.id)
      return (
        row &&
        !(
          isDeepStrictEqual(row.lines, order.lines) &&
          row.total === order.total &&
          isDeepStrictEqual(seen.get(order.id), order)
        )
      )
    }
    return {
      lost: acknowledged.filter(isLost).length,
      doubled: [...carts.values()].filter((orders) => orders.length > 1).length + acknowledged.length - told.size,
      torn: acknowledged.filter(isTorn).length + rows.filter(({ whole }) => !whole).length + stray.length,
      unheard: rows.filter(({ id }) => !told.has(id)).length,
    }
  } finally {
    await database.end()
  }
}

type Row = { id: string; customer_id: string; note: string; lines: Order['lines']; total: number; whole: boolean }

/** Whole: with its closed quote of the same figures, and one event and one audit row that say the same. */
const everyOrder = `
  select placed.id, placed.customer_id, lines->0->>'note' as note, lines, total,
         (total = (select sum((line->>'total')::int) from jsonb_array_elements(lines) as line) + delivery_fee
          and not quotes.open and offer->'lines' = lines and (offer->>'total')::int = total
          and heard.times = 1 and heard.data->'lines' = lines and (heard.data->>'total')::int = total
          and deeds.times = 1 and (deeds.detail->>'total')::int = total) is true as whole
  from orders placed
  left join quotes on quotes.id = placed.id
  left join (
    select subject, count(*) as times, jsonb_agg(data)->0 as data
    from events where type = 'order.placed' group by subject
  ) heard on heard.subject = placed.id
  left join (
    select subject, count(*) as times, jsonb_agg(detail)->0 as detail
    from audit where action = 'order.place' group by subject
  ) deeds on deeds.subject = 'order:' || placed.id`

const strayRows = `
  select subject from events where type = 'order.placed' and subject not in (select id from orders)
  union all
  select subject from audit where action = 'order.place' and subject not in (select 'order:' || id from orders)`

/** Each order one by one, because a list ends at the newest hundred; and these lists, in which nothing may be twice. */
async function asCustomersSee(acknowledged: readonly Acknowledged[]): Promise<Map<string, Order>> {
  const seen = new Map<string, Order>()
  const left = [...acknowledged]
  const look = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      // A refusal is a finding: the order counts as lost.
      const found = await next.customer.send<Order>('GET', `/api/orders/${next.order.id}`).catch(() => undefined)
      if (found) seen.set(found.body.id, found.body)
    }
  }
  await Promise.all(Array.from({ length: 8 }, look))
  for (const customer of new Set(acknowledged.map(({ customer }) => customer))) {
    const { orders } = (await customer.send<OrderList>('GET', '/api/orders')).body
    if (new Set(orders.map(({ id }) => id)).size < orders.length) throw new Error('A list has an order twice.')
  }
  return seen
}

/** Mulberry32: the same moments and choices for the same seed, as far as the machine allows. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** `KILLS=300 node tests/faults/kill.ts` for a longer run; SEED repeats one. */
export function killSettings(): { kills: number; seed: number } {
  const { KILLS = '30', SEED } = process.env
  return { kills: Number(KILLS), seed: SEED ? Number(SEED) : Date.now() % 1_000_000 }
}

if (import.meta.main) {
  const outcome = await killWhileOrdering(killSettings())
  console.log(describeOutcome(outcome))
  for (const bug of outcome.bugs) console.log(bug)
}
