import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as Kitchen from '#domain/restaurant/kitchen.ts'
import type { Statement } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'
import { kitchenLoad, orders, type SettingsDocument, settings } from '../db/schema.ts'
import { hasClosedQuarters, type LoadNow, loadColumns, presentLoad } from './kitchen-load.ts'

type Reader = Pick<NodePgDatabase, 'select'>

export type KitchenNow = LoadNow & {
  readonly preparation: SettingsDocument['preparation']
  readonly quarterCapacity: SettingsDocument['quarterCapacity']
  readonly hasClosedQuarters: boolean
  readonly now: Date
}

export const kitchenNow: (orm: Reader) => Statement<KitchenNow[]> = prepared((orm: Reader) =>
  orm
    .select({
      ...loadColumns,
      preparation: sql<SettingsDocument['preparation']>`${settings.document} -> 'preparation'`,
      quarterCapacity: sql<SettingsDocument['quarterCapacity']>`${settings.document} -> 'quarterCapacity'`,
      hasClosedQuarters,
      now: sql`now()`.mapWith(orders.createdAt),
    })
    .from(kitchenLoad)
    .crossJoin(settings),
)

/** Returns when an order placed now would be ready, by the preparation time, the rush minutes and the kitchen load. */
export function promiseOf([kitchen]: readonly KitchenNow[]): {
  readyBy: Date
  minutes: number
  estimatedMinutes: number
} {
  if (!kitchen) throw notLoaded()
  const load = presentLoad(kitchen)
  const time = Kitchen.inRush(kitchen.preparation, load.rushMinutes)
  return {
    readyBy: new Date(Kitchen.readyBy(kitchen.now.getTime(), time, load)),
    minutes: Kitchen.preparationMinutes(time, load),
    estimatedMinutes: Kitchen.estimatedMinutes(time, load),
  }
}

/** Returns true if a capacity or closed quarters of an hour limit what can be promised. */
export function isLimited([kitchen]: readonly KitchenNow[]): boolean {
  if (!kitchen) throw notLoaded()
  return kitchen.quarterCapacity != null || kitchen.hasClosedQuarters
}

export const notLoaded = () => new Error('The restaurant is not loaded: the table kitchen_load or settings is empty.')
