import { lt, sql } from 'drizzle-orm'
import type { Database, Transaction } from './database.ts'
import { requestKeys } from './schema.ts'

/**
 * Remembers the key of a write on a locked subject ('order:7Q4M2KX9A') in its transaction, also where the write changes
 * nothing. False where the write was done before: its answer was lost, or the network has brought it again.
 */
export async function isFirst(tx: Transaction, subject: string, key: string | undefined): Promise<boolean> {
  if (key === undefined) return true
  const added = await tx.insert(requestKeys).values({ subject, key }).onConflictDoNothing().returning()
  return added.length > 0
}

/** Deletes keys of 90 days ago: no phone keeps a write for so long without a network. */
export async function sweepRequestKeys({ orm }: Pick<Database, 'orm'>): Promise<void> {
  await orm.delete(requestKeys).where(lt(requestKeys.at, sql`now() - interval '90 days'`))
}
