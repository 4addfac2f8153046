import { setTimeout as sleep } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { describeError, type Log } from '../process/log.ts'
import type { Database, Transaction } from './database.ts'

/**
 * A sweep deletes or anonymises at most `most` rows past their retention time, and returns their number. Every sweep
 * finds its rows by an index, so its cost does not grow with the table.
 */
export type Sweep = (tx: Transaction, most: number) => Promise<number>

/** The most rows of one transaction, few enough that its locks are short. */
const batch = 500

/** The pause between two batches, in which other queries run. */
const pauseMs = 50

const intervalMs = 10 * 60_000

/** Returns the number of rows that a statement deletes or changes. */
export async function swept(tx: Transaction, statement: SQL): Promise<number> {
  return (await tx.execute(statement)).rowCount ?? 0
}

/**
 * Runs each sweep, batch by batch, until all due rows are gone. One process sweeps at a time; other processes skip the
 * run. A failing sweep does not stop the others. Returns the number of rows of each sweep.
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
        if (count === most) await sleep(pauseMs)
      }
    } catch (error) {
      log('sweep.failed', { sweep: name, ...describeError(error) })
    }
  }
  return total
}

/** Returns true if no other process sweeps, and takes the lock until the end of the transaction. */
async function isAlone(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ alone: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtext('sweeps')) as alone`,
  )
  return rows[0]?.alone ?? false
}

/** Sweeps now and at intervals, until `stop`, which waits for the batch in progress. */
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
  }, intervalMs)
  return {
    async stop() {
      clearInterval(timer)
      ended.abort()
      await running
    },
  }
}
