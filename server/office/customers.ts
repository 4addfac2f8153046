import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { CustomerNotes, CustomersQuery, FoundCustomer, FoundCustomers } from '#contract/books/customers.ts'
import type { User } from '#contract/session.ts'
import { asUser } from '../auth/sessions.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import { customerNotes, orders, users } from '../db/schema.ts'
import { refuse } from '../http/problems.ts'
import { claimIdempotencyKey } from '../http/request-keys.ts'
import type { Call } from '../http/route.ts'
import { searchQuery } from './search-query.ts'

const onPage = 30

/** The number of newest customers that a search scans before it uses the index of words. */
const lookedThrough = 500

/** The most notes about one customer. Staff at the till would not read more. */
const mostNotes = 20

type Row = Omit<FoundCustomer, 'spent' | 'since' | 'lastOrderAt'> & {
  since: Date
  spent: number
  lastOrderAt: Date | null
}

/** Returns customers, newest first. An index finds each customer's own orders for the totals. */
export async function findCustomers(
  { orm }: Database,
  { query }: Pick<Call<'GET /api/office/customers'>, 'query'>,
): Promise<FoundCustomers> {
  const ids = await idsOf(orm, query)
  const shown = ids.slice(0, onPage)
  if (shown.length === 0) return { customers: [], next: null }
  const { rows } = await orm.execute<Row>(sql`
    select one.id, one.username, one.name, coalesce(one.phone, one.guest_phone, '') as phone, one.guest_until is not null as "isGuest",
           one.created_at as since, own.orders, own.spent, own."lastOrderAt"
      from ${users} one,
           lateral (select count(*)::int as orders, coalesce(sum(received - refunded - owed), 0)::float8 as spent,
                           max(created_at) as "lastOrderAt"
                      from ${orders} where customer_id = one.id) own
     where one.id in ${shown}`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    customers: shown.flatMap((id) => {
      const row = byId.get(id)
      if (!row) return []
      const { since, lastOrderAt, ...same } = row
      return [
        {
          ...same,
          since: new Date(since).toISOString(),
          lastOrderAt: lastOrderAt && new Date(lastOrderAt).toISOString(),
        } as FoundCustomer,
      ]
    }),
    next: ids.length > onPage ? (shown.at(-1) ?? null) : null,
  }
}

async function idsOf(orm: NodePgDatabase, { q = '', after }: CustomersQuery): Promise<string[]> {
  const query = await searchQuery(orm, q)
  const isSought = query === '' ? undefined : sql`customer_words(username, phone, guest_phone) @@ ${query}::tsquery`
  const isCustomer = and(
    sql`role = 'customer'`,
    after === undefined
      ? undefined
      : sql`(created_at, id) < (select last.created_at, last.id from ${users} last where last.id = ${after})`,
  )
  const latest = async (from: SQL, where?: SQL) => {
    const { rows } = await orm.execute<{ id: string }>(
      sql`select id from ${from} where ${where ?? sql`true`} order by created_at desc, id desc limit ${onPage + 1}`,
    )
    return rows.map(({ id }) => id)
  }
  if (!isSought) return latest(sql`${users}`, isCustomer)
  const newest = sql`(select * from ${users} where ${isCustomer} order by created_at desc, id desc limit ${lookedThrough}) newest`
  const common = await latest(newest, isSought)
  if (common.length > onPage) return common
  // `offset 0` makes PostgreSQL search by the index of words before it sorts. Without it, the planner would scan all
  // customers in the order of the list.
  return latest(sql`(select id, created_at from ${users} where ${and(isCustomer, isSought)} offset 0) found`)
}

/**
 * Returns the customer with this id. Throws 404 for other accounts. With `lock`, changes of one customer run one after
 * the other.
 */
export async function customerOf(orm: Pick<NodePgDatabase, 'select'>, id: string, lock?: 'lock'): Promise<User> {
  const found = orm
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, 'customer')))
  const [row] = await (lock ? found.for('no key update') : found)
  if (!row) throw refuse('not-found', 'There is no such customer.')
  return asUser(row)
}

/** Returns the notes about a customer. Throws 404 for other accounts. */
export async function customerNotesOf(
  { orm }: Database,
  { params: { id } }: Call<'GET /api/office/customers/:id/notes'>,
): Promise<CustomerNotes> {
  await customerOf(orm, id)
  return notesOf(orm, id)
}

async function notesOf(orm: Pick<NodePgDatabase, 'select'>, id: string): Promise<CustomerNotes> {
  const rows = await orm
    .select({ id: customerNotes.id, note: customerNotes.note, by: users.name, at: customerNotes.writtenAt })
    .from(customerNotes)
    .innerJoin(users, eq(users.id, customerNotes.writtenBy))
    .where(eq(customerNotes.customerId, id))
    .orderBy(desc(customerNotes.id))
  return { notes: rows.map(({ at, ...note }) => ({ ...note, at: at.toISOString() })) }
}

/** Adds a note. The audit entry omits the note's text, because audit entries cannot be deleted. */
export async function addNote(
  database: Database,
  { user, params: { id }, body: { note, key } }: Call<'POST /api/office/customers/:id/notes'>,
): Promise<CustomerNotes> {
  return database.transaction(async (tx) => {
    await customerOf(tx, id, 'lock')
    if (!(await claimIdempotencyKey(tx, `account:${id}`, key, { note }))) return notesOf(tx, id)
    const { notes } = await notesOf(tx, id)
    if (notes.length >= mostNotes) {
      throw refuse('invalid', `A customer has ${mostNotes} notes at most. Remove one first.`, 'note')
    }
    await tx.insert(customerNotes).values({ customerId: id, note, writtenBy: user.id })
    await recordAudit(tx, user, 'customer.add-note', `account:${id}`)
    return notesOf(tx, id)
  })
}

/** Removes a note. Removing a missing note changes nothing. */
export async function removeNote(
  database: Database,
  { user, params: { id, note } }: Call<'DELETE /api/office/customers/:id/notes/:note'>,
): Promise<CustomerNotes> {
  return database.transaction(async (tx) => {
    await customerOf(tx, id)
    const removed = await tx
      .delete(customerNotes)
      .where(and(eq(customerNotes.id, note), eq(customerNotes.customerId, id)))
      .returning()
    if (removed.length > 0) await recordAudit(tx, user, 'customer.remove-note', `account:${id}`)
    return notesOf(tx, id)
  })
}
