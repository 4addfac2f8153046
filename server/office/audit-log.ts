import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { alias } from 'drizzle-orm/pg-core'
import type { AuditList } from '#contract/staff.ts'
import { audit, users } from '../db/schema.ts'

const most = 200

/** The latest audit entries, newest first: by or about one person, about one order, or all. */
export async function auditList(
  orm: NodePgDatabase,
  { person, order }: { person?: string | undefined; order?: string | undefined },
): Promise<AuditList> {
  const subjects = alias(users, 'subjects')
  const rows = await orm
    .select({ entry: audit, actor: users.name, subject: subjects.name })
    .from(audit)
    .leftJoin(users, eq(users.id, audit.actorId))
    .leftJoin(subjects, eq(audit.subject, sql`'account:' || ${subjects.id}`))
    .where(
      and(
        person ? or(eq(audit.actorId, person), eq(audit.subject, `account:${person}`)) : undefined,
        order ? isOrder(order) : undefined,
      ),
    )
    .orderBy(desc(audit.id))
    .limit(most)
  return {
    entries: rows.map(({ entry, actor, subject }) => ({
      id: entry.id,
      at: entry.at.toISOString(),
      actor: entry.actorId === null ? null : { id: entry.actorId, name: actor ?? '', role: entry.actorRole ?? '' },
      action: entry.action,
      subject: subject === null ? entry.subject : `account:${subject}`,
      detail: entry.detail as Record<string, unknown>,
    })),
  }
}

/** Matches the whole order id, or the last six characters, which people see and write. */
function isOrder(text: string): SQL {
  const code = text.toUpperCase().replace(/[^0-9A-Z]/g, '')
  const ending = sql`right(${audit.subject}, 6) = ${code.slice(-6)} and ${audit.subject} like 'order:%'`
  return code.length > 6 ? sql`${ending} and ${audit.subject} = ${`order:${code}`}` : ending
}
