import { inArray, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Floor, FloorChange } from '#contract/kitchen-load.ts'
import type { Actor } from '#domain/order.ts'
import * as Phone from '#domain/phone.ts'
import { isOneOf, policy } from '#domain/policy.ts'
import { recordDeed } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import { floor, orders, settings } from '../db/schema.ts'
import { refuse } from '../http/problems.ts'
import { record } from '../live/publish.ts'

/** How the house stands: what the staff set tonight, over its settings. */
export async function readFloor(orm: Pick<NodePgDatabase, 'select' | '$count'>): Promise<Floor> {
  const [row] = await orm
    .select({
      rushMinutes: floor.rushMinutes,
      capacity: sql<number>`coalesce(${floor.capacity}, (${settings.document} ->> 'kitchenCapacity')::int)`,
      open: orm.$count(orders, inArray(orders.status, ['pending', 'preparing'])),
      paused: floor.paused,
      escalateAfter: floor.escalateAfter,
      ownerPhone: sql<string>`coalesce(${floor.ownerPhone}, ${settings.document} ->> 'whatsapp')`,
      version: floor.version,
    })
    .from(floor)
    .crossJoin(settings)
  if (!row) throw new Error('The restaurant is not loaded: the floor or the settings table is empty.')
  return row
}

/**
 * Sets what is given; open pages, promises and carts hear of it. Where all is so already, nothing happens. When the owner is
 * called, and where, is the owner's to say.
 */
export async function changeFloor(database: Database, actor: Actor, change: FloorChange): Promise<Floor> {
  const { escalateAfter, ownerPhone } = change
  if ((escalateAfter !== undefined || ownerPhone !== undefined) && !isOneOf(actor.role, policy.owners)) {
    throw refuse('not-allowed', 'Only the owner says when they are called. Ask the owner to change this.')
  }
  const phone = ownerPhone && Phone.parse(ownerPhone)
  if (ownerPhone && !phone) throw refuse('invalid', Phone.invalidPhone, 'ownerPhone')
  return database.transaction(async (tx) => {
    const [before] = await tx.select().from(floor).for('update')
    if (!before) throw new Error('The floor table is empty.')
    const after = {
      rushMinutes: change.rushMinutes ?? before.rushMinutes,
      capacity: change.capacity ?? before.capacity,
      paused: change.paused === undefined ? before.paused : change.paused,
      escalateAfter: escalateAfter === undefined ? before.escalateAfter : escalateAfter,
      ownerPhone: phone === undefined ? before.ownerPhone : phone || null,
    }
    const { rushMinutes, paused } = after
    const isSame = (Object.keys(after) as (keyof typeof after)[]).every((key) => after[key] === before[key])
    if (!isSame) {
      await tx.update(floor).set({ ...after, version: sql`${floor.version} + 1` })
      // The record holds no phone.
      await recordDeed(tx, actor, 'floor.change', 'floor', { ...change, ...(phone && { ownerPhone: 'set' }) })
      await record(tx, {
        audience: ['menu'],
        type: 'floor.changed',
        subject: 'floor',
        version: before.version + 1,
        data: { rushMinutes, paused },
      })
    }
    return readFloor(tx)
  })
}

/** What customers read while no new orders are taken; null while they are. */
export async function readPause(orm: Pick<NodePgDatabase, 'select'>): Promise<string | null> {
  const [row] = await orm.select({ paused: floor.paused }).from(floor)
  return row?.paused ?? null
}
