import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseFull, DatabaseGone, mayComeBack, sqlState } from './failures.ts'

/** The number of connections of one server process. More connections would only wait for the same disk. */
const poolSize = 10

/** The time for which a query waits for an unavailable database, for example during a restart. */
const comebackMs = 3000

/** The time for which writes are refused after the disk was full. The next write tests whether there is room again. */
const fullForMs = 5000

/**
 * The time limit of one query. Routers and firewalls may drop a connection without closing it, so after this time the
 * pool gives the connection up.
 */
export const silenceMs = 10_000

/**
 * Time limits for the queries of requests, for which users wait. Backups have separate connections with other limits.
 */
const limits = {
  statement_timeout: 8000,
  lock_timeout: 5000,
  // A client that was cut off may leave a transaction open. After this time PostgreSQL ends it and releases its locks.
  idle_in_transaction_session_timeout: 8000,
  // Measured in this process, for a database that does not respond at all. Longer than PostgreSQL's own limit, which
  // ends a slow query first.
  query_timeout: silenceMs,
  connectionTimeoutMillis: 5000,
}

/** A pool of pg whose queries wait briefly for an unavailable database, then fail as DatabaseGone. */
export class HealingPool extends pg.Pool {
  #goneSince: number | undefined
  #fullUntil = 0
  readonly #lost = new WeakSet<pg.ClientBase>()

  constructor(connection: pg.ClientConfig) {
    // `pipeline`: a connection sends a statement without waiting for earlier results.
    super({ ...connection, ...limits, max: poolSize, keepAlive: true, pipeline: true })
    // Without a listener, a connection that dies while in use would end the process.
    this.on('connect', (client) => client.on('error', () => this.#lost.add(client)))
  }

  override async connect(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        const client = await super.connect()
        this.#goneSince = undefined
        return client
      } catch (error) {
        this.#goneSince ??= performance.now()
        if (this.ending || !mayComeBack(error) || performance.now() - this.#goneSince > comebackMs) {
          throw new DatabaseGone('The database cannot be reached.', { cause: error })
        }
        await sleep(50 + Math.random() * 50)
      }
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overloads are those of pg.Pool.
  override async query(...query: any[]): Promise<any> {
    // Up to `poolSize` connections may have died unnoticed, and the query may meet each of them before it gets a new
    // one.
    for (let attempt = 0; ; attempt++) {
      const client = await this.connect()
      let broken = false
      try {
        return await (client.query as (...query: unknown[]) => Promise<unknown>).apply(client, query)
      } catch (error) {
        broken = this.isLost(client, error) || sqlState(error) === undefined
        // The database closed the connection before the query was written, so the query has not run.
        if ((error as NodeJS.ErrnoException).code === 'EPIPE' && attempt < poolSize) continue
        throw this.failureOf(client, error, 'a query')
      } finally {
        client.release(broken)
      }
    }
  }

  /** Returns true if a failed statement makes its connection unusable. */
  isLost(client: pg.ClientBase, error: unknown): boolean {
    // Class 08: connection exceptions; 57P: the server stops or crashed, or ended this connection; 25006: a read-only
    // transaction, as on the old primary after a failover.
    return this.#lost.has(client) || isReadTimeout(error) || /^(08|57P|25006)/.test(sqlState(error) ?? '')
  }

  /** Returns the error to throw for a failed statement: DatabaseGone, DatabaseFull or the cause itself. */
  failureOf(client: pg.ClientBase, cause: unknown, during: string): unknown {
    if (this.isLost(client, cause)) return new DatabaseGone(`The database was lost during ${during}.`, { cause })
    const state = sqlState(cause)
    if (state === '53100') {
      this.#fullUntil = performance.now() + fullForMs
      return new DatabaseFull(`The disk of the database was full during ${during}.`, { cause })
    }
    // Contention on a row: 55P03 is a lock timeout, 57014 a statement timeout.
    const tooSlow = state === '55P03' || state === '57014'
    return tooSlow ? new DatabaseGone(`The database took too long for ${during}.`, { cause }) : cause
  }

  isFull(): boolean {
    return performance.now() < this.#fullUntil
  }
}

/** Returns true if `query_timeout` ended a query. The error has no code, and pg closes the connection shortly after. */
function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && (error.message === 'Query read timeout' || isReadTimeout(error.cause))
}
