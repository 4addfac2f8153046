// Checks that events arrive once and in order, in whatever order transactions commit: `node tests/faults/events.ts`.
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { addressOf, type Person, signUp } from './people.ts'
import { randomOf, seedOfRun } from './random.ts'
import { type Progress, progress, run, table } from './report.ts'
import { openRestaurant, type Restaurant } from './server-under-test.ts'
import { type Findings, type Outcome, type StreamClient, startStreamClients } from './stream-clients.ts'

export type Options = {
  readonly seed: number
  /** The smallest number of committed events. */
  readonly events: number
  readonly writers: number
  /** Duration in milliseconds of the longest transaction. */
  readonly longest: number
  readonly processes: number
  /** Number of kills of the processes' listening connections. */
  readonly kills: number
  readonly databaseUrl?: string | undefined
}

export type Result = Findings & {
  readonly options: Options
  readonly written: number
  readonly transactions: number
  readonly undone: number
  /** The number of killed connections: each kill ends one connection of every process. */
  readonly killed: number
  readonly seconds: number
}

/** Enough documents that the writers rarely wait for each other. */
const documents = 4000
const customersInAll = 4
/** Time limit in milliseconds for the last events to arrive. */
const settling = 20_000

/**
 * Writers change documents in long transactions that end in any order, some by rollback, while clients at all processes
 * stream, reconnect or poll.
 */
export async function followWriters(options: Options, show: Progress): Promise<Result> {
  const random = randomOf(options.seed)
  const restaurant = await openRestaurant(options)
  const streamClients = startStreamClients()
  const database = new pg.Pool({ ...restaurant.connection, max: options.writers + 1 })
  try {
    const [url = ''] = restaurant.urls
    const customers: Person[] = []
    for (let index = 0; index < customersInAll; index++) customers.push(await signUp(url, index))
    await database.query('create table pieces (id int primary key, version int not null, audiences text[] not null)')
    await database.query('insert into pieces select id, 0, $1 from generate_series(1, $2::int) id', ['{}', documents])
    for (const [index, { id }] of customers.entries()) {
      await database.query(
        `update pieces set audiences = array['desk', $1] || case when id % 10 = 0 then '{menu}'::text[] else '{}' end
          where id % $2 = $3`,
        [`customer:${id}`, customersInAll, index],
      )
    }
    await streamClients.connect(seatsOf(restaurant, customers), options.seed)

    const began = performance.now()
    const written = { events: 0, transactions: 0, undone: 0 }
    const writing = Promise.all(
      Array.from({ length: options.writers }, async () => {
        while (written.events < options.events) {
          const changes = 1 + Math.floor(random() * 9)
          const isDone = await write(database, { changes, random, duration: random() * options.longest })
          if (isDone) written.events += changes
          if (isDone) written.transactions++
          else written.undone++
          show(`${written.events} of ${options.events} events, ${killed} connections killed`)
        }
      }),
    )
    let killed = 0
    for (let kill = 1; kill <= options.kills; kill++) {
      while (written.events < (options.events * kill) / (options.kills + 1)) await sleep(5)
      const { rowCount } = await database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name = 'buka live'`,
      )
      killed += rowCount ?? 0
    }
    await writing
    const seconds = (performance.now() - began) / 1000
    const { rows: outcomes } = await database.query<Outcome>(
      'select id::text as subject, version, audiences from pieces where version > 0',
    )
    const findings = await streamClients.converge(outcomes, settling)
    const sum = outcomes.reduce((total, { version }) => total + version, 0)
    if (sum !== written.events) throw new Error(`${written.events} events were written, and ${sum} are there.`)
    return {
      ...findings,
      options,
      written: written.events,
      transactions: written.transactions,
      undone: written.undone,
      killed,
      seconds,
      unexpected: [...findings.unexpected, ...restaurant.bugs()],
    }
  } finally {
    streamClients.close()
    await database.end()
    await restaurant.close()
  }
}

function seatsOf({ urls, staff }: Restaurant, customers: readonly Person[]): StreamClient[] {
  const address = addressOf(9999)
  const menu = { topics: 'menu', audiences: ['menu'], cookie: '', address }
  const desk = { topics: 'desk', audiences: ['desk'], cookie: staff.kitchen.cookie, address }
  const owner = {
    topics: 'menu,orders,desk',
    audiences: ['menu', 'desk', `customer:${staff.owner.id}`],
    cookie: staff.owner.cookie,
    address,
  }
  const customerClients = customers.map(({ id, cookie }) => ({
    topics: 'menu,orders',
    audiences: ['menu', `customer:${id}`],
    cookie,
    address,
  }))
  return urls.flatMap((url): StreamClient[] => [
    ...[menu, desk, owner, ...customerClients].map((client) => ({ ...client, urls: [url], mode: 'stream' }) as const),
    ...[menu, desk, ...customerClients].map((client) => ({ ...client, urls, mode: 'reconnect' }) as const),
    ...[desk, ...customerClients.slice(0, 2)].map((client) => ({ ...client, urls, mode: 'poll' }) as const),
  ])
}

/**
 * Runs a transaction that changes documents. Returns false if the transaction was rolled back, which a few are at
 * random.
 */
async function write(
  database: pg.Pool,
  { changes, random, duration }: { changes: number; random: () => number; duration: number },
): Promise<boolean> {
  // Change the documents in ascending order, so no two writers wait for each other.
  const ids = new Set<number>()
  while (ids.size < changes) ids.add(1 + Math.floor(random() * documents))
  const isDone = random() > 0.03
  const client = await database.connect()
  try {
    // The transaction takes its number first, so numbers and commits have different orders.
    await client.query('begin; select pg_current_xact_id()')
    for (const id of [...ids].sort((one, other) => one - other)) {
      await sleep(duration / changes)
      await client.query(
        `with changed as (update pieces set version = version + 1 where id = $1 returning id, version, audiences)
         insert into events (topics, type, subject, version, data)
         select audiences, 'order.changed', id::text, version, '{}' from changed`,
        [id],
      )
    }
    await client.query(isDone ? 'commit' : 'rollback')
  } finally {
    client.release()
  }
  return isDone
}

export function failuresOf(result: Result): string[] {
  const { behind, skipped, repeated, foreign, resets, unexpected, killed, options } = result
  const counted = { 'clients behind': behind, skipped, repeated, foreign, resets }
  return [
    ...Object.entries(counted).flatMap(([name, count]) => (count > 0 ? [`${name}: ${count}`] : [])),
    ...(killed < options.kills ? [`only ${killed} connections were killed`] : []),
    ...unexpected,
  ]
}

export function reportOf(result: Result): string {
  const { options, written, transactions, undone, killed, clients, received, seconds } = result
  return table(`Events: ${options.writers} writers, ${options.processes} server processes`, {
    seed: options.seed,
    events: `${written} in ${transactions} transactions of 0 to ${options.longest} ms; ${undone} more undone`,
    'listening connections killed': killed,
    clients: `${clients}, of which some reconnect (${result.reconnects} times in all) and some poll`,
    'events received': received,
    'clients behind': result.behind,
    skipped: result.skipped,
    'twice or out of order': result.repeated,
    "others' events": result.foreign,
    resets: result.resets,
    seconds: `${seconds.toFixed(1)} (${Math.round(written / seconds)} events/s)`,
  })
}

export const quick = { events: 1500, writers: 16, longest: 100 } as const
export const full = { events: 100_000, writers: 64, longest: 500 } as const

if (import.meta.main) {
  const size = process.argv.includes('--full') ? full : quick
  const seed = seedOfRun()
  await run(12, async () => {
    const runs = [
      await followWriters({ ...size, seed, processes: 1, kills: 0 }, progress()),
      await followWriters({ ...size, seed: seed + 1, processes: 2, kills: 20 }, progress()),
    ]
    return { report: runs.map(reportOf).join(''), failures: runs.flatMap(failuresOf) }
  })
}
