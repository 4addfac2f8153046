import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import type { AuditList, AuditQuery } from '#contract/staff.ts'
import type { Reader } from '../db/database.ts'
import { audit, items, users } from '../db/schema.ts'

const onPage = 60

/** The number of newest entries that a search for words reads, because the details of entries have no index. */
const lookedThrough = 20_000

/** Returns a page of audit entries, newest first: by or about one person, matching words, or all. */
export async function auditList(
  orm: Reader,
  { person, order, q = order ?? '', after }: AuditQuery,
): Promise<AuditList> {
  const latest = (...which: (SQL | undefined)[]) =>
    orm
      .select({ id: audit.id })
      .from(audit)
      .where(and(after === undefined ? undefined : lt(audit.id, after), ...which))
      .orderBy(desc(audit.id))
      .limit(onPage + 1)
  // An index lets each of these two queries stop after a page of entries. One query with 'or' would read and sort all
  // entries of a busy cashier.
  const ofPerson = async (which?: SQL) =>
    person
      ? await union(latest(eq(audit.actorId, person), which), latest(eq(audit.subject, `account:${person}`), which))
      : await latest(which)
  let found = isCode(q) ? await ofPerson(isOrder(q)) : []
  if (found.length === 0) found = await ofPerson(q.trim() === '' ? undefined : hasWords(q.trim()))
  if (found.length === 0) return { entries: [], next: null }
  const ids = found.map(({ id }) => id).sort((a, b) => b - a)
  const rows = await orm
    .select({ entry: audit, actor: actorName, subject: subjectName, item: items.name })
    .from(audit)
    .leftJoin(items, eq(audit.subject, sql`'item:' || ${items.id}`))
    .where(inArray(audit.id, ids.slice(0, onPage)))
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
    next: ids.length > onPage ? (ids[onPage - 1] ?? null) : null,
  }
}

/** Looks names up one by one, because a join would read all customers for two hundred names. */
const named = (id: SQL | typeof audit.actorId) =>
  sql<string | null>`(select person.name from ${users} person where person.id = ${id})`
const actorName = named(audit.actorId)
const subjectName = named(sql`case when ${audit.subject} like 'account:%' then substr(${audit.subject}, 9) end`)

/**
 * Returns the subject, with a name instead of the id of an account or dish. Leaves out the id of a deleted account or
 * dish, which tells people nothing.
 */
function readable(subject: string, name: string | null): string {
  const [kind = ''] = subject.split(':')
  return kind === 'account' || kind === 'item' ? `${kind}:${name ?? ''}` : subject
}

const codeOf = (text: string) => text.toUpperCase().replace(/[^0-9A-Z]/g, '')

/** Returns true if the words can be an order's id or its last six characters, which people see and write. */
const isCode = (words: string) => /^.{6}(?:.{3})?$/.test(codeOf(words))

function isOrder(words: string): SQL {
  const code = codeOf(words)
  const ending = sql`right(${audit.subject}, 6) = ${code.slice(-6)} and ${audit.subject} like 'order:%'`
  return code.length > 6 ? sql`${ending} and ${audit.subject} = ${`order:${code}`}` : ending
}

/**
 * Returns the condition that an entry names a person or dish, or contains the text: reasons, names, amounts ('₦31,500'
 * as 31500).
 */
function hasWords(text: string): SQL {
  const written = /^[₦\d,.\s]+$/.test(text) ? text.replace(/\D/g, '') : text
  const like = (words: string) => `%${words.replace(/[\\%_]/g, '\\$&')}%`
  return sql`${audit.id} > (select max(id) from ${audit}) - ${lookedThrough}
    and (${audit.detail}::text ilike ${like(written)}
      or ${actorName} ilike ${like(text)} or ${subjectName} ilike ${like(text)}
      or ${audit.subject} in (select 'item:' || ${items.id} from ${items} where ${items.name} ilike ${like(text)}))`
}
