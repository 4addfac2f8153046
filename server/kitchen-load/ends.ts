import { and, inArray, sql } from 'drizzle-orm'
import type { KitchenLoad } from '#contract/kitchen-load.ts'
import { kitchenStatuses } from '#domain/order/statuses.ts'
import type { Database, Transaction } from '../db/database.ts'
import { orders } from '../db/schema.ts'
import { lockLoad, readEnded, storeLoad } from './kitchen-load.ts'

/**
 * Ends a pause and a rush whose time is up, and publishes the end. If orders are late at that time, staff are asked
 * whether to begin the pause or rush again. Of several processes, the row lock lets only one do this.
 */
export async function endPauseAndRush(database: Database): Promise<void> {
  const found = await readEnded(database.orm)
  if (!found.pause && !found.rush) return
  await database.transaction(async (tx) => {
    const before = await lockLoad(tx)
    const { pause, rush } = await readEnded(tx)
    if (!pause && !rush) return
    const { paused, rushMinutes } = before
    const late = await lateOrders(tx)
    const ended: KitchenLoad['ended'] =
      pause && paused !== null ? { what: 'pause', paused, late } : { what: 'rush', rushMinutes, late }
    await storeLoad(
      tx,
      before,
      {
        ...(pause && { paused: null, pausedSince: null, pausedUntil: null }),
        ...(rush && { rushMinutes: 0, rushSince: null, rushUntil: null }),
        ended: late > 0 ? ended : null,
      },
      { actor: undefined, detail: { ...(rush && { rushMinutes: 0 }), ...(pause && { paused: null }) } },
    )
  })
}

function lateOrders(tx: Transaction): Promise<number> {
  const isLate = sql`is_kitchen_work(${orders}) and ${orders.readyBy} < now()`
  return tx.$count(orders, and(inArray(orders.status, [...kitchenStatuses]), isLate))
}
