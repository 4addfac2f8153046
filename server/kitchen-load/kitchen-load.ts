import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { KitchenLoad, KitchenLoadChange } from '#contract/kitchen-load.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { kitchenCounts, kitchenLoad, settings } from '../db/schema.ts'
import { claimIdempotencyKey } from '../http/request-keys.ts'
import { publish } from '../live/publish.ts'

/** The columns of a `KitchenLoad`, from the tables `kitchen_load` and `settings`. */
export const loadColumns = {
  rushMinutes: kitchenLoad.rushMinutes,
  capacity: sql<number>`coalesce(${kitchenLoad.capacity}, (${settings.document} ->> 'kitchenCapacity')::int)`,
  open: sql<number>`(select sum(${kitchenCounts.open})::int from ${kitchenCounts})`,
  paused: kitchenLoad.paused,
  escalateAfter: kitchenLoad.escalateAfter,
  ownerPhone: sql<string>`coalesce(${kitchenLoad.ownerPhone}, ${settings.document} ->> 'whatsapp')`,
  secondPersonAbove: kitchenLoad.secondPersonAbove,
  cashAtDoorUpTo: kitchenLoad.cashAtDoorUpTo,
  version: kitchenLoad.version,
  learned: kitchenLoad.learnedMinutes,
  readyToday: sql<number>`case when ${kitchenLoad.dayEnds} > now() then ${kitchenLoad.readyToday} else 0 end`,
  keptToday: sql<number>`case when ${kitchenLoad.dayEnds} > now() then ${kitchenLoad.keptToday} else 0 end`,
}

/** The present kitchen load: what staff have set, else the restaurant's settings. */
export async function readKitchenLoad(orm: Pick<NodePgDatabase, 'select'>): Promise<KitchenLoad> {
  const [row] = await orm.select(loadColumns).from(kitchenLoad).crossJoin(settings)
  if (!row) throw new Error('The restaurant is not loaded: the table kitchen_load or settings is empty.')
  return row
}

/**
 * Sets the given values and publishes them to open pages and carts. A change without effect, or one that arrives again, does
 * nothing.
 */
export async function changeKitchenLoad(
  database: Database,
  actor: Actor,
  { key, ...change }: Pick<KitchenLoadChange, 'rushMinutes' | 'capacity' | 'paused' | 'key'>,
): Promise<KitchenLoad> {
  return database.transaction(async (tx) => {
    const [before] = await tx.select().from(kitchenLoad).for('update')
    if (!before) throw new Error('The table kitchen_load is empty.')
    if (!(await claimIdempotencyKey(tx, 'kitchen-load', key, change))) return readKitchenLoad(tx)
    const after = {
      rushMinutes: change.rushMinutes ?? before.rushMinutes,
      capacity: change.capacity ?? before.capacity,
      paused: change.paused === undefined ? before.paused : change.paused,
    }
    const { rushMinutes, paused } = after
    const isSame = (Object.keys(after) as (keyof typeof after)[]).every((name) => after[name] === before[name])
    if (!isSame) {
      await tx.update(kitchenLoad).set({ ...after, version: sql`${kitchenLoad.version} + 1` })
      await recordAudit(tx, actor, 'kitchen-load.change', 'kitchen-load', change)
      await publish(tx, {
        audience: ['menu'],
        type: 'kitchen-load.changed',
        subject: 'kitchen-load',
        version: before.version + 1,
        data: { rushMinutes, paused },
      })
    }
    return readKitchenLoad(tx)
  })
}

/** Reads the message that customers see while ordering is paused; null while it is not. */
export const pauseNow = prepared((orm: Pick<NodePgDatabase, 'select'>) =>
  orm.select({ paused: kitchenLoad.paused }).from(kitchenLoad),
)
