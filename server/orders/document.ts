import { z } from 'zod'
import {
  type DeskOrder,
  type Order,
  type OrderDocuments,
  orderDocuments,
  type TillOrder,
} from '#contract/order/orders.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import { isForDeskOnly } from '#domain/order/customer-messages.ts'
import { isHiddenFromRole } from '#domain/order/visibility.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import { isOneOf, policy } from '#domain/restaurant/policy.ts'
import { plannedFields } from '../capacity/planned-fields.ts'
import type { Transaction } from '../db/database.ts'
import type { orders } from '../db/schema.ts'
import { pipelined } from '../db/transaction.ts'
import { type Event, eventRows, publish } from '../live/publish.ts'
import { writeMessages } from '../messages/write-messages.ts'
import { writeJobs } from '../printers/write-jobs.ts'

type OrderRow = typeof orders.$inferSelect
type Reader = keyof OrderDocuments
type Copy = (value: unknown) => unknown

const copies = {
  customer: copyOf(orderDocuments.customer),
  till: copyOf(orderDocuments.till),
  kitchen: copyOf(orderDocuments.kitchen),
} satisfies Record<Reader, Copy>

/** The columns that documents are copied from. A document field without a column of the same type fails to compile. */
type Columns = { readonly [Name in keyof (Order & TillOrder)]: Column<(Order & TillOrder)[Name]> }
type Column<Field> = string extends Field ? Field | Date : Field

/** Returns an order with the fields that the contract lists for this reader. */
export function orderDocument<For extends Reader>(reader: For, row: OrderRow): OrderDocuments[For] {
  const { taxLines, slotQuestion, slot: _, due: __, startAt: ___, stockDay: ____, ...plain } = row
  const columns: Columns = plain
  return copies[reader]({
    ...columns,
    ...(taxLines.length > 0 && { taxLines }),
    ...plannedFields(row),
    ...(slotQuestion && { slotQuestion }),
  }) as OrderDocuments[For]
}

/** Returns a function that copies a schema's fields out of a value, at every depth, with dates as instants. */
function copyOf(schema: unknown): Copy {
  if (schema instanceof z.ZodReadonly || schema instanceof z.ZodExactOptional) return copyOf(schema.unwrap())
  if (schema instanceof z.ZodNullable) {
    const copy = copyOf(schema.unwrap())
    return (value) => (value === null ? null : copy(value))
  }
  if (schema instanceof z.ZodArray) {
    const copy = copyOf(schema.element)
    return (values) => (values as readonly unknown[]).map(copy)
  }
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([name, field]) => [name, copyOf(field)] as const)
    return (value) => {
      const from = value as Readonly<Record<string, unknown>>
      const known = fields.filter(([name]) => from[name] !== undefined)
      return Object.fromEntries(known.map(([name, copy]) => [name, copy(from[name])]))
    }
  }
  if (schema instanceof z.ZodNull) return () => null
  return (value) => {
    if (value instanceof Date) return value.toISOString()
    if (typeof value === 'object')
      throw new Error('A document of an order lists no fields for an object that it holds.')
    return value
  }
}

/** Returns an order with the fields that this member of staff may read. */
export function deskDocument(row: OrderRow, { role }: Pick<Actor, 'role'>): DeskOrder {
  return orderDocument(isOneOf(role, policy.till) ? 'till' : 'kitchen', row)
}

/**
 * Publishes a change of an order in its transaction, to desk, customer and rider with the fields that each may read.
 */
export async function publishOrder(tx: Transaction, type: OrderEvent, row: OrderRow): Promise<void> {
  await pipelined(...orderEvents(tx, type, row))
}

export function orderEvents(tx: Transaction, type: OrderEvent, row: OrderRow) {
  const deskOnly = isForDeskOnly(type)
  const event = { type, subject: row.orderId, version: row.version }
  const events: Event[] = [{ ...event, audience: ['till'], data: orderDocument('till', row) }]
  if (!isHiddenFromRole('kitchen', row.finishedAt?.getTime(), row.updatedAt.getTime())) {
    events.push({ ...event, audience: ['kitchen'], data: orderDocument('kitchen', row) })
  }
  // A counter order without an account has no customer screen.
  if (!deskOnly && row.customerId !== null) {
    events.push({ ...event, audience: [`customer:${row.customerId}`], data: orderDocument('customer', row) })
  }
  if (row.assignedRider && !deskOnly) events.push(eventForRider(row.assignedRider.id, row))
  const others = [writeMessages(tx, type, row), writeJobs(tx, type, row)]
  return [eventRows(tx, ...events), ...others.filter((statement) => statement !== undefined)]
}

/**
 * Publishes an event after which the rider's screen rereads its orders. The event contains no order, because events are
 * stored longer than a rider may see an order.
 */
export async function publishToRider(
  tx: Transaction,
  rider: string,
  order: Pick<OrderRow, 'orderId' | 'version'>,
): Promise<void> {
  await publish(tx, eventForRider(rider, order))
}

function eventForRider(rider: string, { orderId: id, version }: Pick<OrderRow, 'orderId' | 'version'>): Event {
  return { audience: [`rider:${rider}`], type: 'delivery.changed', subject: id, version, data: { id } }
}
