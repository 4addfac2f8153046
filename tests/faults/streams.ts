// Checks that a thousand streams get every change, also across kill -9 of the server, and measures the latency: `node
// tests/faults/streams.ts`.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { LiveEvent } from '#contract/live.ts'
import type { Order } from '#contract/order/orders.ts'
import type { Quote } from '#contract/order/quotes.ts'
import { addressOf, type Person, plainDishes, Refused, signUp } from './people.ts'
import { seedOfRun } from './random.ts'
import { type Progress, progress, run, table } from './report.ts'
import { openRestaurant } from './server-under-test.ts'
import {
  type Findings,
  type Latencies,
  type Outcome,
  type StreamClient,
  type StreamClients,
  startStreamClients,
  wallClock,
} from './stream-clients.ts'

export type Options = {
  readonly seed: number
  /** Streams of the desk, each with every order. */
  readonly deskStreams: number
  readonly customers: number
  readonly streamsEach: number
  /** Half of the transitions happen before the first kill, half between the kills. */
  readonly transitions: number
  readonly perSecond: number
  readonly kills: number
  /** False skips the bare broadcast and the comparison of times. */
  readonly compares?: boolean
  readonly databaseUrl?: string | undefined
}

export type Result = {
  readonly options: Options
  /** The results of the half without kills, and of the half with kills. */
  readonly findings: readonly [Findings, Findings]
  readonly transitions: number
  /** Latency from a change to its subscribers, in the half without kills. */
  readonly restaurant: Latencies
  /** Latency of the same messages from a bare broadcast to as many connections, if compared. */
  readonly bare: Latencies | undefined
  /** Number of connections that get each message. */
  readonly fanOut: number
  readonly killed: number
  /** Milliseconds from a kill to the server's next answer. */
  readonly slowestStart: number
  /** Milliseconds from a kill until every stream was connected. */
  readonly slowestReturn: number
  readonly unexpected: readonly string[]
  readonly seconds: number
}

/** The server's limit of streams for one account. */
const streamsOfAccount = 30
/** Time limit in milliseconds for the last changes to reach the last client. */
const settling = 60_000
const actions = ['confirm-payment', 'start', 'mark-ready', 'complete'] as const
/** The number of transitions of each order, including its placing. */
const transitionsEach = actions.length + 1

export async function followOrders(options: Options, show: Progress): Promise<Result> {
  const began = performance.now()
  const restaurant = await openRestaurant(options)
  const streamClients = startStreamClients()
  const database = new pg.Pool({ ...restaurant.connection, max: 2 })
  try {
    const [url = ''] = restaurant.urls
    const customers: Person[] = []
    while (customers.length < options.customers) customers.push(await signUp(url, customers.length))
    const cooks: Person[] = []
    while (cooks.length * streamsOfAccount < options.deskStreams) cooks.push(await signUp(url, 5000 + cooks.length))
    await database.query(`update users set role = 'kitchen' where id = any($1)`, [cooks.map(({ id }) => id)])
    const [dish = ''] = await plainDishes(url)

    const clients: StreamClient[] = [
      ...Array.from({ length: options.deskStreams }, (_, index): StreamClient => {
        const { cookie } = cooks[index % cooks.length] ?? restaurant.staff.kitchen
        return {
          urls: [url],
          topics: 'desk',
          audiences: ['desk', 'kitchen'],
          cookie,
          address: addressOf(index),
          mode: 'stream',
          listPath: '/api/desk/orders',
        }
      }),
      ...Array.from({ length: options.customers * options.streamsEach }, (_, index): StreamClient => {
        const { id, cookie } = customers[index % customers.length] ?? restaurant.staff.owner
        const audiences = ['menu', `customer:${id}`]
        return {
          urls: [url],
          topics: 'menu,orders',
          audiences,
          cookie,
          address: addressOf(index),
          mode: 'stream',
          listPath: '/api/orders',
        }
      }),
    ]
    show(`${clients.length} clients come in`)
    await streamClients.connect(clients, options.seed)

    const unexpected: string[] = []
    let transitions = 0
    let nextTurn = performance.now()
    /** Waits until the next action is due, so actions have equal intervals. */
    const turn = async () => {
      nextTurn = Math.max(nextTurn + 1000 / options.perSecond, performance.now() - 1000)
      await sleep(Math.max(0, nextTurn - performance.now()))
    }
    /** Sends an action. Its repetition may be refused if a kill lost the first answer. */
    const act = async <Body>(person: Person, path: string, body: object = {}) => {
      await turn()
      const answer = await person.send<Body>('POST', path, body).catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error
      })
      transitions++
      show(`${transitions} of ${options.transitions} transitions to ${clients.length} clients, ${killed} kills`)
      return answer?.body
    }
    let serial = 0
    const serve = async () => {
      const customer = customers[serial % customers.length] ?? restaurant.staff.owner
      const items = [{ itemId: dish, selection: {}, quantity: 1, chefComment: `Table ${serial++}` }]
      const { body: quote } = await customer.send<Quote>('POST', '/api/quotes', { items })
      await act<Order>(customer, '/api/orders', { quoteId: quote.id })
      const payment = {
        accountId: quote.accounts[0]?.id,
        amount: quote.totalAmount,
        sender: 'ADA OBI',
        sessionId: quote.id,
      }
      for (const action of actions) {
        await act(restaurant.staff.owner, `/api/orders/${quote.id}/${action}`, action === actions[0] ? payment : {})
      }
    }
    const serveHalf = () => {
      let left = Math.ceil(options.transitions / 2 / transitionsEach)
      return Promise.all(
        Array.from({ length: 8 }, async () => {
          while (left-- > 0) await serve()
        }),
      )
    }
    let killed = 0

    await serveHalf()
    const undisturbed = await streamClients.converge(await outcomesOf(database), settling)
    const { rows: events } = await database.query<EventRow>(everyEvent)
    const times = await streamClients.measure(new Map(events.map((row) => [keyOf(row), row.at])))

    let slowestStart = 0
    let slowestReturn = 0
    const serving = serveHalf()
    const half = transitions
    while (killed < options.kills) {
      const due = half + ((options.transitions - half) * (killed + 1)) / (options.kills + 1)
      while (transitions < due) await sleep(5)
      const since = performance.now()
      killed++
      await restaurant.restart(0)
      slowestStart = Math.max(slowestStart, performance.now() - since)
      await streamClients.waitConnected()
      slowestReturn = Math.max(slowestReturn, performance.now() - since)
    }
    await serving
    const withKills = await streamClients.converge(await outcomesOf(database), settling)
    if (transitions < options.transitions) unexpected.push(`only ${transitions} transitions`)

    await streamClients.disconnect()
    const fanOut = options.deskStreams + options.streamsEach
    const bare =
      options.compares === false
        ? undefined
        : await bareBroadcast({ streamClients, clients, events, fanOut, options, show })
    return {
      options,
      findings: [undisturbed, withKills],
      transitions,
      restaurant: times,
      bare,
      fanOut,
      killed,
      slowestStart,
      slowestReturn,
      unexpected: [...unexpected, ...withKills.unexpected, ...restaurant.bugs()],
      seconds: (performance.now() - began) / 1000,
    }
  } finally {
    streamClients.close()
    await database.end()
    await restaurant.close()
  }
}

type EventRow = LiveEvent & {
  /** The message as the server serialises it. */
  readonly json: string
  /** Wall-clock time at which the change's transaction began. */
  readonly at: number
}

const everyEvent = `
  select type, subject, version, (extract(epoch from at) * 1000)::float8 as at,
         json_build_object('type', type, 'subject', subject, 'version', version, 'data', data)::text as json
  from events where topics && '{kitchen}' order by id`

function keyOf({ subject, version }: EventRow): string {
  return `${subject} ${version}`
}

export async function outcomesOf(database: pg.Pool): Promise<Outcome[]> {
  const { rows } = await database.query<Outcome>(
    `select id as subject, version, array['kitchen', 'customer:' || customer_id] as audiences,
            (extract(epoch from updated_at) * 1000)::float8 as "changedAt" from orders`,
  )
  return rows
}

/** Sends the messages of the half without kills again, at the same pace, from a process that only writes. */
async function bareBroadcast({
  streamClients,
  clients,
  events,
  fanOut,
  options,
  show,
}: {
  streamClients: StreamClients
  clients: readonly StreamClient[]
  events: readonly EventRow[]
  fanOut: number
  options: Options
  show: Progress
}): Promise<Latencies> {
  const bare = fork(fileURLToPath(new URL('./bare-broadcast.ts', import.meta.url)))
  try {
    const [url] = (await once(bare, 'message')) as [string]
    await streamClients.connect(
      clients.map((client) => ({ ...client, urls: [url] })),
      options.seed,
    )
    const changed = new Map<string, number>()
    let nextTurn = performance.now()
    for (const [index, row] of events.entries()) {
      nextTurn += 1000 / options.perSecond
      await sleep(Math.max(0, nextTurn - performance.now()))
      const cursor = '123456:123456:'
      changed.set(keyOf(row), wallClock())
      await fetch(`${url}/?to=${fanOut}`, {
        method: 'POST',
        body: `id: ${cursor}\nevent: changes\ndata: {"cursor":"${cursor}","reset":false,"events":[${row.json}]}\n\n`,
      })
      show(`${index + 1} of ${events.length} bare broadcasts`)
    }
    await sleep(1000)
    return await streamClients.measure(changed)
  } finally {
    bare.kill('SIGKILL')
  }
}

export function failuresOf({ findings, unexpected, killed, options }: Result): string[] {
  const counted = findings.flatMap(({ behind, skipped, repeated, foreign }, index) =>
    Object.entries({ 'clients behind': behind, skipped, repeated, foreign }).flatMap(([name, count]) =>
      count > 0 ? [`${name} ${index === 0 ? 'undisturbed' : 'with kills'}: ${count}`] : [],
    ),
  )
  return [...counted, ...(killed < options.kills ? [`only ${killed} kills`] : []), ...unexpected]
}

export function reportOf(result: Result): string {
  const { options, findings, restaurant, bare, fanOut } = result
  const [, last] = findings
  const ms = ({ p50, p99, max }: Latencies) =>
    `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, max ${max.toFixed(0)} ms`
  return table(`Streams: ${last.clients} clients of one process`, {
    seed: options.seed,
    clients: `${options.deskStreams} at the desk, ${options.customers} customers with ${options.streamsEach} each`,
    transitions: `${result.transitions}, ${options.perSecond}/s, each to ${fanOut} clients`,
    'events received': last.received,
    'kill -9 of the server': result.killed,
    'clients behind': last.behind,
    skipped: last.skipped,
    'twice or out of order': last.repeated,
    "others' events": last.foreign,
    'resets, each with a reread': last.resets,
    reconnects: last.reconnects,
    'from a kill until it is open again': `${Math.round(result.slowestStart)} ms at most`,
    'until every client is back': `${Math.round(result.slowestReturn)} ms at most`,
    'change to client': `${ms(restaurant)} (${restaurant.count} times)`,
    ...(bare && {
      'bare broadcast': `${ms(bare)} (${bare.count} times)`,
      ratio: `p50 ${(restaurant.p50 / bare.p50).toFixed(1)}, p99 ${(restaurant.p99 / bare.p99).toFixed(1)}`,
    }),
    seconds: result.seconds.toFixed(1),
  })
}

export const quick = {
  deskStreams: 30,
  customers: 4,
  streamsEach: 10,
  transitions: 50,
  perSecond: 40,
  kills: 1,
} as const
export const full = {
  deskStreams: 250,
  customers: 25,
  streamsEach: 30,
  transitions: 2000,
  perSecond: 25,
  kills: 5,
} as const

if (import.meta.main) {
  const size = process.argv.includes('--full') ? full : quick
  await run(10, async () => {
    const result = await followOrders({ ...size, seed: seedOfRun() }, progress())
    return { report: reportOf(result), failures: failuresOf(result) }
  })
}
