import { and, desc, eq, inArray, type SQL } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { TillChange, TillEntries, TillEntry } from '#contract/books/till.ts'
import { naira } from '#domain/money.ts'
import type { Actor } from '#domain/order.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import { movements, users } from '../db/schema.ts'
import { recordMovements } from './movements.ts'

const kinds = ['cash-in', 'cash-out'] as const

/** Records cash that was put into the till or taken out of it, once however often it is sent. */
export async function changeTill(
  database: Database,
  actor: Actor,
  { kind, amount, note, key }: TillChange,
): Promise<{ entry: TillEntry; isNew: boolean }> {
  const reference = `${actor.id} ${key}`
  return database.transaction(async (tx) => {
    const signed = kind === 'cash-in' ? amount : -amount
    const movement = {
      kind,
      place: 'till',
      amount: signed,
      method: 'cash',
      reference,
      note,
      recordedBy: actor.id,
    } as const
    const [made] = await recordMovements(tx, movement)
    if (made !== undefined) await recordAudit(tx, actor, `till.${kind}`, 'till', { movement: made, amount, note })
    const [entry] = await entriesOf(tx, and(eq(movements.kind, kind), eq(movements.reference, reference)))
    if (!entry) throw new Error('A movement of the till is gone.')
    return { entry, isNew: made !== undefined }
  })
}

/** What was put into the till and taken out of it for something else than an order. */
export async function readTill(orm: NodePgDatabase): Promise<TillEntries> {
  return { entries: await entriesOf(orm, inArray(movements.kind, kinds)) }
}

async function entriesOf(orm: Pick<NodePgDatabase, 'select'>, which: SQL | undefined): Promise<readonly TillEntry[]> {
  const rows = await orm
    .select({ movement: movements, by: users.username })
    .from(movements)
    .innerJoin(users, eq(users.id, movements.recordedBy))
    .where(which)
    .orderBy(desc(movements.id))
    .limit(50)
  return rows.map(({ movement: { id, at, kind, amount, note }, by }) => ({
    id,
    at: at.toISOString(),
    kind: kind === 'cash-in' ? kind : 'cash-out',
    amount: naira(Math.abs(amount)),
    note: note ?? '',
    by,
  }))
}
