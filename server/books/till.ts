import { and, desc, eq, inArray, type SQL } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { HandIn, TillChange, TillEntries, TillEntry } from '#contract/books/till.ts'
import { naira } from '#domain/money/money.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Transaction } from '../db/database.ts'
import { movements, users } from '../db/schema.ts'
import { oneSnapshot } from '../db/transaction.ts'
import { claimIdempotencyKey } from '../http/request-keys.ts'
import { type Call, created, type Reply } from '../http/route.ts'
import { recordMovements } from './movements.ts'
import { heldByTill, ridersWithCash, takeIn } from './rider-cash.ts'

const kinds: readonly TillEntry['kind'][] = ['cash-in', 'cash-out', 'handed-in']

const isKind = (kind: string): kind is TillEntry['kind'] => kinds.some((each) => each === kind)

/**
 * Records cash put into or taken out of the till for a purpose other than an order, once however often the request
 * arrives.
 */
export async function changeTill(
  database: Database,
  { user, body: { key, ...asked } }: Call<'POST /api/desk/till'>,
): Promise<Reply<TillEntry, 200 | 201>> {
  const { kind } = asked
  const reference = `${user.id} ${key}`
  return database.transaction(async (tx) => {
    const record = () =>
      asked.kind === 'handed-in' ? takeIn(tx, user, asked, reference) : byHand(tx, user, asked, reference)
    const made = (await claimIdempotencyKey(tx, 'till', reference, asked)) ? await record() : []
    const [entry] = await entriesOf(tx, and(eq(movements.kind, kind), eq(movements.reference, reference)))
    if (!entry) throw new Error('A movement of the till is gone.')
    return created(entry, made.length > 0)
  })
}

async function byHand(
  tx: Transaction,
  actor: Actor,
  { kind, amount, note }: Omit<Exclude<TillChange, HandIn>, 'key'>,
  reference: string,
): Promise<readonly number[]> {
  const made = await recordMovements(tx, {
    kind,
    place: 'till',
    amount: kind === 'cash-in' ? amount : -amount,
    method: 'cash',
    reference,
    note,
    recordedBy: actor.id,
  })
  for (const movement of made) await recordAudit(tx, actor, `till.${kind}`, 'till', { movement, amount, note })
  return made
}

/** Returns the riders with cash, the till's manual entries, and the till's expected sum. */
export function readTill(database: Database): Promise<TillEntries> {
  return database.transaction(
    async (tx) => ({
      riders: await ridersWithCash(tx),
      entries: await entriesOf(tx, inArray(movements.kind, kinds)),
      holds: await heldByTill(tx),
    }),
    oneSnapshot,
  )
}

async function entriesOf(orm: Pick<NodePgDatabase, 'select'>, which: SQL | undefined): Promise<readonly TillEntry[]> {
  const rows = await orm
    .select({ movement: movements, by: users.name })
    .from(movements)
    .innerJoin(users, eq(users.id, movements.recordedBy))
    .where(and(which, eq(movements.place, 'till')))
    .orderBy(desc(movements.id))
    .limit(50)
  return rows.map(({ movement: { id, at, kind, amount, note }, by }) => {
    if (!isKind(kind)) throw new Error(`A movement of the kind ${kind} is not of the till's own.`)
    return { id, at: at.toISOString(), kind, amount: naira(Math.abs(amount)), note: note ?? '', by }
  })
}
