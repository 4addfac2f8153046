import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Order, Tap } from '#contract/orders.ts'
import { type Actor, type Role, recallWithin } from '#domain/order.ts'
import { type Action, actions, can, isEarly, type Rule } from '#domain/order-actions.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Transaction } from '../db/database.ts'
import { orders } from '../db/schema.ts'
import { Refusal, refuse } from '../http/problems.ts'
import { orderDocument, publishOrder } from './document.ts'
import { noSuchOrder } from './queries.ts'
import { doneBefore, inRecord, taken, tappedAt, whoWasFirst } from './repeats.ts'

/** What takes an order to another status in the restaurant; what changes only its money is in `payments/`, riders have `riders/`. */
export type Step = Exclude<{ [A in Action]: (typeof actions)[A] extends { to: string } ? A : never }[Action], 'deliver'>

const events = {
  start: 'order.started',
  'start-unpaid': 'order.started',
  'mark-ready': 'order.ready',
  recall: 'order.recalled',
  complete: 'order.completed',
  cancel: 'order.cancelled',
  'cancel-own': 'order.cancelled',
  'cancel-sold-out': 'order.cancelled',
} as const satisfies Record<Step, string>

/**
 * Takes an order a step further. Of two people who press at once one does it, and the other reads what the order has
 * become, and who was first. `reason` belongs to a cancellation, where the other side reads it, and to an override, where
 * it stays on record. With `version` nothing is done to an order that has changed since. A `tap` that is sent again is
 * answered with the order as it stands.
 */
export async function changeOrder(
  database: Database,
  step: Step,
  id: string,
  actor: Actor,
  { reason = '', version: seen, tap }: { readonly reason?: string; readonly version?: number; readonly tap?: Tap } = {},
): Promise<Order> {
  const rule: Rule & { to: string } = actions[step]
  return database.transaction(async (tx) => {
    const [row] = await tx
      .update(orders)
      .set({
        status: rule.to,
        cancelReason: rule.to === 'cancelled' ? reason : null,
        cancelledBy: rule.to === 'cancelled' ? (rule.own ? 'customer' : 'restaurant') : null,
        ...(step === 'mark-ready' && { readyAt: tappedAt(tap?.at) }),
        ...(step === 'recall' && { readyAt: null }),
        acknowledgedAt: taken,
        version: sql`${orders.version} + 1`,
        updatedAt: sql`now()`,
      })
      .where(
        and(
          eq(orders.id, id),
          rule.own && eq(orders.customerId, actor.id),
          rule.awaitingSubstitution === undefined
            ? undefined
            : eq(orders.awaitingSubstitution, rule.awaitingSubstitution),
          seen === undefined ? undefined : eq(orders.version, seen),
          inArray(orders.status, [...rule.from]),
          rule.payment && inArray(orders.payment, [...rule.payment]),
          rule.deliveryStatus &&
            or(
              isNull(orders.deliveryStatus),
              inArray(
                orders.deliveryStatus,
                rule.deliveryStatus.filter((deliveryStatus) => deliveryStatus !== null),
              ),
            ),
          step === 'recall'
            ? sql`${orders.readyAt} > ${tappedAt(tap?.at)} - make_interval(secs => ${recallWithin / 1000})`
            : undefined,
        ),
      )
      .returning()
    if (!row) {
      const before = await doneBefore(tx, id, tap)
      if (before) return before
      throw await whyNot(tx, step, id, actor)
    }
    const order = orderDocument(row)
    await publishOrder(tx, events[step], order)
    const { version, payment, received } = order
    const override = step === 'start-unpaid' ? { reason, received } : {}
    await recordAudit(tx, actor, `order.${step}`, `order:${id}`, { version, payment, ...override, ...inRecord(tap) })
    return order
  })
}

/** By the restaurant with a reason; by its customer, before the kitchen has begun, also without one. */
export async function cancelOrder(database: Database, id: string, actor: Actor, reason: string): Promise<Order> {
  const byStaff = (actions.cancel.by as readonly Role[]).includes(actor.role)
  if (byStaff && reason.length < 3) throw refuse('invalid', 'Say why: the customer reads it.', 'reason')
  return changeOrder(database, byStaff ? 'cancel' : 'cancel-own', id, actor, { reason })
}

async function whyNot(tx: Transaction, step: Step, id: string, actor: Actor): Promise<Refusal> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id))
  // Another's is not found: nobody is told that the order exists.
  if (!order || ((actions[step] as Rule).own && order.customerId !== actor.id)) return noSuchOrder()
  const allowed = can(step, order, actor)
  if (allowed.ok && step === 'recall') {
    return refuse('order-moved-on', 'This order has been ready for more than a minute. Please tell the desk.')
  }
  const rule: Rule = actions[step]
  if (!allowed.ok && actor.role !== 'customer' && !rule.from.includes(order.status) && !isEarly(rule, order)) {
    const first = await whoWasFirst(tx, id)
    if (first) return refuse('order-moved-on', `Already ${order.status}: ${first} was first.`)
  }
  // Allowed by now: it changed between the update and this look.
  return allowed.ok
    ? refuse('order-moved-on', 'This order has just changed. Please look at it again.')
    : new Refusal(allowed.problem)
}
