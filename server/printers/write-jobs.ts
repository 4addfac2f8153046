import { type SQL, sql } from 'drizzle-orm'
import type { OrderEvent } from '#domain/order/actions.ts'
import { isForKitchen, type TicketKind } from '#domain/order/ticket.ts'
import type { Transaction } from '../db/database.ts'
import type { orders } from '../db/schema.ts'
import { type Event, publish } from '../live/publish.ts'

type Printed = Pick<typeof orders.$inferSelect, 'orderId' | 'status' | 'payment' | 'items'> & {
  /** The time at which the kitchen starts an order for later. */
  readonly startAt?: Date | null
}

/** Makes the desk reread the printers and their unprinted tickets. */
export const printersChanged: Event = {
  audience: ['desk'],
  type: 'printer.changed',
  subject: 'printers',
  version: 0,
  data: { deliveryCode: null },
}

/** The events that may bring an order to the kitchen. */
const toKitchen: readonly OrderEvent[] = [
  'order.placed',
  'payment.found',
  'payment.over',
  'order.started',
  'order.fell-due',
  'order.substitution-chosen',
]

/** The request key of tickets that print automatically. Keys of people's requests are longer. */
const automatic = 'auto'

/** SQL that is true for printers that need attention. The desk shows which tickets they have not printed. */
const isInTrouble = sql`(silent or polled_at is null or state <> 'ready')`

/**
 * Returns the statement that writes the print jobs of an event, in the event's transaction; undefined if the event
 * prints nothing. The kitchen ticket prints once the order reaches the kitchen, the packing ticket once it is ready. A
 * cancellation prints a slip on each printer that got the kitchen ticket. Each ticket is written once, however often
 * its order reaches the kitchen.
 */
export function writeJobs(tx: Transaction, type: OrderEvent, order: Printed) {
  const { orderId: id } = order
  if (type === 'order.cancelled') {
    return tx.execute(sql`
      insert into print_jobs (printer_id, order_id, kind, number, copy, for_till)
      select distinct printer_id, order_id, 'cancelled', 1, 1, false
        from print_jobs where order_id = ${id} and kind = 'kitchen'`)
  }
  const kind = type === 'order.ready' ? 'packing' : isDueInKitchen(type, order) ? 'kitchen' : undefined
  if (!kind) return undefined
  const { audience, type: event, subject, version, data } = printersChanged
  return tx.execute(sql`
    with ticket as (
      insert into tickets (order_id, kind, number, request_key, printed_by)
      select ${id}, ${kind}, coalesce(max(number), 0) + 1, ${automatic}, null
        from tickets where order_id = ${id} and kind = ${kind}
      having exists (select from printers where ${kind} = any(kinds))
      on conflict (order_id, kind, request_key) do nothing
      returning number),
    made as (${insertJobs(sql`(select number from ticket)`, order, { kind, forTill: true, by: null })})
    insert into events (topics, type, subject, version, data)
    select ${sql.param([...audience])}::text[], ${event}, ${subject}, ${version}, ${JSON.stringify(data)}::jsonb
      from printers where ${isInTrouble} and id in (select printer_id from made) limit 1`)
}

function isDueInKitchen(type: OrderEvent, order: Printed): boolean {
  if (!toKitchen.includes(type) || !isForKitchen(order)) return false
  const isEarly = order.status === 'pending' && order.startAt != null && order.startAt.getTime() > Date.now()
  return type === 'order.fell-due' || !isEarly
}

type Request = { readonly kind: TicketKind; readonly forTill: boolean; readonly by: string | null }

/** Writes the print jobs of a ticket that a person requested, once. Returns the names of the printers. */
export async function requestJobs(
  tx: Transaction,
  order: Printed,
  { number, ...request }: Request & { readonly number: number },
): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    with made as (${insertJobs(sql`(select ${number}::int as number)`, order, request)})
    select name from printers
     where id in (select printer_id from made
                  union select printer_id from print_jobs
                         where order_id = ${order.orderId} and kind = ${request.kind} and number = ${number})
     order by name`)
  if (rows.length > 0) await publish(tx, printersChanged)
  return rows.map(({ name }) => name)
}

/** Returns SQL that inserts a job for each copy at each printer of the kind, and returns the ids of the printers. */
function insertJobs(ticket: SQL, { orderId: id, items }: Printed, { kind, forTill, by }: Request): SQL {
  const dishes = items.map(({ itemId }) => itemId)
  return sql`
    insert into print_jobs (printer_id, order_id, kind, number, copy, for_till, requested_by)
    select printers.id, ${id}, ${kind}, ticket.number, copy, ${forTill}, ${by}
      from ${ticket} ticket, printers, generate_series(1, printers.copies) copy
     where ${kind} = any(printers.kinds)
       and (${kind} <> 'kitchen' or exists (
             select from items where items.id = any(${sql.param(dishes)}::text[])
                                 and printer_takes(printers, items.category_id)))
    on conflict do nothing
    returning printer_id`
}
