import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { AuditList } from '#contract/staff.ts'
import type { Reader } from '../db/database.ts'
import { audit, items, users } from '../db/schema.ts'

const most = 200

/** Returns the latest audit entries, newest first: by or about one person, about one order, or all. */
export async function auditList(
  orm: Reader,
  { person, order }: { person?: string | undefined; order?: string | undefined },
): Promise<AuditList> {
  const latest = (which?: SQL) =>
    orm
      .select({ id: audit.id })
      .from(audit)
      .where(and(which, order ? isOrder(order) : undefined))
      .orderBy(desc(audit.id))
      .limit(most)
  // Two queries that an index ends early; with 'or' all entries of a busy cashier would be read and sorted.
  const found = person
    ? await union(latest(eq(audit.actorId, person)), latest(eq(audit.subject, `account:${person}`)))
    : await latest()
  if (found.length === 0) return { entries: [] }
  const ids = found.map(({ id }) => id).sort((a, b) => b - a)
  // Looked up one by one, because a join would read all customers for two hundred names.
  const named = (id: SQL | typeof audit.actorId) =>
    sql<string | null>`(select person.name from ${users} person where person.id = ${id})`
  const ofSubject = sql`case when ${audit.subject} like 'account:%' then substr(${audit.subject}, 9) end`
  const rows = await orm
    .select({ entry: audit, actor: named(audit.actorId), subject: named(ofSubject), item: items.name })
    .from(audit)
    .leftJoin(items, eq(audit.subject, sql`'item:' || ${items.id}`))
    .where(inArray(audit.id, ids.slice(0, most)))
    .orderBy(desc(audit.id))
  return {
    entries: rows.map(({ entry, actor, subject, item }) => ({
      id: entry.id,
      at: entry.at.toISOString(),
      actor: entry.actorId === null ? null : { id: entry.actorId, name: actor ?? '', role: entry.actorRole ?? '' },
      action: entry.action,
      subject: readable(entry.subject, subject ?? item),
      detail: entry.detail as Record<string, unknown>,
    })),
  }
}

/** Returns the subject with its name. The id of a deleted account or dish is meaningless to people. */
function readable(subject: string, name: string | null): string {
  const [kind = ''] = subject.split(':')
  return kind === 'account' || kind === 'item' ? `${kind}:${name ?? ''}` : subject
}

/** Matches the whole order id, or the last six characters, which people see and write. */
function isOrder(text: string): SQL {
  const code = text.toUpperCase().replace(/[^0-9A-Z]/g, '')
  const ending = sql`right(${audit.subject}, 6) = ${code.slice(-6)} and ${audit.subject} like 'order:%'`
  return code.length > 6 ? sql`${ending} and ${audit.subject} = ${`order:${code}`}` : ending
}
