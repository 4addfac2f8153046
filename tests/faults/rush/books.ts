import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import type { Order } from '#contract/orders.ts'
import type { Transfer } from './night.ts'

/** An order as the restaurant has it in its books. */
export type Entry = {
  readonly id: string
  readonly customerId: string | null
  readonly status: Order['status']
  readonly deliveryMethod: Order['deliveryMethod']
  readonly deliveryStatus: Order['deliveryStatus']
  readonly total: number
  readonly received: number
  readonly refunded: number
  readonly owed: number
  readonly version: number
  /** The sums of the payments and of the refunds on record. */
  readonly payments: number
  readonly refunds: number
  /** What was told of it, by version. */
  readonly events: readonly string[]
  readonly versions: readonly number[]
  /** Rows of the record. */
  readonly entries: number
  /** Portions of the dish that is counted. */
  readonly portions: number
}

/** Those whose lines bear a note that begins so. */
export async function readBooks(database: pg.Pool, label: string, countedDish: string): Promise<Entry[]> {
  const { rows } = await database.query<Entry>(everyEntry, [`${label}%`, countedDish])
  return rows
}

const everyEntry = `
  select id, customer_id as "customerId", status, delivery_method as "deliveryMethod", delivery_status as "deliveryStatus", total, received, refunded, owed,
         version, told.events, told.versions,
         (select coalesce(sum(amount), 0)::int from payments where order_id = placed.id) as payments,
         (select coalesce(sum(amount), 0)::int from refunds where order_id = placed.id) as refunds,
         (select count(*)::int from audit where subject = 'order:' || placed.id) as entries,
         (select coalesce(sum((line->>'quantity')::int), 0)::int from jsonb_array_elements(lines) as line
           where line->>'itemId' = $2) as portions
  from orders placed
  join lateral (
    select array_agg(type order by version) as events, array_agg(version order by version) as versions
    from events where subject = placed.id and topics && '{desk}'
  ) told on true
  where lines->0->>'note' like $1
  order by created_at`

/** What does not add up in an order, each as a sentence. */
export function wrongIn(entry: Entry, bank: readonly Transfer[]): string[] {
  const { id, status, total, received, refunded, owed, version, versions, events, entries } = entry
  const sent = bank.filter(({ orderId }) => orderId === id).reduce((sum, { amount }) => sum + amount, 0)
  const times = (event: string) => events.filter((one) => one === event).length
  const isCompleted = status === 'completed'
  const rules: readonly (readonly [isRight: boolean, wrong: string])[] = [
    [isCompleted || status === 'cancelled', `is still ${status}`],
    [received === sent, `${received} naira found, ${sent} sent`],
    [received === entry.payments, `${received} naira found, ${entry.payments} on record`],
    [refunded === entry.refunds, `${refunded} naira paid back, ${entry.refunds} on record`],
    [
      received - refunded - owed === (isCompleted ? total : 0),
      `${received} found, ${refunded} back, ${owed} owed of ${total}`,
    ],
    [
      isDeepStrictEqual(
        versions,
        Array.from({ length: version }, (_, index) => index + 1),
      ),
      `told of ${versions}`,
    ],
    [entries === version, `${entries} entries on record, ${version} changes`],
    [times('order.placed') === 1 && times('order.completed') + times('order.cancelled') === 1, `told ${events}`],
    [times('order.started') <= 1 && times('order.ready') <= 1, `told ${events}`],
    [!isCompleted || (times('order.started') === 1 && times('order.ready') === 1), `told ${events}`],
    [
      !isCompleted || entry.deliveryMethod === 'pick-up' || entry.deliveryStatus === 'delivered',
      `complete, and ${entry.deliveryStatus}`,
    ],
  ]
  return [...new Set(rules.flatMap(([isRight, wrong]) => (isRight ? [] : [`${id}: ${wrong}`])))]
}
