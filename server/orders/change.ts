import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import { type Action, type Actor, actions, can, type Rule, recallWithin } from '#domain/order.ts'
import { recordDeed } from '../db/audit.ts'
import type { Database, Transaction } from '../db/database.ts'
import { orders } from '../db/schema.ts'
import { Refusal, refuse } from '../http/problems.ts'
import { announce, orderDocument } from './document.ts'
import { noSuchOrder } from './queries.ts'

/** The steps of an order; a payment is confirmed in `payments/`, and riders have `riders/`. */
export type Step = Extract<Action, 'start' | 'mark-ready' | 'recall' | 'complete' | 'cancel'>

const happenings = {
  start: 'order.started',
  'mark-ready': 'order.ready',
  recall: 'order.recalled',
  complete: 'order.completed',
  cancel: 'order.cancelled',
} as const satisfies Record<Step, string>

/**
 * Takes an order a step further. Of two people who press at once one does it, and the other reads what the order has
 * become. `reason` belongs to a cancellation.
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
        cancelReason: reason ?? null,
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
    await recordDeed(tx, actor, `order.${step}`, `order:${id}`, { version: order.version, payment: order.payment })
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
