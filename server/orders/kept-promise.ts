import * as Hours from '#domain/restaurant/hours.ts'
import * as Kitchen from '#domain/restaurant/kitchen.ts'
import { planOrder } from '../capacity/plan-order.ts'
import type { Transaction } from '../db/database.ts'
import { kitchenLoad } from '../db/schema.ts'
import { readSettings } from '../db/stored-settings.ts'
import { kitchenNow } from '../kitchen-load/promise.ts'
import type { Change, Moment, OrderRow } from './transition.ts'

/**
 * Records whether a ready order kept its promise, and adjusts later promises by the time that the order took from its
 * claim until it was ready. An order that is recalled and ready again is recorded once.
 */
export async function keepPromise({ order, at, now }: Moment, tx: Transaction): Promise<Change> {
  const { estimatedMinutes: estimated, claimedAt, readyBy } = order
  if (estimated === null) return {}
  const [load] = await tx.select().from(kitchenLoad).for('update')
  if (!load) throw new Error('The table kitchen_load is empty.')
  const isNewDay = load.dayEnds === null || load.dayEnds <= now
  const { dayBegins } = await readSettings(tx)
  const took = (at.getTime() - claimedAt.getTime()) / 60_000
  await tx.update(kitchenLoad).set({
    // An order for later waits for its start, so its time says nothing about the kitchen's speed.
    ...(order.slot === null && { learnedMinutes: Kitchen.learned(load.learnedMinutes, { estimated, took }) }),
    dayEnds: isNewDay ? new Date(Hours.nextDay(now.getTime(), dayBegins)) : load.dayEnds,
    readyToday: (isNewDay ? 0 : load.readyToday) + 1,
    keptToday: (isNewDay ? 0 : load.keptToday) + (at <= readyBy ? 1 : 0),
  })
  return { set: { estimatedMinutes: null } }
}

/**
 * Returns the fields of a promise that starts now; no fields for an order for later. `estimatedMinutes` becomes null,
 * so that the order does not adjust later promises.
 */
export async function promiseAgain(
  tx: Transaction,
  { orderId, items: lines, slot }: OrderRow,
): Promise<Partial<Pick<OrderRow, 'readyBy' | 'estimatedMinutes'>>> {
  if (slot !== null) return {}
  const kitchen = await kitchenNow(tx)
  const { readyBy } = await planOrder(tx, orderId, kitchen, { planned: null, lines, atCounter: false })
  return { readyBy, estimatedMinutes: null }
}
