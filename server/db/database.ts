import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { type NodePgClient, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres/session'
import { PgDialect, type PgTransactionConfig } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { StartError } from '../process/start-error.ts'
import { watchDisk } from './disk.ts'
import { connectClient, endClient } from './pg-client.ts'
import { type Log, postgresOfAnother, startPostgres } from './postgres.ts'

export type Transaction = Parameters<Parameters<NodePgDatabase['transaction']>[0]>[0]

/** What reads, outside of a transaction or in one. */
export type Reader = NodePgDatabase | Transaction

type TransactionConfig = PgTransactionConfig & {
  /**
   * For what customers do most: `begin` travels with the first statement, which has to change nothing, and each connection
   * parses each statement once.
   */
  readonly frequent?: boolean
}

/** Options of a transaction that reads what belongs together: each of its statements sees what the first one sees. */
export const oneSnapshot = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

/** A statement as Drizzle builds it: it is sent within `execute`, before that returns. */
export type Statement<Value = unknown> = PromiseLike<Value> & { execute(): Promise<Value> }

/**
 * Sends statements in one round trip. They run in this order, each sees what the ones before did, and after one that fails
 * PostgreSQL refuses the rest of the transaction.
 */
export async function pipelined<const Statements extends readonly Statement[]>(
  ...statements: Statements
): Promise<{ -readonly [Key in keyof Statements]: Awaited<ReturnType<Statements[Key]['execute']>> }> {
  return allSent(statements.map((statement) => statement.execute())) as never
}

/**
 * Waits for statements that were sent in this order. Of those that fail it throws the first that has a cause of its own: the
 * ones after it fail with 25P02, and Drizzle may reject them sooner.
 */
export async function allSent<const Sent extends readonly unknown[]>(
  sent: Sent,
): Promise<{ -readonly [Key in keyof Sent]: Awaited<Sent[Key]> }> {
  const settled = await Promise.allSettled(sent)
  const causes = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  const first = causes.find((cause) => sqlState(cause) !== '25P02')
  if (first) throw first
  return Promise.all(sent)
}

const untilCommit = new WeakMap<Transaction, Statement[]>()

/** Sends statements whose results nothing reads with the commit of `database.transaction`; within a savepoint, at once. */
export async function withCommit(tx: Transaction, ...statements: readonly Statement[]): Promise<void> {
  const last = untilCommit.get(tx)
  if (last) last.push(...statements)
  else await pipelined(...statements)
}

export type Database = {
  /** For a connection of one's own: LISTEN, migrations. */
  connection: pg.ClientConfig
  pool: pg.Pool
  orm: NodePgDatabase
  /**
   * Runs `work` in a transaction. It is run again from the start after a deadlock, a serialization failure or a connection
   * lost before the commit, so it must do nothing but SQL on `tx`. A connection lost at the commit itself is DatabaseGone,
   * and whether it was done is not known.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, config?: TransactionConfig): Promise<T>
  /** Whether the disk has too little room to record anything. Reading still works. */
  isFull(): boolean
  /** Lets queries in flight finish for up to 4 s, then closes; with a PostgreSQL of our own, stops that too. */
  stop(): Promise<void>
}

/** No connection to the database, or no answer from it in time. Trying again in a moment may help. */
export class DatabaseGone extends Error {
  override name = 'DatabaseGone'
}

/** The database's disk is full: nothing can be recorded until there is room. */
class DatabaseFull extends Error {
  override name = 'DatabaseFull'
}

/** Also where Drizzle wrapped it in an error of its own. */
export function isDatabaseGone(error: unknown): boolean {
  return error instanceof DatabaseGone || (error instanceof Error && isDatabaseGone(error.cause))
}

export function isDatabaseFull(error: unknown): boolean {
  return error instanceof DatabaseFull || (error instanceof Error && isDatabaseFull(error.cause))
}

/** The SQLSTATE of a failed statement, such as 23505 for a unique violation; also where Drizzle wrapped it. */
export function sqlState(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return error.code
  return error instanceof Error ? sqlState(error.cause) : undefined
}

/** The constraint that a failed statement broke. */
export function brokenConstraint(error: unknown): string | undefined {
  if (error instanceof pg.DatabaseError) return error.constraint
  return error instanceof Error ? brokenConstraint(error.cause) : undefined
}

/** Milliseconds. A person waits at the other end, so nothing of ours may take longer; backups connect on their own. */
const timeouts = {
  statement_timeout: 8000,
  lock_timeout: 5000,
  // Also how long a transaction keeps its locks whose client is cut off from PostgreSQL.
  idle_in_transaction_session_timeout: 8000,
}

/**
 * No table is walked through where an index answers. A statement that a connection prepared beside an empty table would keep the
 * plan of that moment, and a new restaurant's first orders read all others, until PostgreSQL has analyzed the table.
 */
const options = '-c enable_seqscan=off'

/**
 * Milliseconds without a byte from the database after which a connection in use is closed: more than it may take for an
 * answer, if only that it took too long. Routers and firewalls forget connections without closing them.
 */
const silence = 10_000

/** Connections of one server process. More would only wait for the same disk. */
const poolSize = 10

/** Milliseconds a query waits for a database that went away; our own is back after about 300. */
const comeback = 3000

/** Milliseconds a start waits for the database at DATABASE_URL, which may be starting beside us. */
const startPatience = 15_000

const drainTime = 4000

/** Milliseconds that nothing is recorded after the disk was full. The next write is the test whether there is room again. */
const fullFor = 5000

/** The database at `databaseUrl`, or our own PostgreSQL in `dataDir`. Throws StartError. Aborting `signal` ends the start. */
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

/** The database that another process runs in `dataDir`. Stopping it here ends nothing there. */
export async function joinDatabase({ dataDir, log }: { dataDir: string; log: Log }): Promise<Database> {
  return onOwnDisk(connectDatabase({ ...(await postgresOfAnother(dataDir)), application_name: 'buka' }, log), dataDir)
}

function connectDatabase(connection: pg.ClientConfig, log: Log): Database {
  const pool = new HealingPool({
    ...connection,
    ...timeouts,
    options,
    max: poolSize,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    // A statement is sent without waiting for the results of those before it.
    pipeline: true,
  } as pg.PoolConfig)
  pool.on('error', (error) => log(`A database connection was lost: ${error.message}`))
  let stopped: Promise<void> | undefined
  return {
    connection,
    pool,
    orm: drizzle(pool),
    transaction: (work, config) => transact(pool, work, config),
    isFull: () => pool.isFull(),
    stop: () => {
      stopped ??= Promise.race([pool.end(), sleep(drainTime, undefined, { ref: false })])
      return stopped
    },
  }
}

/** The types of pg leave it out. */
function streamOf(client: pg.ClientBase): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}

/** A pool whose connections may die: queries wait a little for the database to come back, and fail as DatabaseGone. */
class HealingPool extends pg.Pool {
  #goneSince: number | undefined
  #fullUntil = 0
  readonly #lost = new WeakSet<pg.ClientBase>()
  /** When each connection was last known to work. */
  readonly #heard = new WeakMap<pg.ClientBase, number>()
  /** Connections that were last heard before this may be as dead as the one that was found to be. */
  #trustedFrom = 0

  constructor(config: pg.PoolConfig) {
    super(config)
    // Without a listener, a connection that dies while somebody uses it would end the process.
    this.on('connect', (client) => {
      client.on('error', () => this.#lost.add(client))
      this.#heard.set(client, performance.now())
      const stream = streamOf(client)
      stream.on('timeout', () => {
        this.#trustedFrom = performance.now() - silence
        stream.destroy(new Error(`The database sent nothing for ${silence} ms.`))
      })
    })
    this.on('acquire', (client) => streamOf(client).setTimeout(silence))
    this.on('release', (error, client) => {
      streamOf(client).setTimeout(0)
      if (!error) this.#heard.set(client, performance.now())
    })
  }

  isLost(client: pg.ClientBase, error: unknown): boolean {
    // Class 08: connection exceptions; 57P: the server stops or crashed, or ended this connection; 25006: it only reads, as
    // the old primary does after a failover.
    return this.#lost.has(client) || /^(08|57P|25006)/.test(sqlState(error) ?? '')
  }

  isFull(): boolean {
    return performance.now() < this.#fullUntil
  }

  failureOf(cause: unknown, lost: boolean, during: string): unknown {
    if (lost) return new DatabaseGone(`The database was lost during ${during}.`, { cause })
    const state = sqlState(cause)
    if (state === '53100') {
      this.#fullUntil = performance.now() + fullFor
      return new DatabaseFull(`The disk of the database was full during ${during}.`, { cause })
    }
    // A crowd at one row is no fault of the request: 55P03 waited too long for a lock, 57014 was cut off at the time limit.
    const tooSlow = state === '55P03' || state === '57014'
    return tooSlow ? new DatabaseGone(`The database took too long for ${during}.`, { cause }) : cause
  }

  override connect(): Promise<pg.PoolClient>
  override connect(
    callback: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): void
  override connect(
    callback?: (error: Error | undefined, client: pg.PoolClient | undefined, done: (release?: unknown) => void) => void,
  ): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connect()
    if (!callback) return connecting
    connecting.then(
      (client) => callback(undefined, client, (release) => client.release(release as Error | undefined)),
      (error) => callback(error, undefined, () => {}),
    )
    return undefined
  }

  async #connect(): Promise<pg.PoolClient> {
    for (;;) {
      try {
        const client = await super.connect()
        if ((this.#heard.get(client) ?? 0) < this.#trustedFrom) {
          client.release(true)
          continue
        }
        this.#goneSince = undefined
        return client
      } catch (error) {
        this.#goneSince ??= performance.now()
        if (this.ending || !mayComeBack(error) || performance.now() - this.#goneSince > comeback) {
          throw new DatabaseGone('The database cannot be reached.', { cause: error })
        }
        await sleep(50 + Math.random() * 50)
      }
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overloads are pg's, and stay what callers of a pg.Pool see.
  override async query(...query: any[]): Promise<any> {
    // As many connections may have died unnoticed as the pool keeps.
    for (let attempt = 0; ; attempt++) {
      const client = await this.connect()
      let broken = false
      try {
        return await (client.query as (...query: unknown[]) => Promise<unknown>).apply(client, query)
      } catch (error) {
        const lost = this.isLost(client, error)
        broken = lost || sqlState(error) === undefined
        if (neverSent(error) && attempt < poolSize) continue
        throw this.failureOf(error, lost, 'a query')
      } finally {
        client.release(broken)
      }
    }
  }
}

/** The other side had closed the connection before the query was written: nobody has seen it, so it can be asked again. */
function neverSent(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EPIPE'
}

/** Refused, closed, starting or full: not a wrong password or name, and not our own patience at an end. */
function mayComeBack(error: unknown): boolean {
  const state = sqlState(error)
  if (state !== undefined) return /^(08|57P|53300)/.test(state)
  const code = (error as NodeJS.ErrnoException).code
  return code !== undefined && ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'EAGAIN'].includes(code)
}

const dialect = new PgDialect()

/** The names under which connections remember the statements of frequent transactions. Lists of many lengths have many texts. */
const statementNames = new Map<string, string>()
const mostNames = 300

function nameOf(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known !== undefined || statementNames.size >= mostNames) return known
  const name = `frequent-${statementNames.size}`
  statementNames.set(text, name)
  return name
}

/** A connection that remembers what it is asked, and writes at once what is asked at once. */
function remembering(client: pg.PoolClient): NodePgClient {
  const query = (config: pg.QueryConfig, values?: unknown[]) => {
    const name = config.name ?? nameOf(config.text)
    const stream = streamOf(client)
    stream.cork()
    process.nextTick(() => stream.uncork())
    return client.query(name === undefined ? config : { ...config, name }, values)
  }
  return { query } as unknown as NodePgClient
}

function transactionOn(client: NodePgClient): Transaction {
  return new NodePgTransaction(dialect, new NodePgSession(client, dialect, undefined) as never, undefined)
}

const frequentTransactions = new WeakMap<pg.PoolClient, Transaction>()

/** One for all frequent transactions of a connection, so that it keeps its prepared statements (`prepared.ts`). */
function frequentOn(client: pg.PoolClient): Transaction {
  const known = frequentTransactions.get(client)
  if (known) return known
  const tx = transactionOn(remembering(client))
  frequentTransactions.set(client, tx)
  return tx
}

async function transact<T>(
  pool: HealingPool,
  work: (tx: Transaction) => Promise<T>,
  { frequent = false, ...config }: TransactionConfig = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const client = await pool.connect()
    const tx = frequent ? frequentOn(client) : transactionOn(client)
    const last: Statement[] = []
    untilCommit.set(tx, last)
    let committing = false
    try {
      const begun = begin(tx, config)
      if (!frequent) await begun
      const result = await work(tx)
      await begun
      committing = true
      await pipelined(...last, tx.execute(sql`commit`))
      return result
    } catch (cause) {
      // On a dead connection this fails too.
      await tx.execute(sql`rollback`).catch(() => {})
      const lost = pool.isLost(client, cause)
      // A serialization failure can come from the commit as well, and then nothing was done.
      const again = lost ? !committing : ['40001', '40P01'].includes(sqlState(cause) ?? '')
      if (!again || attempt === 5) {
        throw pool.failureOf(cause, lost, 'a transaction')
      }
    } finally {
      client.release(client.getTransactionStatus() !== 'I')
    }
    await sleep(Math.random() * 20 * 2 ** attempt)
  }
}

function begin(tx: Transaction, config: PgTransactionConfig): Promise<unknown> {
  const { isolationLevel, accessMode, deferrable } = config
  const modes = [isolationLevel && `isolation level ${isolationLevel}`, accessMode, deferrable && 'deferrable']
  const begun = tx.execute(sql.raw(['begin', modes.filter(Boolean).join(', ')].join(' ').trim())).execute()
  // Whoever awaits it gets its failure; without this, one that nobody awaits yet would end the process.
  begun.catch(() => {})
  return begun
}

async function requireServer(connection: pg.ClientConfig, log: Log): Promise<void> {
  const deadline = performance.now() + startPatience
  for (let isLogged = false; ; isLogged = true) {
    try {
      const client = await connectClient(connection, silence)
      await requireSuitable(client, log).finally(() => endClient(client))
      return
    } catch (error) {
      if (error instanceof StartError) throw error
      if (!mayComeBack(error) || performance.now() > deadline) {
        throw new StartError(
          `The database at DATABASE_URL cannot be used: ${(error as Error).message || String(error)}.`,
        )
      }
      if (!isLogged) log('Waiting for the database at DATABASE_URL.')
      await sleep(250)
    }
  }
}

async function requireSuitable(client: pg.Client, log: Log): Promise<void> {
  const { rows } = await client.query<{
    version: number
    fsync: string
    synchronous_commit: string
    pid: number
    standby: boolean
    encoding: string
  }>(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('fsync') AS fsync,
            current_setting('synchronous_commit') AS synchronous_commit, pg_backend_pid() AS pid, pg_is_in_recovery() AS standby,
            current_setting('server_encoding') AS encoding`,
  )
  const [server] = rows
  // A pooler tells each client an id of its own making.
  if (server && server.pid !== (client as unknown as { processID: number }).processID) {
    throw new StartError(
      'DATABASE_URL leads to a connection pooler, such as pgbouncer. Buka listens for changes and keeps locks on its connections, of which a process opens 11 at most. Give it the address of PostgreSQL itself.',
    )
  }
  if (server?.standby) {
    throw new StartError('The database at DATABASE_URL is a standby, which only reads. Use the address of the primary.')
  }
  if (!server || server.version < 150000)
    throw new StartError('The database at DATABASE_URL is older than PostgreSQL 15. Use a newer one.')
  if (server.encoding !== 'UTF8') {
    throw new StartError(
      `The database at DATABASE_URL has the encoding ${server.encoding}, in which names like Ọláwálé cannot be written. Create one with ENCODING 'UTF8'.`,
    )
  }
  if (server.fsync !== 'on') {
    throw new StartError(
      'The database at DATABASE_URL runs with fsync=off and would lose orders in a power cut. Switch fsync on.',
    )
  }
  if (server.synchronous_commit === 'off') {
    log('The database at DATABASE_URL has synchronous_commit off: a crash of it may lose the last orders.')
  }
}
