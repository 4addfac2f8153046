import { eq, sql } from 'drizzle-orm'
import type { SlotQuestion } from '#contract/order/orders.ts'
import * as Calendar from '#domain/restaurant/calendar.ts'
import { quarterOf } from '#domain/restaurant/capacity.ts'
import type { OpeningHours } from '#domain/restaurant/hours.ts'
import type { Database, Reader } from '../db/database.ts'
import { closedQuarters, orders } from '../db/schema.ts'
import { readSettings } from '../db/stored-settings.ts'
import { type OrderRow, transition } from '../orders/transition.ts'

const most = 100

/**
 * Passes orders for later to the kitchen when their start has come. An order waits longer if its customer has not
 * answered the question about the slot. Concurrent processes pass each order once.
 */
export async function fallDue(database: Database): Promise<void> {
  const due = await database.orm
    .select({ id: orders.orderId })
    .from(orders)
    .where(sql`${orders.waits} and ${orders.startAt} <= now() and ${orders.slotQuestion} is null`)
    .orderBy(orders.startAt)
    .limit(most)
  for (const { id } of due) {
    await database.transaction(async (tx) => {
      const [order] = await tx.select().from(orders).where(eq(orders.orderId, id)).for('update')
      if (!order?.waits || order.slotQuestion || !order.startAt || order.startAt > new Date(await nowOf(tx))) return
      // A server of the last release may have changed the order's status without clearing `waits`.
      if (order.status !== 'pending') await tx.update(orders).set({ waits: false }).where(eq(orders.orderId, id))
      else await transition(tx, 'fall-due', id, undefined, { change: () => ({ set: { waits: false } }) })
    })
  }
}

async function nowOf(db: Reader): Promise<number> {
  const { rows } = await db.execute<{ now: Date }>(sql`select now()`)
  return Number(rows[0]?.now)
}

type Slot = Pick<OrderRow, 'startAt' | 'due' | 'readyBy' | 'slotQuestion'>

/**
 * Asks customers whose slot the restaurant cannot keep, because the hours have changed, or because the desk has closed
 * the quarter-hour and chosen to ask. Withdraws the question if the slot can be kept again before the order's start.
 */
export async function askAboutSlots(database: Database): Promise<void> {
  const facts = await factsOf(database.orm)
  const waiting = await database.orm
    .select({
      id: orders.orderId,
      startAt: orders.startAt,
      due: orders.due,
      readyBy: orders.readyBy,
      slotQuestion: orders.slotQuestion,
    })
    .from(orders)
    .where(sql`${orders.waits} and ${orders.startAt} > now()`)
  for (const { id } of waiting.filter((order) => questionFor(order, facts) !== (order.slotQuestion?.reason ?? null))) {
    await database.transaction(async (tx) => {
      const [order] = await tx.select().from(orders).where(eq(orders.orderId, id)).for('update')
      if (!order?.waits || order.status !== 'pending') return
      const reason = questionFor(order, await factsOf(tx))
      if (reason === (order.slotQuestion?.reason ?? null)) return
      await transition(tx, reason === null ? 'keep-slot' : 'ask-slot', id, undefined, {
        change: ({ now }) => ({ set: { slotQuestion: reason && { reason, since: now.toISOString() } } }),
      })
    })
  }
}

type Facts = { readonly hours: OpeningHours; readonly closed: ReadonlySet<number> }

async function factsOf(db: Reader): Promise<Facts> {
  const { hours = { always: true } } = await readSettings(db)
  const closed = await db
    .select({ quarter: closedQuarters.quarter })
    .from(closedQuarters)
    .where(sql`${closedQuarters.asks} and ${closedQuarters.quarter} > now() - interval '15 minutes'`)
  return { hours, closed: new Set(closed.map(({ quarter }) => quarter.getTime())) }
}

/** Returns why the customer must be asked; null if the slot can be kept. A slot lost to a late payment stays lost. */
function questionFor(
  { startAt, due, readyBy, slotQuestion }: Slot,
  { hours, closed }: Facts,
): SlotQuestion['reason'] | null {
  if (slotQuestion?.reason === 'late' || !startAt || !due) return slotQuestion?.reason ?? null
  if (!Calendar.isOpenFor(hours, { startAt: startAt.getTime(), due: due.getTime() })) return 'closed'
  return closed.has(quarterOf(readyBy.getTime())) ? 'quarter-closed' : null
}
