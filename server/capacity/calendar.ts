import { eq, sql } from 'drizzle-orm'
import type { PricedLine } from '#domain/menu/pricing.ts'
import * as Stock from '#domain/order/stock.ts'
import * as Calendar from '#domain/restaurant/calendar.ts'
import * as Capacity from '#domain/restaurant/capacity.ts'
import { longestDriving } from '#domain/restaurant/delivery.ts'
import * as Lagos from '#domain/restaurant/lagos.ts'
import type { Reader } from '../db/database.ts'
import { type Placeholders, prepared } from '../db/prepared.ts'
import { categories, items } from '../db/schema.ts'
import type { settingsOf } from '../db/stored-settings.ts'
import { pauseOf, presentLoad, rushOf } from '../kitchen-load/kitchen-load.ts'
import { type KitchenNow, notLoaded } from '../kitchen-load/promise.ts'
import type { quarterRows } from './bookings.ts'

type Stored = ReturnType<typeof settingsOf>

export function calendarOf(
  { document }: Pick<Stored, 'document'>,
  [kitchen]: readonly KitchenNow[],
  { rows }: Awaited<ReturnType<typeof quarterRows>>,
): Calendar.Calendar {
  if (!kitchen) throw notLoaded()
  const { open, capacity, learned } = presentLoad(kitchen)
  return {
    hours: document.hours ?? { always: true },
    dayBegins: document.dayBegins,
    pause: pauseOf(kitchen.times),
    rush: rushOf(kitchen.times),
    preparation: kitchen.preparation,
    load: { open, capacity, learned },
    later: document.later ?? Calendar.usualLater,
    capacity: document.quarterCapacity ?? null,
    quarters: Object.fromEntries(rows.map(({ quarter, ...load }) => [quarter, load])),
  }
}

/**
 * The longest time between the first booking of an order and the quarter-hour in which the order is ready: an order
 * fills at most eight quarter-hours.
 */
const before = 2 * 60 * Lagos.minute

/** Longer than any promise: the longest preparation time, the longest rush and the quarter-hours of a large order. */
const longestPromise = 14 * 60 * Lagos.minute

/** Returns the range of quarter-hours to read for `wanted`. It includes all quarter-hours that an order can book. */
export function rangeOf(wanted: Calendar.Wanted, now: number): { from: number; until: number } {
  if (wanted === 'soonest') return { from: now - before, until: now + longestPromise }
  // A delivery leaves the kitchen earlier than its slot, by the driving time.
  return { from: wanted - longestDriving * Lagos.minute - before, until: wanted + Capacity.quarterLength }
}

type Line = Pick<PricedLine, 'itemId' | 'quantity'> & {
  readonly extras: readonly { readonly group: string; readonly id: string; readonly quantity: number }[]
}

/** Reads the serving and cooking times of the dishes of these lines, sides included. */
export function dishTimeRows(db: Reader, lines: readonly Line[]) {
  const ids = lines.flatMap(({ itemId, extras }) => [itemId, ...extras.map(({ id }) => id)])
  return dishRows(db, { ids: [...new Set(ids)] })
}

const dishRows = prepared((db: Reader, { ids }: Placeholders<{ ids: string[] }>) =>
  db
    .select({
      id: items.id,
      name: items.name,
      isAvailable: items.available,
      backAt: items.backAt,
      portionsLeft: items.portionsLeft,
      document: items.document,
      category: categories.document,
    })
    .from(items)
    .innerJoin(categories, eq(categories.id, items.categoryId))
    .where(sql`${items.id} = any (${ids}::text[])`),
)

type DishRow = Awaited<ReturnType<typeof dishRows>>[number]

export type CartTerms = {
  readonly lines: readonly Line[]
  readonly driving: number
  readonly atCounter: boolean
  /**
   * True if the dishes are already promised to the customer. Their work is planned, but their hours and stock are not
   * checked.
   */
  readonly isPromised?: boolean
}

/** Returns the times of a cart from the rows of its dishes. An unknown dish gets the usual times. */
export function cartTimes(
  { lines, driving, atCounter, isPromised = false }: CartTerms,
  rows: readonly DishRow[],
  { now, dayBegins }: { readonly now: number; readonly dayBegins: string },
): Calendar.CartTimes {
  const dishes = new Map(rows.map((row) => [row.id, row]))
  const timesOf = (id: string): Capacity.DishTimes => {
    const row = dishes.get(id)
    if (!row) return { served: [] }
    const { work, notice, served } = row.document
    const cooking = { ...(work !== undefined && { work }), served: [] }
    if (isPromised) return cooking
    return {
      ...cooking,
      name: row.name,
      ...(notice !== undefined && { notice }),
      served: [row.category.served, served].filter((spans) => spans !== undefined),
      ...(!row.isAvailable && {
        backAt: row.backAt?.getTime() ?? Stock.portionsAt(row.portionsLeft, now, dayBegins) ?? null,
      }),
    }
  }
  const groupsOf = (id: string) => dishes.get(id)?.document.groups ?? []
  return {
    lines: lines.map((line) => Capacity.portionsOf({ groups: groupsOf(line.itemId) }, line, timesOf)),
    driving,
    atCounter,
  }
}
