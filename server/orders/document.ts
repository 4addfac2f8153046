import type { Order } from '#contract/orders.ts'
import { isForDeskOnly, type OrderEvent } from '#domain/order-actions.ts'
import type { Transaction } from '../db/database.ts'
import type { orders } from '../db/schema.ts'
import { publish } from '../live/publish.ts'

/** An order as it crosses the wire. */
export function orderDocument(row: typeof orders.$inferSelect): Order {
  const {
    codeTries: _,
    enteredBy: __,
    portionsSold: ___,
    crowded: ____,
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

/** Publishes a change of an order in its transaction: to the desk, the customer and the rider. */
export async function publishOrder(tx: Transaction, type: OrderEvent, order: Order): Promise<void> {
  const deskOnly = isForDeskOnly(type)
  // A guest without an account has no screen.
  const isForCustomer = !deskOnly && order.customerId !== null
  await publish(tx, {
    audience: isForCustomer ? ['desk', `customer:${order.customerId}`] : ['desk'],
    type,
    subject: order.id,
    version: order.version,
    data: order,
  })
  if (order.assignedRider && !deskOnly) await publishToRider(tx, order.assignedRider.id, order)
}

/**
 * Tells a rider to look at the list again. There is nothing in it: what a rider may know of an order ends with the
 * assignment, and events are kept for longer.
 */
export async function publishToRider(tx: Transaction, rider: string, { id, version }: Order): Promise<void> {
  await publish(tx, { audience: [`rider:${rider}`], type: 'delivery.changed', subject: id, version, data: { id } })
}
