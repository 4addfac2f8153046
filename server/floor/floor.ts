import { inArray, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Floor, FloorChange } from '#contract/floor.ts'
import type { Actor } from '#domain/order.ts'
import { recordDeed } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import { floor, orders, settings } from '../db/schema.ts'
import { refuse } from '../http/problems.ts'
import { record } from '../live/record.ts'

/** How the house stands: what the staff set tonight, over its settings. */
export async function readFloor(orm: Pick<NodePgDatabase, 'select' | '$count'>): Promise<Floor> {
  const [row] = await orm
    .select({
      rushMinutes: floor.rushMinutes,
      capacity: sql<number>`coalesce(${floor.capacity}, (${settings.document} ->> 'kitchenCapacity')::int)`,
      open: orm.$count(orders, inArray(orders.status, ['pending', 'preparing'])),
      paused: floor.paused,
      version: floor.version,
    })
    .from(floor)
    .crossJoin(settings)
  if (!row) throw new Error('The restaurant is not loaded: the floor or the settings table is empty.')
  return row
}

/** Sets what is given; open pages, promises and carts hear of it. Where all is so already, nothing happens. */
export async function changeFloor(database: Database, actor: Actor, change: FloorChange): Promise<Floor> {
  return database.transaction(async (tx) => {
    const [before] = await tx.select().from(floor).for('update')
    if (!before) throw new Error('The floor table is empty.')
    const { rushMinutes = before.rushMinutes, capacity = before.capacity, paused = before.paused } = change
    const isSame = rushMinutes === before.rushMinutes && capacity === before.capacity && paused === before.paused
    if (!isSame) {
      await tx.update(floor).set({ rushMinutes, capacity, paused, version: sql`${floor.version} + 1` })
      await recordDeed(tx, actor, 'floor.change', 'floor', change)
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

/** Throws a Refusal with the house's own sentence while no orders are taken; `wayOut` follows it. */
export async function requireOpen(orm: Pick<NodePgDatabase, 'select'>, wayOut = ''): Promise<void> {
  const [row] = await orm.select({ paused: floor.paused }).from(floor)
  if (row?.paused) throw refuse('house-paused', `${row.paused} ${wayOut}`.trim())
}
