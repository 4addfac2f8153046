import { eq, inArray, sql } from 'drizzle-orm'
import type { HandIn, RiderCash } from '#contract/books/till.ts'
import * as BusinessDay from '#domain/books/business-day.ts'
import * as DoorCash from '#domain/books/door-cash.ts'
import * as Movement from '#domain/books/movement.ts'
import * as Money from '#domain/money/money.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import { recordAudit } from '../db/audit.ts'
import type { Reader, Transaction } from '../db/database.ts'
import { movements, users } from '../db/schema.ts'
import { refuse } from '../http/problems.ts'
import { publishToRider } from '../orders/document.ts'
import { lockForDay, recordMovements } from './movements.ts'
import { collectedIn, expectedAt } from './open-day.ts'

/**
 * A time later than all movements. A sum up to the present time would end at a whole millisecond, and lack movements
 * within the current millisecond.
 */
const always = new Date('9999-01-01')

/** Returns the cash that a rider should carry, in naira. */
export async function carriedBy(db: Reader, riderId: string): Promise<number> {
  const place = Movement.pocketOf(riderId)
  return (await expectedAt(db, place, always)).expected.get(place) ?? 0
}

/**
 * Returns the expected cash in the till, in naira; null before the first closed day, when nobody has counted the till.
 */
export async function heldByTill(db: Reader): Promise<number | null> {
  const { openings, expected } = await expectedAt(db, 'till', always)
  return openings.has('till') ? (expected.get('till') ?? 0) : null
}

/** SQL that is true for the movements since a rider's last hand-in. */
const sinceHandedIn = sql`${movements.at} > coalesce((select handed.at from ${movements} handed
  where handed.place = ${movements.place} and handed.kind = 'handed-in' order by handed.at desc limit 1), '-infinity')`

/** Returns everybody who should carry the restaurant's cash, highest sum first. Deactivated accounts are included. */
export async function ridersWithCash(db: Reader): Promise<readonly RiderCash[]> {
  const { expected, span } = await expectedAt(db, 'rider:', always)
  const carried = [...expected].filter(([, amount]) => amount !== 0)
  const ids = carried.flatMap(([place]) => Movement.riderOf(place) ?? [])
  if (ids.length === 0) return []
  const people = await db
    .select({ id: users.id, name: users.name, role: users.role, switchedOffAt: users.switchedOffAt })
    .from(users)
    .where(inArray(users.id, ids))
  const pockets = carried.map(([place]) => place)
  const collected = await collectedIn(db, pockets, span, sinceHandedIn)
  return carried
    .map(([place, carries]) => {
      const id = Movement.riderOf(place) ?? ''
      const person = people.find((each) => each.id === id)
      return {
        id,
        name: person?.name ?? 'A former rider',
        carries,
        isActive: person?.role === 'rider' && person.switchedOffAt === null,
        collected: (collected.get(place) ?? []).map(({ orderId, amount }) => ({
          orderId,
          amount: Money.naira(amount),
        })),
      }
    })
    .sort((one, other) => other.carries - one.carries || one.name.localeCompare(other.name))
}

/**
 * Moves the counted cash from a rider to the till. The difference between the carried and the counted sum stays
 * recorded at the rider until a later hand-in, or until a day is closed with a reason. `reference` is the key of the
 * request.
 */
export async function takeIn(
  tx: Transaction,
  actor: Actor,
  { riderId, carried, amount }: Omit<HandIn, 'key'>,
  reference: string,
): Promise<readonly number[]> {
  // `lockForDay` prevents a close of the day. The lock of the rider's row makes the later of two concurrent hand-ins
  // wait. The later hand-in then finds that the rider carries less cash.
  await lockForDay(tx)
  const [rider] = await tx
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(eq(users.id, riderId))
    .for('no key update')
  if (!rider) throw refuse('not-found', 'There is no such rider.')
  if (await isRecorded(tx, reference)) return []
  const before = await carriedBy(tx, riderId)
  if (before !== carried) {
    throw refuse('day-moved-on', `${rider.name} now carries ${BusinessDay.format(before)}. Look again, then count.`)
  }
  if (before <= 0) throw refuse('day-moved-on', `${rider.name} carries no cash.`)
  const difference = DoorCash.compare(Money.naira(before), Money.naira(amount))
  const note = `From ${rider.name}${difference && `, ${difference}`}`
  const movement = { kind: 'handed-in', method: 'cash', note, recordedBy: actor.id } as const
  const made = await recordMovements(
    tx,
    { ...movement, place: Movement.pocketOf(riderId), amount: -amount, reference: `${reference} rider` },
    { ...movement, place: 'till', amount, reference },
  )
  await recordAudit(tx, actor, 'till.handed-in', 'till', { rider: riderId, amount, carried })
  await publishToRider(tx, riderId, { orderId: riderId, version: 0 })
  return made
}

async function isRecorded(tx: Transaction, reference: string): Promise<boolean> {
  const { rowCount } = await tx.execute(
    sql`select from movements where kind = 'handed-in' and reference = ${reference}`,
  )
  return (rowCount ?? 0) > 0
}
