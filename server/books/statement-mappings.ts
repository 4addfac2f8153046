import { eq } from 'drizzle-orm'
import type { User } from '#contract/session.ts'
import type { Mapping } from '#domain/books/statements/statement-file.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Reader } from '../db/database.ts'
import { statementMappings } from '../db/schema.ts'

/** Returns the columns that a person assigned for an account's statements; undefined if nobody did. */
export async function keptMapping(db: Reader, accountId: string): Promise<Mapping | undefined> {
  const [kept] = await db.select().from(statementMappings).where(eq(statementMappings.accountId, accountId))
  return kept && { head: kept.head, columns: kept.columns }
}

export async function keepMapping(database: Database, user: User, accountId: string, { head, columns }: Mapping) {
  const set = { head: [...head], columns, setBy: user.id, setAt: new Date() }
  await database.transaction(async (tx) => {
    await tx
      .insert(statementMappings)
      .values({ accountId, ...set })
      .onConflictDoUpdate({ target: statementMappings.accountId, set })
    await recordAudit(tx, user, 'statement.columns', `account:${accountId}`, {})
  })
}
