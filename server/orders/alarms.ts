import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { kitchenLoad, orders } from '../db/schema.ts'
import { escalationNotification } from '../push/messages.ts'
import { transition } from './transition.ts'

/** What the messages to the owners' devices are filed under. */
const event = 'order.escalated'

/**
 * Calls the owner about every order that nobody has acknowledged in time, once an order. What is due stands in the
 * database, so a restart forgets none, and of several processes one finds it. The messages to the owners' devices are
 * written in the same transaction; `push/` sends them.
 */
export async function escalate(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    const due = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(
        and(
          eq(orders.status, 'pending'),
          isNull(orders.acknowledgedAt),
          isNull(orders.escalatedAt),
          sql`${orders.claimedAt} <= now() - make_interval(mins => (select ${kitchenLoad.escalateAfter} from ${kitchenLoad}))`,
        ),
      )
      .for('update', { skipLocked: true })
    if (due.length === 0) return
    const { rows: devices } = await tx.execute<{ endpoint: string }>(
      sql`select s.endpoint from push_subscriptions s join users u on u.id = s.user_id where u.role = 'owner'`,
    )
    const escalation = devices.length > 0 ? 'sending' : 'nobody'
    for (const { id } of due) {
      const row = await transition(tx, 'escalate', id, undefined, {
        change: ({ order: { claimedAt }, now }) => ({
          set: { escalatedAt: now, escalation },
          detail: { waited: minutesBetween(claimedAt, now), escalation },
        }),
      })
      const message = escalationNotification(row, minutesBetween(row.claimedAt, row.escalatedAt ?? row.claimedAt))
      await tx.execute(sql`
        insert into push_messages (endpoint, order_id, event, message, version)
        select s.endpoint, ${id}, ${event}, ${JSON.stringify(message)}::jsonb, ${row.version}
          from push_subscriptions s join users u on u.id = s.user_id where u.role = 'owner'
        on conflict do nothing`)
    }
  })
}

function minutesBetween(from: Date, to: Date): number {
  return Math.floor((to.getTime() - from.getTime()) / 60_000)
}

/**
 * Notes what became of a message to one of the owner's devices: what reached one of them has reached the owner. The desk
 * is told whether any has it.
 */
export async function noteEscalation(
  database: Database,
  { order: id, event: of, sent }: { order: string; event: string; sent: boolean },
): Promise<void> {
  if (of !== event) return
  const escalation = sent ? 'sent' : 'failed'
  await database.transaction(async (tx) => {
    const [waiting] = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.id, id), inArray(orders.escalation, sent ? ['sending', 'failed'] : ['sending'])))
      .for('update')
    if (!waiting) return
    await transition(tx, `note-escalation-${escalation}`, id, undefined, { change: () => ({ set: { escalation } }) })
  })
}
