import {
  type DeskOrder,
  type KitchenOrder,
  kitchenFieldNames,
  type Order,
  orderFieldNames,
  type TillOrder,
} from '#contract/orders.ts'
import { hasLeft } from '#domain/desk.ts'
import type { Actor } from '#domain/order.ts'
import { isForDeskOnly, type OrderEvent } from '#domain/order-actions.ts'
import { isOneOf, policy } from '#domain/policy.ts'
import { type Transaction, together } from '../db/database.ts'
import type { orders } from '../db/schema.ts'
import { type Event, eventRows, publish } from '../live/publish.ts'
import { writeMessages } from '../push/write-messages.ts'

type OrderRow = typeof orders.$inferSelect

/** A column as JSON has it. */
type Sent<Value> = Value extends Date ? string : Value

/** The columns that the contract names. One that it does not name is seen by nobody; a field without a column does not compile. */
type SentOrder = {
  readonly [Name in keyof Order]-?: Name extends keyof OrderRow ? Sent<OrderRow[Name]> : unknown
}

/** An order as its customer sees it. */
export function orderDocument(row: OrderRow): Order {
  const document: Record<string, unknown> = {}
  for (const name of orderFieldNames) {
    const value = row[name]
    document[name] = value instanceof Date ? value.toISOString() : value
  }
  const { taxLines, ...same } = document as SentOrder
  return { ...same, ...(taxLines.length > 0 && { taxLines }) }
}

export function tillDocument(row: OrderRow, document = orderDocument(row)): TillOrder {
  const { deliveryAddress: _, deliveryCode: __, ...seen } = document
  const { firstConfirmation: first } = row
  return { ...seen, firstConfirmation: first && { name: first.name, amount: first.amount } }
}

export function kitchenDocument(row: OrderRow, document = orderDocument(row)): KitchenOrder {
  const { assignedRider: rider } = document
  return {
    ...(Object.fromEntries(
      kitchenFieldNames.filter((name) => name in document).map((name) => [name, document[name]]),
    ) as KitchenOrder),
    assignedRider: rider && { id: rider.id, name: rider.name },
  }
}

/** An order as this person at the desk sees it. */
export function deskDocument(row: OrderRow, { role }: Pick<Actor, 'role'>): DeskOrder {
  return isOneOf(role, policy.till) ? tillDocument(row) : kitchenDocument(row)
}

/** Publishes a change of an order in its transaction: to the desk, the customer and the rider, to each what they may see. */
export async function publishOrder(tx: Transaction, type: OrderEvent, row: OrderRow): Promise<void> {
  await together(...orderEvents(tx, type, row))
}

/** The statements of `publishOrder`. */
export function orderEvents(tx: Transaction, type: OrderEvent, row: OrderRow) {
  const deskOnly = isForDeskOnly(type)
  const event = { type, subject: row.id, version: row.version }
  const document = orderDocument(row)
  const events: Event[] = [{ ...event, audience: ['till'], data: tillDocument(row, document) }]
  if (!hasLeft('kitchen', row.finishedAt?.getTime(), row.updatedAt.getTime())) {
    events.push({ ...event, audience: ['kitchen'], data: kitchenDocument(row, document) })
  }
  // A guest without an account has no screen.
  if (!deskOnly && row.customerId !== null) {
    events.push({ ...event, audience: [`customer:${row.customerId}`], data: document })
  }
  if (row.assignedRider && !deskOnly) events.push(eventForRider(row.assignedRider.id, row))
  const messages = writeMessages(tx, type, row)
  return [eventRows(tx, ...events), ...(messages ? [messages] : [])]
}

/**
 * Tells a rider to look at the list again. There is nothing in it: what a rider may know of an order ends with the
 * assignment, and events are kept for longer.
 */
export async function publishToRider(
  tx: Transaction,
  rider: string,
  order: Pick<OrderRow, 'id' | 'version'>,
): Promise<void> {
  await publish(tx, eventForRider(rider, order))
}

function eventForRider(rider: string, { id, version }: Pick<OrderRow, 'id' | 'version'>): Event {
  return { audience: [`rider:${rider}`], type: 'delivery.changed', subject: id, version, data: { id } }
}
