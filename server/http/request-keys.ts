import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '../db/database.ts'
import { requestKeys } from '../db/schema.ts'
import { type Sweep, swept } from '../db/sweep-runner.ts'
import { requestKeyDays } from '../process/retention.ts'
import { refuse } from './problems.ts'

/**
 * Claims the idempotency key of a write on a locked subject ('order:7Q4M2KX9A') in the write's transaction, even if the
 * write changes nothing. Returns false if the key is already claimed: an earlier request did the write, and this
 * request repeats it, for example after a lost response. `asked` is the write's content, without time and person. A key
 * with other content is refused, because the earlier response would not fit.
 */
export async function claimIdempotencyKey(
  tx: Transaction,
  subject: string,
  key: string | undefined,
  asked: object,
): Promise<boolean> {
  if (key === undefined) return true
  const request = createHash('sha256').update(JSON.stringify(asked)).digest('base64url')
  const added = await tx.insert(requestKeys).values({ subject, key, request }).onConflictDoNothing().returning()
  if (added.length > 0) return true
  const [before] = await tx
    .select({ request: requestKeys.request })
    .from(requestKeys)
    .where(and(eq(requestKeys.subject, subject), eq(requestKeys.key, key)))
  // `request` is null if a server of the last release stored the key.
  if (before?.request != null && before.request !== request) {
    throw refuse('key-reused', 'This request key was already used for something else. Reload the page, then try again.')
  }
  return false
}

export const sweepRequestKeys: Sweep = (tx, most) =>
  swept(
    tx,
    sql`delete from request_keys where (subject, key) in (
          select subject, key from request_keys where at < now() - make_interval(days => ${requestKeyDays})
           order by at limit ${most})`,
  )
