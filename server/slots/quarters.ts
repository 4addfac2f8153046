import { and, inArray, sql } from 'drizzle-orm'
import type { Quarter, Quarters } from '#contract/quarters.ts'
import { kitchenStatuses } from '#domain/order/statuses.ts'
import { nextQuarters, quarterLength, quarterOf, usualWork } from '#domain/restaurant/capacity.ts'
import { clock, dayLength } from '#domain/restaurant/lagos.ts'
import { lockCapacity, quarterRows, quartersAhead, timestamp } from '../capacity/bookings.ts'
import { calendarOf } from '../capacity/calendar.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Reader, Transaction } from '../db/database.ts'
import { closedQuarters, orders } from '../db/schema.ts'
import { settingsNow, settingsOf } from '../db/stored-settings.ts'
import { refuse } from '../http/problems.ts'
import { claimIdempotencyKey } from '../http/request-keys.ts'
import type { Call } from '../http/route.ts'
import { loadChanged } from '../kitchen-load/kitchen-load.ts'
import { kitchenNow } from '../kitchen-load/promise.ts'
import { askAboutSlots } from './slots-kept.ts'

/**
 * The furthest quarter-hour that the desk can close, in milliseconds from now. To close a later time, the owner changes
 * the hours.
 */
const furthest = 2 * dayLength

/** Returns the quarter-hours of the next two hours, as the desk shows them. */
export async function quartersAtDesk({ orm }: Pick<Database, 'orm'>): Promise<Quarters> {
  return readQuarters(orm)
}

async function readQuarters(db: Reader): Promise<Quarters> {
  const stored = settingsOf(await settingsNow(db))
  const from = quarterOf(stored.now)
  const until = from + quartersAhead * quarterLength
  const calendar = calendarOf(stored, await kitchenNow(db), await quarterRows(db, { from, until }))
  const [due, waiting] = await ordersIn(db, until)
  return {
    capacity: calendar.capacity,
    quarters: nextQuarters(calendar, stored.now, quartersAhead).map(
      ({ quarter, work, isClosed, free }): Quarter => ({
        at: new Date(quarter).toISOString(),
        booked: work / usualWork,
        free: calendar.capacity === null ? null : free,
        isClosed,
        due: due.get(quarter) ?? 0,
        waiting: waiting.get(quarter) ?? 0,
      }),
    ),
  }
}

/**
 * Returns two counts by the quarter-hour in which orders are to be ready: of all orders that are not ready yet, and of
 * the orders for later among them that wait for their start.
 */
async function ordersIn(db: Reader, until: number): Promise<[Counts, Counts]> {
  const rows = await db
    .select({ readyBy: orders.readyBy, waits: orders.waits })
    .from(orders)
    .where(and(inArray(orders.status, kitchenStatuses), sql`${orders.readyBy} < ${timestamp(until)}`))
  return [countsOf(rows), countsOf(rows.filter(({ waits }) => waits))]
}

type Counts = ReadonlyMap<number, number>

function countsOf(rows: readonly { readonly readyBy: Date }[]): Counts {
  const counts = new Map<number, number>()
  for (const { readyBy } of rows) {
    const quarter = quarterOf(readyBy.getTime())
    counts.set(quarter, (counts.get(quarter) ?? 0) + 1)
  }
  return counts
}

/**
 * Closes a quarter-hour to further orders, or opens it again. Orders already promised for this quarter-hour stay in it.
 * With `asks`, customers with orders for later in it are asked to choose another slot. A repeated request changes
 * nothing.
 */
export async function changeQuarter(
  database: Database,
  { user, body: { key, ...change } }: Call<'PUT /api/desk/quarters'>,
): Promise<Quarters> {
  const quarter = Date.parse(change.at)
  const changed = await database.transaction(async (tx) => {
    const { now } = settingsOf(await settingsNow(tx))
    const isAhead = quarter >= quarterOf(now) && quarter < now + furthest
    if (quarter !== quarterOf(quarter) || !isAhead) {
      throw refuse('invalid', 'Choose a quarter of an hour of today or tomorrow that is still to come.', 'at')
    }
    await lockCapacity(tx)
    if (!(await claimIdempotencyKey(tx, 'quarters', key, change))) return readQuarters(tx)
    const isChanged = change.isClosed
      ? await close(tx, quarter, user.id, change.asks ?? false)
      : await reopen(tx, quarter)
    if (isChanged) {
      await recordAudit(tx, user, change.isClosed ? 'quarter.close' : 'quarter.reopen', `quarter:${clock(quarter)}`)
      await loadChanged(tx)
    }
    return readQuarters(tx)
  })
  await askAboutSlots(database)
  return changed
}

async function close(tx: Transaction, quarter: number, closedBy: string, asks: boolean): Promise<boolean> {
  const added = await tx
    .insert(closedQuarters)
    .values({ quarter: new Date(quarter), closedBy, asks })
    .onConflictDoUpdate({
      target: closedQuarters.quarter,
      set: { asks },
      setWhere: sql`${closedQuarters.asks} <> ${asks}`,
    })
    .returning()
  return added.length > 0
}

async function reopen(tx: Transaction, quarter: number): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`delete from closed_quarters where quarter = ${timestamp(quarter)}`)
  return rowCount === 1
}
