import { eq, inArray, sql } from 'drizzle-orm'
import type { OrderStory } from '#contract/found-orders.ts'
import type { AuditEntry } from '#contract/staff.ts'
import { numberOf } from '#domain/books/movement.ts'
import { isHiddenFromRole } from '#domain/order/visibility.ts'
import { isOneOf, policy } from '#domain/restaurant/policy.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Transaction } from '../db/database.ts'
import { orders, ratings, tickets, users } from '../db/schema.ts'
import type { Call } from '../http/route.ts'
import { orderDocument } from '../orders/document.ts'
import { movementsOf, noSuchOrder } from '../orders/order-queries.ts'
import { printsOf } from '../printers/printers.ts'
import { auditList } from './audit-log.ts'

/** Repeated reads of an order within this time are audited once, because pages reread automatically. */
const auditIntervalMs = 60 * 60_000

/** Only the owner sees these audit entries: reads of orders and addresses. */
const ofOwner: readonly AuditEntry['action'][] = ['order.read', 'order.read-address']

/**
 * Returns an order and its history as the till sees it: without the delivery code, and without the address, which is
 * read on request. Opening an order that finished over a day ago is audited, because staff at the desk no longer need
 * its customer's phone.
 */
export async function readOrderStory(
  database: Database,
  { user, params: { id } }: Pick<Call<'GET /api/office/orders/:id'>, 'user' | 'params'>,
): Promise<OrderStory> {
  // Order and movements are read from one snapshot.
  const config = { isolationLevel: 'repeatable read' } as const
  return database.transaction(async (tx) => {
    const [found] = await tx
      .select({ order: orders, now: sql`now()`.mapWith(orders.createdAt) })
      .from(orders)
      .where(eq(orders.orderId, id))
    if (!found) throw noSuchOrder()
    const { entries } = await auditList(tx, { q: id })
    const isOver = isHiddenFromRole('kitchen', found.order.finishedAt?.getTime(), found.now.getTime())
    const isSame = entries.some(
      (entry) =>
        entry.action === 'order.read' &&
        entry.actor?.id === user.id &&
        found.now.getTime() - Date.parse(entry.at) < auditIntervalMs,
    )
    if (isOver && !isSame) await recordAudit(tx, user, 'order.read', `order:${id}`)
    const seesAll = isOneOf(user.role, policy.owners)
    const shown = entries.filter(({ action }) => seesAll || !ofOwner.includes(action)).reverse()
    return {
      order: orderDocument('till', found.order),
      entries: shown,
      names: await namesIn(tx, shown),
      money: await moneyOf(tx, id),
      tickets: await ticketsOf(tx, id),
      rating: await ratingOf(tx, id),
    }
  }, config)
}

async function namesIn(tx: Transaction, entries: readonly AuditEntry[]): Promise<Record<string, string>> {
  const ids = entries.flatMap(({ detail: { rider, from, atDesk } }) =>
    [rider, from, ...(Array.isArray(atDesk) ? atDesk : [])].filter((each) => typeof each === 'string'),
  )
  if (ids.length === 0) return {}
  const rows = await tx.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids))
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}

async function moneyOf(tx: Transaction, id: string): Promise<OrderStory['money']> {
  const moved = await movementsOf(tx, id)
  return moved.map(({ kind, at, amount, method, reference, sender }) => ({
    at: at.toISOString(),
    amount,
    ...(kind === 'undone' && { undone: true as const }),
    method,
    // Leaves out the generated reference of a cash payment, which tells people nothing.
    reference: method === 'cash' || reference === null ? null : numberOf(reference),
    sender: sender ?? '',
  }))
}

async function ticketsOf(tx: Transaction, id: string): Promise<OrderStory['tickets']> {
  const rows = await tx
    .select({ kind: tickets.kind, number: tickets.number, at: tickets.printedAt, by: users.name })
    .from(tickets)
    .leftJoin(users, eq(users.id, tickets.printedBy))
    .where(eq(tickets.orderId, id))
    .orderBy(tickets.printedAt)
  const prints = await printsOf(tx, id)
  return rows.map(({ at, by, kind, number }) => ({
    kind,
    number,
    by: by ?? 'by itself',
    at: at.toISOString(),
    prints: prints
      .filter((each) => each.kind === kind && each.number === number)
      .map(({ printer, state }) => ({ printer, state })),
  }))
}

async function ratingOf(tx: Transaction, id: string): Promise<OrderStory['rating']> {
  const [row] = await tx.select().from(ratings).where(eq(ratings.orderId, id))
  return row ? { stars: row.stars, comment: row.comment, at: row.createdAt.toISOString() } : null
}
