import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { unacknowledgedSince } from '#domain/order/alarm.ts'
import type { Database, Transaction } from '../db/database.ts'
import { deskPresence, kitchenLoad, orders } from '../db/schema.ts'
import type { Call } from '../http/route.ts'
import { messageTo, ofOwners } from '../messages/write-messages.ts'
import { escalationNotification } from '../push/notifications.ts'
import { type OrderRow, transition } from './transition.ts'

/**
 * SQL for the time since which a pending order is unacknowledged: the latest of claim, payment and start. A crowded
 * order rings only from its payment on, and an order for later from its start on.
 */
export const unacknowledgedSinceSql = 'greatest(claimed_at, found_at, start_at)'

/** Returns the change that makes an order ring at the desk again; no change if the order is no longer pending. */
export function ringAgain({ status }: Pick<OrderRow, 'status'>): { acknowledgedAt?: null } {
  return status === 'pending' ? { acknowledgedAt: null } : {}
}

/** The event name of messages to the owners' devices. */
const event = 'order.escalated'

/**
 * A desk counts as attended for this time after its last report. Desks report every ten seconds, so two reports may be
 * lost.
 */
const presenceSeconds = 30

/**
 * An order waits this long at an unattended desk before the owner is alerted, because a desk is unattended for a moment
 * while its page reloads.
 */
const unattendedGraceSeconds = 20

/** Records that a member of staff who can acknowledge orders has the desk open. */
export async function reportPresence({ orm }: Database, { user }: Call<'PUT /api/desk/presence'>): Promise<undefined> {
  const now = { seenAt: sql`now()` }
  await orm
    .insert(deskPresence)
    .values({ userId: user.id })
    .onConflictDoUpdate({ target: deskPresence.userId, set: now })
}

/**
 * Returns the ids of staff whose desks are attended. A screen that sleeps, is hidden or has no network stops reporting.
 */
async function staffAtDesk(tx: Transaction): Promise<string[]> {
  const rows = await tx
    .select({ id: deskPresence.userId })
    .from(deskPresence)
    .where(gt(deskPresence.seenAt, sql`now() - make_interval(secs => ${presenceSeconds})`))
  return rows.map(({ id }) => id)
}

/**
 * Alerts the owner once to every order that stayed unacknowledged too long: after the minutes that the owner set, or
 * within seconds while the desk is unattended. Due alerts are found in the database, so a restart loses none, and
 * concurrent processes send each alert once.
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
 * Records the outcome of a message to one of the owners' devices, and publishes the outcome to the desk. The alert
 * counts as sent once it has reached one device.
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
