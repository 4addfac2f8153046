import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { unacknowledgedSince } from '#domain/order/alarm.ts'
import type { Database, Transaction } from '../db/database.ts'
import { deskPresence, kitchenLoad, orders } from '../db/schema.ts'
import type { Call } from '../http/route.ts'
import { escalationNotification } from '../push/notifications.ts'
import { messageTo, ofOwners } from '../push/write-messages.ts'
import { type OrderRow, transition } from './transition.ts'

/** SQL: `unacknowledgedSince` of a pending order. One of a crowd rings from the moment that its money is there. */
export const unacknowledgedSinceSql = 'greatest(claimed_at, found_at)'

/** What makes an order ring at the desk again. On the fire it rings nowhere anew: the kitchen has it. */
export function ringAgain({ status }: Pick<OrderRow, 'status'>): { acknowledgedAt?: null } {
  return status === 'pending' ? { acknowledgedAt: null } : {}
}

/** What the messages to the owners' devices are filed under. */
const event = 'order.escalated'

/** A desk counts as attended for so long after its last report. Desks report every ten seconds: two reports may be lost. */
const presenceSeconds = 30

/** Grace period before an unattended desk escalates; covers a page reload. */
const unattendedGraceSeconds = 20

/** Records that a member of staff who can acknowledge orders has the desk open. */
export async function reportPresence({ orm }: Database, { user }: Call<'PUT /api/desk/presence'>): Promise<undefined> {
  const now = { seenAt: sql`now()` }
  await orm
    .insert(deskPresence)
    .values({ userId: user.id })
    .onConflictDoUpdate({ target: deskPresence.userId, set: now })
}

/** Whose desks are there. A screen that sleeps, is hidden, or has no network has stopped reporting. */
async function staffAtDesk(tx: Transaction): Promise<string[]> {
  const rows = await tx
    .select({ id: deskPresence.userId })
    .from(deskPresence)
    .where(gt(deskPresence.seenAt, sql`now() - make_interval(secs => ${presenceSeconds})`))
  return rows.map(({ id }) => id)
}

/**
 * Calls the owner about every order that nobody has acknowledged in time, once an order: after the minutes that the owner
 * has set, and within seconds while no desk is there to ring. What is due stands in the
 * database, so a restart forgets none, and of several processes one finds it. The messages to the owners' devices are
 * written in the same transaction; `push/` sends them.
 */
export async function escalate(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    const [{ minutes } = { minutes: null }] = await tx.select({ minutes: kitchenLoad.escalateAfter }).from(kitchenLoad)
    if (minutes === null) return
    const atDesk = await staffAtDesk(tx)
    const patience =
      atDesk.length > 0 ? sql`make_interval(mins => ${minutes})` : sql`make_interval(secs => ${unattendedGraceSeconds})`
    const due = await tx
      .select({ id: orders.orderId })
      .from(orders)
      .where(
        and(
          eq(orders.status, 'pending'),
          isNull(orders.acknowledgedAt),
          isNull(orders.escalatedAt),
          sql`${sql.raw(unacknowledgedSinceSql)} <= now() - ${patience}`,
        ),
      )
      .for('update', { skipLocked: true })
    if (due.length === 0) return
    const { rows: devices } = await tx.execute<{ endpoint: string }>(
      sql`select endpoint from push_subscriptions where ${ofOwners}`,
    )
    const escalation = devices.length > 0 ? 'sending' : 'nobody'
    for (const { id } of due) {
      const row = await transition(tx, 'escalate', id, undefined, {
        change: ({ order, now }) => ({
          set: { escalatedAt: now, escalation },
          detail: { waited: minutesBetween(unacknowledgedSince(order), now), escalation, atDesk },
        }),
      })
      const message = escalationNotification(row, {
        waited: minutesBetween(unacknowledgedSince(row), row.escalatedAt ?? row.claimedAt),
        isDeskEmpty: atDesk.length === 0,
      })
      await tx.execute(messageTo(ofOwners, { about: id, event, version: row.version }, message))
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
      .select({ id: orders.orderId })
      .from(orders)
      .where(and(eq(orders.orderId, id), inArray(orders.escalation, sent ? ['sending', 'failed'] : ['sending'])))
      .for('update')
    if (!waiting) return
    await transition(tx, `note-escalation-${escalation}`, id, undefined, { change: () => ({ set: { escalation } }) })
  })
}
