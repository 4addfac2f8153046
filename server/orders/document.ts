import type { Order } from '#contract/orders.ts'
import type { Transaction } from '../db/database.ts'
import type { orders } from '../db/schema.ts'
import { record } from '../live/record.ts'

/** An order as it crosses the wire. */
export function orderDocument(row: typeof orders.$inferSelect): Order {
  const { rider, readyBy, createdAt, updatedAt, ...same } = row
  return {
    ...same,
    assignedRider: rider,
    readyBy: readyBy.toISOString(),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/** Tells the desk and the customer what became of an order, in the transaction of the change. */
export async function announce(tx: Transaction, type: string, order: Order): Promise<void> {
  await record(tx, {
    audience: ['desk', `customer:${order.customerId}`],
    type,
    subject: order.id,
    version: order.version,
    data: order,
  })
}
