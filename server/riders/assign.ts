import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { AssignedRider, Order, Tap } from '#contract/orders.ts'
import type { Actor } from '#domain/order.ts'
import { actions, can } from '#domain/order-actions.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Transaction } from '../db/database.ts'
import { orders, users } from '../db/schema.ts'
import { Refusal, refuse } from '../http/problems.ts'
import { orderDocument, publishOrder, publishToRider } from '../orders/document.ts'
import { noSuchOrder } from '../orders/queries.ts'
import { doneBefore, inRecord } from '../orders/repeats.ts'

/**
 * Gives an order to a rider: one that nobody has, or with `from` one that this rider has. Of two people who press at once
 * one does it, and the other reads who has it. A change begins the deliveryStatus anew, with the code's tries.
 */
export async function assignRider(
  database: Database,
  actor: Actor,
  id: string,
  { riderId, from, ...tap }: { riderId: string; from?: string | undefined } & NonNullable<Tap>,
): Promise<Order> {
  const action = from === undefined ? 'assign-rider' : 'change-rider'
  const rule = actions[action]
  return database.transaction(async (tx) => {
    const rider = await findRider(tx, riderId)
    const [row] = await tx
      .update(orders)
      .set({
        rider,
        deliveryStatus: 'assigned',
        codeTries: 0,
        outAt: null,
        deliveryProblem: null,
        version: sql`${orders.version} + 1`,
        updatedAt: sql`now()`,
      })
      .where(
        and(
          eq(orders.id, id),
          inArray(orders.status, [...rule.from]),
          inArray(orders.deliveryStatus, [...rule.deliveryStatus]),
          from === undefined ? undefined : sql`${orders.rider} ->> 'id' = ${from}`,
        ),
      )
      .returning()
    if (!row) {
      const before = await doneBefore(tx, id, tap)
      if (before) return before
      throw await whyNot(tx, action, id, actor)
    }
    const order = orderDocument(row)
    await publishOrder(tx, 'order.rider-assigned', order)
    if (from !== undefined && from !== riderId) await publishToRider(tx, from, order)
    await recordAudit(tx, actor, `order.${action}`, `order:${id}`, {
      rider: riderId,
      ...(from && { from }),
      ...inRecord(tap),
    })
    return order
  })
}

async function findRider(tx: Transaction, id: string): Promise<AssignedRider> {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.role, 'rider'), isNull(users.switchedOffAt)))
  if (!user) throw refuse('invalid', 'There is no such rider. Please choose from the list.', 'riderId')
  const { username: name, phone } = user
  if (!phone) throw refuse('invalid', `${name} has no phone number on record, and the customer needs one.`, 'riderId')
  return { id, name, phone }
}

async function whyNot(tx: Transaction, action: 'assign-rider' | 'change-rider', id: string, actor: Actor) {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id))
  if (!order) return noSuchOrder()
  const allowed = can(action, order, actor)
  const isCarried = order.deliveryStatus === 'assigned' || order.deliveryStatus === 'out-for-delivery'
  if (order.rider && isCarried && (allowed.ok || action === 'assign-rider')) {
    return refuse('order-moved-on', `${order.rider.name} has this order already.`)
  }
  return allowed.ok
    ? refuse('order-moved-on', 'This order has just changed. Please look at it again.')
    : new Refusal(allowed.problem)
}
