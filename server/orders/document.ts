import type { Order } from '#contract/orders.ts'
import type { Transaction } from '../db/database.ts'
import type { orders } from '../db/schema.ts'
import { publish } from '../live/publish.ts'

/** An order as it crosses the wire. */
export function orderDocument(row: typeof orders.$inferSelect): Order {
  const {
    rider,
    codeTries: _,
    enteredBy: __,
    outAt,
    readyAt,
    acknowledgedAt,
    escalatedAt,
    readyBy,
    claimedAt,
    createdAt,
    updatedAt,
    ...same
  } = row
  return {
    ...same,
    assignedRider: rider,
    outAt: outAt?.toISOString() ?? null,
    readyAt: readyAt?.toISOString() ?? null,
    acknowledgedAt: acknowledgedAt?.toISOString() ?? null,
    escalatedAt: escalatedAt?.toISOString() ?? null,
    readyBy: readyBy.toISOString(),
    claimedAt: claimedAt.toISOString(),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/** Tells the desk, the customer and the rider what became of an order, in the transaction of the change. */
export async function publishOrder(tx: Transaction, type: string, order: Order): Promise<void> {
  await publish(tx, {
    // A guest has no screen of their own.
    audience: order.customerId === null ? ['desk'] : ['desk', `customer:${order.customerId}`],
    type,
    subject: order.id,
    version: order.version,
    data: order,
  })
  if (order.assignedRider) await publishToRider(tx, order.assignedRider.id, order)
}

/** Tells the desk alone of what is no news to the customer. */
export async function publishToDesk(tx: Transaction, type: string, order: Order): Promise<void> {
  await publish(tx, { audience: ['desk'], type, subject: order.id, version: order.version, data: order })
}

/**
 * Tells a rider to look at the list again. There is nothing in it: what a rider may know of an order ends with the
 * assignment, and events are kept for longer.
 */
export async function publishToRider(tx: Transaction, rider: string, { id, version }: Order): Promise<void> {
  await publish(tx, { audience: [`rider:${rider}`], type: 'delivery.changed', subject: id, version, data: { id } })
}
