import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import type { Order } from '#contract/order/orders.ts'
import type { Transfer } from './simulation.ts'

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
  /** Sums of the movements that are payments, and of those that are refunds. */
  readonly payments: number
  readonly refunds: number
  /** Events of the order, by version. */
  readonly events: readonly string[]
  readonly versions: readonly number[]
  /** Milliseconds from placing to the first action, and from the claim to ready. */
  readonly untilSeen: number | null
  readonly untilReady: number | null
  /** Milliseconds from the claim to the promised time. */
  readonly promised: number
  /** The number of audit entries. */
  readonly entries: number
  /** Portions of the dish with a stock count; none for an order cancelled before cooking. */
  readonly portions: number
}

/** Reads the orders whose note begins with `label`. */
export async function readLedger(database: pg.Pool, label: string, countedDish: string): Promise<Entry[]> {
  const { rows } = await database.query<Entry>(everyEntry, [`${label}%`, countedDish])
  return rows
}

const everyEntry = `
  select id, customer_id as "customerId", status, delivery_method as "deliveryMethod", delivery_status as "deliveryStatus", total, received, refunded, owed,
         version, published.events, published.versions,
         (extract(epoch from seen - placed.created_at) * 1000)::float8 as "untilSeen",
         (extract(epoch from ready_at - claimed_at) * 1000)::float8 as "untilReady",
         (extract(epoch from ready_by - claimed_at) * 1000)::float8 as promised,
         (select coalesce(sum(amount), 0)::int from movements where order_id = placed.id and kind in ('received', 'undone')) as payments,
         (select coalesce(-sum(amount), 0)::int from movements where order_id = placed.id and kind = 'refund') as refunds,
         (select count(*)::int from audit where subject = 'order:' || placed.id) as entries,
         (select coalesce(sum((line->>'quantity')::int), 0)::int from jsonb_array_elements(lines) as line
           where line->>'itemId' = $2 and (status <> 'cancelled' or 'order.started' = any(published.events))) as portions
  from orders placed
  join lateral (
    select array_agg(type order by version) as events, array_agg(version order by version) as versions,
           min(at) filter (where version = 2) as seen
    from events where subject = placed.id and topics && '{till}'
  ) published on true
  where lines->0->>'note' like $1
  order by created_at`

/** Returns a sentence for each rule that the order breaks. */
export function ledgerErrors(entry: Entry, bank: readonly Transfer[]): string[] {
  const { id, status, total, received, refunded, owed, version, versions, events, entries } = entry
  const sent = bank.filter(({ orderId }) => orderId === id).reduce((sum, { amount }) => sum + amount, 0)
  const times = (event: string) => events.filter((one) => one === event).length
  const isCompleted = status === 'completed'
  const rules: readonly (readonly [isRight: boolean, wrong: string])[] = [
    [isCompleted || status === 'cancelled', `is still ${status}`],
    [received === sent, `${received} naira found, ${sent} sent`],
    [received === entry.payments, `${received} naira found, ${entry.payments} recorded`],
    [refunded === entry.refunds, `${refunded} naira paid back, ${entry.refunds} recorded`],
    [
      received - refunded - owed === (isCompleted ? total : 0),
      `${received} found, ${refunded} back, ${owed} owed of ${total}`,
    ],
    [
      isDeepStrictEqual(
        versions,
        Array.from({ length: version }, (_, index) => index + 1),
      ),
      `events of the versions ${versions}`,
    ],
    [entries === version, `${entries} entries audit entries, ${version} changes`],
    [times('order.placed') === 1 && times('order.completed') + times('order.cancelled') === 1, `events ${events}`],
    [times('order.started') <= 1 && times('order.ready') <= 1, `events ${events}`],
    [!isCompleted || (times('order.started') === 1 && times('order.ready') === 1), `events ${events}`],
    [
      !isCompleted || entry.deliveryMethod === 'pick-up' || entry.deliveryStatus === 'delivered',
      `complete, and ${entry.deliveryStatus}`,
    ],
  ]
  return [...new Set(rules.flatMap(([isRight, wrong]) => (isRight ? [] : [`${id}: ${wrong}`])))]
}
