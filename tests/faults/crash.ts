// Checks that every change is published in spite of crashes of the database: `KILLS=100 node tests/faults/crash.ts`.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { LiveEvent } from '#contract/live.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { type Live, openLive } from '#server/live/live.ts'
import { publish } from '#server/live/publish.ts'
import { clearDataDir, postgresOf, readyDataDir } from '../support/running-server.ts'
import { randomOf, seedOfRun } from './random.ts'
import { type Progress, progress, run, table } from './report.ts'

export type Options = {
  readonly seed: number
  readonly kills: number
  /** Number of committed changes between two kills. */
  readonly changes: number
}

export type Result = {
  readonly options: Options
  /** The number of kills of the postmaster, and of a backend. PostgreSQL recovers from either as from a crash. */
  readonly killed: Readonly<Record<Kind, number>>
  readonly committed: number
  readonly undone: number
  /** The number of kills after which a new transaction got a transaction number from before the kill. */
  readonly reissued: number
  readonly followers: number
  readonly resets: number
  /**
   * Documents of which a follower still had an older version than the database, after the follower had read all changes
   * that follow a kill.
   */
  readonly unheard: number
  readonly seconds: number
}

const kinds = ['postmaster', 'backend'] as const
type Kind = (typeof kinds)[number]

const documents = 50
/** The id of a document whose change marks the end: a follower that got this change got all changes before it. */
const marker = 0
const writers = 8
/** Rolled-back transactions before each kill. PostgreSQL does not write their numbers to the disk. */
const rolledBack = 30
/** Time limit in milliseconds for a change to reach a follower; exceeded only when something hangs. */
const settling = 60_000

/**
 * Writers change documents while the database is killed. Two readers of events, as in two server processes, each serve
 * two followers: one stays connected, the other returns with its old cursor after each kill. After each kill every
 * follower must get the newest version of each document.
 */
export async function followThroughCrashes(options: Options, show: Progress): Promise<Result> {
  const began = performance.now()
  const random = randomOf(options.seed)
  const dataDir = await readyDataDir()
  const stops: (() => Promise<unknown>)[] = [() => clearDataDir(dataDir)]
  try {
    const database = await openDatabase({ dataDir, log: () => {} })
    stops.unshift(database.stop)
    await database.pool.query('create table pieces (id int primary key, version int not null)')
    await database.pool.query('insert into pieces select id, 0 from generate_series(0, $1::int) id', [documents])
    const readers: Live[] = []
    for (let index = 0; index < 2; index++) readers.push(await openLive({ database, log: () => {}, pollEvery: 10 }))
    stops.unshift(async () => await Promise.all(readers.map((live) => live.stop())))
    const followers = readers.flatMap((live) => [
      follower(database, live, { stays: true }),
      follower(database, live, { stays: false }),
    ])
    await Promise.all(followers.map((each) => each.join()))

    const killed = { postmaster: 0, backend: 0 }
    let committed = 0
    let undone = 0
    let reissued = 0
    let unheard = 0
    for (let kill = 0; kill < options.kills; kill++) {
      const kind = kinds[Math.floor(random() * kinds.length)] ?? 'backend'
      killed[kind]++
      // Only a later commit would write the numbers of these transactions to the disk, and the kill comes first.
      undone += rolledBack
      const last = await rollBackTransactions(database)
      // Wait until the readers have passed these numbers, because only then could a reused number hide a change.
      await until(() => readers.every((live) => Number(live.cursor().split(':')[1]) > last))
      await Promise.all(followers.map((each) => each.join()))
      await killDatabase(database, dataDir, kind)
      const first = await again(() => numberOf(database))
      if (first <= last) reissued++
      let left = options.changes
      await Promise.all(
        Array.from({ length: writers }, async () => {
          while (left-- > 0) {
            await again(() => change(database, 1 + Math.floor(random() * documents)))
            committed++
          }
        }),
      )
      await Promise.all(followers.map((each) => each.settle()))
      const { rows } = await database.pool.query<{ id: string; version: number }>(
        'select id::text, version from pieces where version > 0 and id <> $1',
        [marker],
      )
      for (const { known } of followers) {
        unheard += rows.filter(({ id, version }) => known.get(id) !== version).length
      }
      show(`${kill + 1} of ${options.kills} kills, ${committed} changes, ${unheard} unheard`)
    }
    return {
      options,
      killed,
      committed,
      undone,
      reissued,
      followers: followers.length,
      resets: followers.reduce((sum, { resets }) => sum + resets(), 0),
      unheard,
      seconds: (performance.now() - began) / 1000,
    }
  } finally {
    for (const stop of stops) await stop()
  }
}

/**
 * Returns a client, which knows versions of documents. Without `stays` the client disconnects after each read and keeps
 * its cursor.
 */
function follower(database: Database, live: Live, { stays }: { stays: boolean }) {
  const known = new Map<string, number>()
  let since: string | undefined
  let resets = 0
  let subscription: Awaited<ReturnType<Live['subscribe']>> | undefined
  const reread = async () => {
    const { rows } = await database.pool.query<{ id: string; version: number }>(
      'select id::text, version from pieces where version > 0',
    )
    for (const { id, version } of rows) known.set(id, version)
  }
  const take = async () => {
    const { cursor, reset, events } = subscription?.take() ?? { cursor: since, reset: false, events: [] }
    since = cursor
    if (reset) {
      resets++
      await again(reread)
    }
    for (const json of events) {
      const { subject, version }: LiveEvent = JSON.parse(json)
      known.set(subject, Math.max(version, known.get(subject) ?? 0))
    }
  }
  const join = async () => {
    subscription ??= await again(() => live.subscribe({ audiences: ['desk'], since }))
    await take()
    if (stays) return
    subscription.close()
    subscription = undefined
  }
  return {
    known,
    resets: () => resets,
    join,
    /** Writes a change after all others, and reads until this change has arrived. */
    async settle() {
      const version = await again(() => change(database, marker))
      const deadline = performance.now() + settling
      while ((known.get(String(marker)) ?? 0) < version && performance.now() < deadline) {
        await subscription?.ready(10)
        await join()
      }
    },
  }
}

async function change(database: Database, id: number): Promise<number> {
  return await database.transaction(async (tx) => {
    const { rows } = await tx.execute<{ version: number }>(
      sql`update pieces set version = version + 1 where id = ${id} returning version`,
    )
    const version = rows[0]?.version ?? 0
    await publish(tx, { audience: ['desk'], type: 'account.changed', subject: `${id}`, version, data: {} })
    return version
  })
}

/** Rolls `rolledBack` transactions back. Returns the transaction number of the last one. */
async function rollBackTransactions(database: Database): Promise<number> {
  let last = 0
  for (let count = 0; count < rolledBack; count++) {
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      const { rows } = await client.query<{ xid: string }>(
        `insert into events (topics, type, subject, version, data)
         values ('{desk}', 'account.changed', 'undone', 1, '{}') returning pg_current_xact_id()::text as xid`,
      )
      last = Number(rows[0]?.xid)
      await client.query('rollback')
    } finally {
      client.release()
    }
  }
  return last
}

async function numberOf({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ xid: string }>('select pg_current_xact_id()::text as xid')
  return Number(rows[0]?.xid)
}

async function killDatabase({ pool }: Database, dataDir: string, kind: Kind): Promise<void> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const backend = rows[0]?.pid
  const pid = kind === 'backend' ? backend : (await postgresOf(dataDir))?.pid
  if (pid === undefined || backend === undefined) throw new Error('The database has no process.')
  process.kill(pid, 'SIGKILL')
  // Wait for the end of this backend, because backends of a killed postmaster may still answer for a moment.
  await until(() => !isAlive(backend))
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function until(isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + settling
  while (!isSo() && performance.now() < deadline) await sleep(5)
}

/** Repeats a query that the crash cut off. */
async function again<Value>(work: () => Promise<Value>): Promise<Value> {
  const deadline = performance.now() + settling
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await sleep(20)
    }
  }
}

export function failuresOf({ unheard, reissued, killed }: Result): string[] {
  return [
    ...(unheard > 0 ? [`unheard: ${unheard}`] : []),
    ...(reissued === 0
      ? [`No transaction number was given out twice in ${killed.postmaster + killed.backend} kills.`]
      : []),
  ]
}

export function reportOf(result: Result): string {
  const { options, killed, committed, undone, reissued, followers, resets, unheard, seconds } = result
  return table('Crashes of the database', {
    seed: options.seed,
    kills: `${killed.postmaster} of the postmaster, ${killed.backend} of a backend`,
    changes: `${committed} committed, ${undone} rolled back`,
    'kills after which numbers were given out again': reissued,
    followers,
    'resets of all followers': resets,
    unheard,
    seconds: seconds.toFixed(1),
  })
}

export const quick = { kills: 4, changes: 50 } as const

if (import.meta.main) {
  const { KILLS = '100' } = process.env
  await run(15, async () => {
    const result = await followThroughCrashes({ ...quick, kills: Number(KILLS), seed: seedOfRun() }, progress())
    return { report: reportOf(result), failures: failuresOf(result) }
  })
}
