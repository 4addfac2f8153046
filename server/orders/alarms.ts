import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Order, Tap } from '#contract/orders.ts'
import type { Actor } from '#domain/order.ts'
import { actions } from '#domain/order-actions.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database } from '../db/database.ts'
import { kitchenLoad, orders } from '../db/schema.ts'
import { escalationNotification } from '../push/messages.ts'
import { orderDocument, publishToDesk } from './document.ts'
import { noSuchOrder } from './queries.ts'
import { inRecord, tappedAt } from './repeats.ts'

const isUnacknowledged = and(inArray(orders.status, [...actions.acknowledge.from]), isNull(orders.acknowledgedAt))

/**
 * Somebody has seen an order, and every tablet falls silent. Of many at once one does it; the others, and who comes when it
 * has moved on, find it done.
 */
export async function acknowledge(database: Database, id: string, actor: Actor, tap: Tap): Promise<Order> {
  return database.transaction(async (tx) => {
    const [row] = await tx
      .update(orders)
      .set({ acknowledgedAt: tappedAt(tap?.at), version: sql`${orders.version} + 1` })
      .where(and(eq(orders.id, id), isUnacknowledged))
      .returning()
    if (row) {
      const order = orderDocument(row)
      await publishToDesk(tx, 'order.taken', order)
      await recordAudit(tx, actor, 'order.acknowledge', `order:${id}`, { version: order.version, ...inRecord(tap) })
      return order
    }
    const [now] = await tx.select().from(orders).where(eq(orders.id, id))
    if (!now) throw noSuchOrder()
    return orderDocument(now)
  })
}

/**
 * Calls the owner about every order that nobody has taken in time, once an order. What is due stands in the database, so a
 * restart forgets none; of several processes one finds it. The messages to the owners' devices are written in the same
 * transaction, and `push/` sends them.
 */
export async function escalate(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    const rows = await tx
      .update(orders)
      .set({
        escalatedAt: sql`now()`,
        escalation: sql`case when exists (
          select from push_subscriptions s join users u on u.id = s.user_id where u.role = 'owner'
        ) then 'sending' else 'nobody' end`,
        version: sql`${orders.version} + 1`,
      })
      .where(
        and(
          isUnacknowledged,
          isNull(orders.escalatedAt),
          sql`${orders.claimedAt} <= now() - make_interval(mins => (select ${kitchenLoad.escalateAfter} from ${kitchenLoad}))`,
        ),
      )
      .returning()
    for (const row of rows) {
      const order = orderDocument(row)
      const waited = Math.floor((Date.parse(order.escalatedAt ?? '') - Date.parse(order.claimedAt)) / 60_000)
      await tx.execute(sql`
        insert into push_messages (endpoint, order_id, event, message, version)
        select s.endpoint, ${order.id}, ${event}, ${JSON.stringify(escalationNotification(order, waited))}::jsonb, ${order.version}
          from push_subscriptions s join users u on u.id = s.user_id where u.role = 'owner'
        on conflict do nothing`)
      await publishToDesk(tx, event, order)
      await recordAudit(tx, undefined, 'order.escalate', `order:${order.id}`, { waited, escalation: order.escalation })
    }
  })
}

const event = 'order.escalated'

/**
 * What became of a message to one of the owner's devices: the desk is told whether any has it. What reached one of them
 * has reached the owner.
 */
export async function noteHeard(
  database: Database,
  { order: id, event: of, sent }: { order: string; event: string; sent: boolean },
): Promise<void> {
  if (of !== event) return
  await database.transaction(async (tx) => {
    const [row] = await tx
      .update(orders)
      .set({ escalation: sent ? 'sent' : 'failed', version: sql`${orders.version} + 1` })
      .where(and(eq(orders.id, id), inArray(orders.escalation, sent ? ['sending', 'failed'] : ['sending'])))
      .returning()
    if (row) await publishToDesk(tx, sent ? 'order.escalation-sent' : 'order.escalation-failed', orderDocument(row))
  })
}
