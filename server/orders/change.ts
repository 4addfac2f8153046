import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import { type Actor, recallWithin } from '#domain/order.ts'
import { type Action, actions, can, type Rule } from '#domain/order-actions.ts'
import { recordDeed } from '../db/audit.ts'
import type { Database, Transaction } from '../db/database.ts'
import { orders } from '../db/schema.ts'
import { Refusal, refuse } from '../http/problems.ts'
import { announce, orderDocument } from './document.ts'
import { noSuchOrder } from './queries.ts'

/** What takes an order to another status in the house; what changes only its money is in `payments/`, riders have `riders/`. */
export type Step = Exclude<{ [A in Action]: (typeof actions)[A] extends { to: string } ? A : never }[Action], 'deliver'>

const happenings = {
  start: 'order.started',
  'start-unpaid': 'order.started',
  'mark-ready': 'order.ready',
  recall: 'order.recalled',
  complete: 'order.completed',
  cancel: 'order.cancelled',
} as const satisfies Record<Step, string>

/**
 * Takes an order a step further. Of two people who press at once one does it, and the other reads what the order has
 * become. `reason` belongs to a cancellation, where the customer reads it, and to an override, where
 * it stays on record.
 */
export async function changeOrder(
  database: Database,
  step: Step,
  id: string,
  actor: Actor,
  reason?: string,
): Promise<Order> {
  const rule: Rule & { to: string } = actions[step]
  return database.transaction(async (tx) => {
    const [row] = await tx
      .update(orders)
      .set({
        status: rule.to,
        cancelReason: step === 'cancel' ? reason : null,
        ...(step === 'mark-ready' && { readyAt: sql`now()` }),
        ...(step === 'recall' && { readyAt: null }),
        version: sql`${orders.version} + 1`,
        updatedAt: sql`now()`,
      })
      .where(
        and(
          eq(orders.id, id),
          inArray(orders.status, [...rule.from]),
          rule.payment && inArray(orders.payment, [...rule.payment]),
          rule.trip &&
            or(
              isNull(orders.trip),
              inArray(
                orders.trip,
                rule.trip.filter((trip) => trip !== null),
              ),
            ),
          step === 'recall'
            ? sql`${orders.readyAt} > now() - make_interval(secs => ${recallWithin / 1000})`
            : undefined,
        ),
      )
      .returning()
    if (!row) throw await whyNot(tx, step, id, actor)
    const order = orderDocument(row)
    await announce(tx, happenings[step], order)
    const { version, payment, received } = order
    const override = step === 'start-unpaid' ? { reason, received } : {}
    await recordDeed(tx, actor, `order.${step}`, `order:${id}`, { version, payment, ...override })
    return order
  })
}

async function whyNot(tx: Transaction, step: Step, id: string, actor: Actor): Promise<Refusal> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id))
  if (!order) return noSuchOrder()
  const allowed = can(step, order, actor)
  if (allowed.ok && step === 'recall') {
    return refuse('order-moved-on', 'This order has been ready for more than a minute. Please tell the desk.')
  }
  // Allowed by now: it changed between the update and this look.
  return allowed.ok
    ? refuse('order-moved-on', 'This order has just changed. Please look at it again.')
    : new Refusal(allowed.problem)
}
