import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { watchDisk } from './disk.ts'
import { HealingPool } from './healing-pool.ts'
import { type Log, postgresOfAnother, startPostgres } from './postgres.ts'
import { requireServer } from './suitable-server.ts'
import { type TransactionConfig, transact } from './transaction.ts'

declare const isTransaction: unique symbol

/**
 * Drizzle on a connection with an open transaction. The type's mark makes TypeScript reject the pool where a
 * transaction is needed. `savepoint` is the only nested transaction.
 */
export type Transaction = Omit<NodePgDatabase, 'transaction' | '$client'> & { readonly [isTransaction]: true }

/** The pool or a transaction, for reading. */
export type Reader = NodePgDatabase | Transaction

/** A statement built by Drizzle. `execute` sends the statement before it returns. */
export type Statement<Value = unknown> = PromiseLike<Value> & { execute(): Promise<Value> }

export type Database = {
  /** The configuration for separate connections: LISTEN, migrations. */
  connection: pg.ClientConfig
  pool: pg.Pool
  orm: NodePgDatabase
  /**
   * Runs `work` in a transaction. After a deadlock, a serialization failure or a connection lost before the commit,
   * runs `work` again in a new transaction. So `work` must have no effects besides SQL on `tx`. A connection lost
   * during the commit throws DatabaseGone; the transaction may or may not have committed.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, config?: TransactionConfig): Promise<T>
  /**
   * Calls `listener` after the commit of each transaction of this process that wrote events. Returns the function that
   * removes the listener.
   */
  onEvents(listener: () => void): () => void
  /** Returns true if the disk is too full to record anything. Reading still works. */
  isFull(): boolean
  /** Lets queries in flight finish for up to 4 s, then closes the pool and stops the embedded PostgreSQL. */
  stop(): Promise<void>
}

/** Time for queries in flight during a stop. */
const drainMs = 4000

/**
 * Opens the database at `databaseUrl`, or the embedded PostgreSQL in `dataDir`. Throws StartError. Aborting `signal`
 * ends the start.
 */
export async function openDatabase({
  databaseUrl,
  dataDir,
  log,
  signal,
}: {
  databaseUrl?: string | undefined
  dataDir: string
  log: Log
  signal?: AbortSignal
}): Promise<Database> {
  if (databaseUrl) {
    const connection = { connectionString: databaseUrl, application_name: 'buka' }
    await requireServer(connection, log)
    return connectDatabase(connection, log)
  }
  const postgres = await startPostgres({ dataDir, log, ...(signal && { signal }) })
  const database = connectDatabase({ ...postgres.connection, application_name: 'buka' }, log)
  const own = onOwnDisk(database, dataDir)
  return {
    ...own,
    stop: async () => {
      await own.stop()
      await postgres.stop()
    },
  }
}

function onOwnDisk(database: Database, dataDir: string): Database {
  const disk = watchDisk(dataDir)
  return {
    ...database,
    isFull: () => disk.isFull() || database.isFull(),
    stop: async () => {
      disk.stop()
      await database.stop()
    },
  }
}

/** Opens the database that another process runs in `dataDir`. `stop` leaves that process running. */
export async function joinDatabase({ dataDir, log }: { dataDir: string; log: Log }): Promise<Database> {
  return onOwnDisk(connectDatabase({ ...(await postgresOfAnother(dataDir)), application_name: 'buka' }, log), dataDir)
}

function connectDatabase(connection: pg.ClientConfig, log: Log): Database {
  const pool = new HealingPool(connection)
  pool.on('error', (error) => log(`A database connection was lost: ${error.message}`))
  const listeners = new Set<() => void>()
  const callListeners = () => {
    for (const listener of listeners) listener()
  }
  let stopped: Promise<void> | undefined
  return {
    connection,
    pool,
    orm: drizzle(pool),
    transaction: (work, config = {}) => transact(pool, work, config, callListeners),
    onEvents(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isFull: () => pool.isFull(),
    stop: () => {
      stopped ??= Promise.race([pool.end(), sleep(drainMs, undefined, { ref: false })])
      return stopped
    },
  }
}
