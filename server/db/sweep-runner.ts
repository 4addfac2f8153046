import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { describeError, type Log } from '../process/log.ts'
import type { Database, Transaction } from './database.ts'

/**
 * Deletes, or makes anonymous, at most `most` rows that were kept long enough, and returns how many. It finds them by an index,
 * so that it costs the same however much is kept.
 */
export type Sweep = (tx: Transaction, most: number) => Promise<number>

/** Rows of one transaction: short enough that nobody waits for its locks. */
const batch = 500

/** Milliseconds between two batches, in which others have the database. */
const pause = 50

/** Milliseconds between two runs. */
const every = 10 * 60_000

/** The rows that a statement deletes or changes. */
export async function swept(tx: Transaction, statement: SQL): Promise<number> {
  return (await tx.execute(statement)).rowCount ?? 0
}

/**
 * Runs each sweep, batch by batch, until nothing is due. One process does it at a time: another that comes meanwhile leaves it
 * to that one. A sweep that fails does not keep the others from running. Returns the number of rows of each.
 */
export async function runSweeps(
  database: Pick<Database, 'transaction'>,
  sweeps: Readonly<Record<string, Sweep>>,
  { log, signal, most = batch }: { log: Log; signal?: AbortSignal; most?: number },
): Promise<Record<string, number>> {
  const total: Record<string, number> = {}
  for (const [name, sweep] of Object.entries(sweeps)) {
    try {
      for (let count = most; count === most && !signal?.aborted; ) {
        count = await database.transaction(async (tx) => ((await isAlone(tx)) ? sweep(tx, most) : 0))
        total[name] = (total[name] ?? 0) + count
        if (count === most) await sleep(pause)
      }
    } catch (error) {
      log('sweep.failed', { sweep: name, ...describeError(error) })
    }
  }
  return total
}

/** Whether no other process sweeps, until the end of the transaction. */
async function isAlone(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ alone: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('sweeps')) as alone`,
  )
  return rows[0]?.alone ?? false
}

/** Sweeps now and from time to time, until `stop`, which waits for the batch under way. */
export function startSweeps(
  database: Pick<Database, 'transaction'>,
  sweeps: Readonly<Record<string, Sweep>>,
  log: Log,
): { stop(): Promise<void> } {
  const ended = new AbortController()
  const run = () => runSweeps(database, sweeps, { log, signal: ended.signal })
  let running = run()
  const timer = setInterval(() => {
    running = running.then(run)
  }, every)
  return {
    async stop() {
      clearInterval(timer)
      ended.abort()
      await running
    },
  }
}
