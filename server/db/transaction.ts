import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PgTransactionConfig } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { Statement, Transaction } from './database.ts'
import { sqlState } from './failures.ts'
import type { HealingPool } from './healing-pool.ts'

export type TransactionConfig = Pick<PgTransactionConfig, 'isolationLevel' | 'accessMode'>

/** Options of a transaction for consistent reads: every statement sees the snapshot of the first. */
export const oneSnapshot = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const

const attempts = 5

const connections = new WeakMap<pg.PoolClient, Transaction>()

/**
 * Returns the connection's Drizzle instance. All transactions of the connection share this instance, because it has the
 * prepared statements.
 */
function transactionOn(client: pg.PoolClient): Transaction {
  const tx = connections.get(client) ?? (drizzle(client) as unknown as Transaction)
  connections.set(client, tx)
  return tx
}

const withEvents = new WeakSet<Transaction>()

/** Marks a transaction that writes events: its commit calls the listeners of `onEvents`. */
export function noteEvents(tx: Transaction): void {
  withEvents.add(tx)
}

/** Runs `Database.transaction`. `onEvents` is called after the commit of a transaction that wrote events. */
export async function transact<T>(
  pool: HealingPool,
  work: (tx: Transaction) => Promise<T>,
  config: TransactionConfig,
  onEvents: () => void,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const client = await pool.connect()
    const tx = transactionOn(client)
    withEvents.delete(tx)
    let committing = false
    try {
      const begun = client.query(beginOf(config))
      // `begun` is awaited below. If something fails before that, this handler prevents an unhandled rejection.
      begun.catch(() => {})
      const result = await work(tx)
      await begun
      committing = true
      await client.query('commit')
      if (withEvents.has(tx)) onEvents()
      return result
    } catch (cause) {
      // If the rollback fails, the connection is dead, and PostgreSQL rolls back by itself.
      await client.query('rollback').catch(() => {})
      // A serialization failure during the commit has committed no change, so the transaction can run again.
      const again = pool.isLost(client, cause) ? !committing : ['40001', '40P01'].includes(sqlState(cause) ?? '')
      if (!again || attempt === attempts) throw pool.failureOf(client, cause, 'a transaction')
    } finally {
      client.release(client.getTransactionStatus() !== 'I')
    }
    await sleep(Math.random() * 20 * 2 ** attempt)
  }
}

/**
 * Returns the `begin` statement. The transaction's first statements are sent with it, before its response: on a
 * connection without a transaction, `begin` cannot fail by itself.
 */
function beginOf({ isolationLevel, accessMode }: TransactionConfig): string {
  return ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' ')
}

/** Runs `work`. If it throws, only its own changes are rolled back and the transaction continues. */
export async function savepoint<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  await tx.execute(sql`savepoint part`)
  try {
    const result = await work()
    await tx.execute(sql`release savepoint part`)
    return result
  } catch (error) {
    await tx.execute(sql`rollback to savepoint part`)
    throw error
  }
}

/**
 * Sends statements in one round trip. They run in this order, each statement sees the effects of earlier statements,
 * and after a failure PostgreSQL refuses the rest of the transaction.
 */
export async function pipelined<const Statements extends readonly Statement[]>(
  ...statements: Statements
): Promise<{ -readonly [Key in keyof Statements]: Awaited<ReturnType<Statements[Key]['execute']>> }> {
  return allSent(statements.map((statement) => statement.execute())) as never
}

/**
 * Waits for statements sent in this order, and throws the first failure with its own cause. After a failure, PostgreSQL
 * refuses the later statements with 25P02, and Drizzle may reject these before the failed statement itself.
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
