import { sql } from 'drizzle-orm'
import { requestKeyDays } from '../process/retention.ts'
import type { Transaction } from './database.ts'
import { requestKeys } from './schema.ts'
import { type Sweep, swept } from './sweeps.ts'

/**
 * Remembers the key of a write on a locked subject ('order:7Q4M2KX9A') in its transaction, also where the write changes
 * nothing. Where a subject has several kinds of writes, subject or key names the kind. False where the write was done before:
 * its answer was lost, or the network has brought it again.
 */
export async function isFirst(tx: Transaction, subject: string, key: string | undefined): Promise<boolean> {
  if (key === undefined) return true
  const added = await tx.insert(requestKeys).values({ subject, key }).onConflictDoNothing().returning()
  return added.length > 0
}

export const sweepRequestKeys: Sweep = (tx, most) =>
  swept(
    tx,
    sql`delete from request_keys where (subject, key) in (
          select subject, key from request_keys where at < now() - make_interval(days => ${requestKeyDays})
           order by at limit ${most})`,
  )
