import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import { withTodaysNames } from '#contract/last-release.ts'
import type { Order, OrderList } from '#contract/order/orders.ts'
import { orders as table } from '#server/db/schema.ts'
import type { Person } from './people.ts'

export type Acknowledged = {
  /** The customer; for a counter order, somebody who may read the order. */
  readonly customer: Person
  /** Unique for each cart; the note of all of its lines. */
  readonly note: string
  readonly order: Order
}

export type OrderCheck = {
  /** Orders that the server has answered, but that are missing or belong to somebody else. */
  readonly lost: number
  /** Carts that became more than one order. */
  readonly doubled: number
  /**
   * Orders that lack their quote, event or audit entry, or that differ from the server's answer or from their
   * movements. Rows of missing orders count too.
   */
  readonly inconsistent: number
  /** Orders without an answer, although every request was repeated. */
  readonly unanswered: number
}

/**
 * Compares the orders that the server has answered with the database and with the API. `isOurs` recognises the orders
 * of this run by their note. `byLastRelease` is true if servers of the last release, whose orders lack some fields,
 * answered some of the orders.
 */
export async function checkOrders(
  acknowledged: readonly Acknowledged[],
  connection: pg.ClientConfig,
  { isOurs = () => true, byLastRelease = false }: { isOurs?: (note: string) => boolean; byLastRelease?: boolean } = {},
): Promise<OrderCheck> {
  const database = new pg.Client(connection)
  await database.connect()
  try {
    const { rows: all } = await database.query<Row>(everyOrder)
    const rows = all.filter(({ note }) => isOurs(note))
    const { rows: stray } = await database.query(strayRows)
    const { rows: unlike } = await database.query(unlikeMovements)
    const placed = new Map(rows.map((row) => [row.id, row]))
    const carts = Map.groupBy(rows, ({ note }) => note)
    const answered = new Set(acknowledged.map(({ order }) => order.orderId))
    const seen = await asCustomersSee(acknowledged)

    const isLost = ({ order, customer }: Acknowledged) =>
      placed.get(order.orderId)?.customer_id !== (order.channel === 'web' ? customer.id : order.customerId) ||
      !seen.has(order.orderId)
    const isInconsistent = ({ order }: Acknowledged) => {
      const row = placed.get(order.orderId)
      const now = asPlaced(seen.get(order.orderId), order)
      const known = Object.entries(now ?? {}).filter(([name]) => name in order)
      return (
        row &&
        !(
          isDeepStrictEqual(row.lines, asStored(order.items)) &&
          row.total === order.totalAmount &&
          isDeepStrictEqual(withStoredItems(byLastRelease ? Object.fromEntries(known) : now), withStoredItems(order))
        )
      )
    }
    const isIncomplete = ({ whole, published, lines, total }: Row) => {
      if (!whole) return true
      const { items, totalAmount } = withTodaysNames(published)
      return totalAmount !== total || !isDeepStrictEqual(asStored(items), lines)
    }
    return {
      lost: acknowledged.filter(isLost).length,
      doubled: [...carts.values()].filter((orders) => orders.length > 1).length + acknowledged.length - answered.size,
      inconsistent:
        acknowledged.filter(isInconsistent).length + rows.filter(isIncomplete).length + stray.length + unlike.length,
      unanswered: rows.filter(({ id }) => !answered.has(id)).length,
    }
  } finally {
    await database.end()
  }
}

/**
 * Returns the order as it was read later. If the owner has been called about the order since the server's answer, the
 * fields that the call changes get the values of this answer, so that the two can be compared.
 */
function asPlaced(seen: Order | undefined, { escalation, escalatedAt, version, updatedAt }: Order): Order | undefined {
  return seen && seen.escalatedAt !== null ? { ...seen, escalation, escalatedAt, version, updatedAt } : seen
}

/** Returns the lines as stored, without the computed sums, which answers of the last release lack. */
function asStored(items: Order['items']): unknown {
  return JSON.parse(String(table.items.mapToDriverValue(items)))
}

const withStoredItems = (order: object | undefined) =>
  order && 'items' in order ? { ...order, items: asStored(order.items as Order['items']) } : order

type Row = {
  id: string
  customer_id: string | null
  note: string
  lines: unknown
  total: number
  published: Order
  whole: boolean
}

/**
 * SQL that reads orders, and compares each with its quote, its one event for the till and its one audit entry.
 * `isIncomplete` compares the content of the event.
 */
const everyOrder = `
  select placed.id, placed.customer_id, lines->0->>'note' as note, lines, total, placement.data as published,
         (total = (select sum((line->>'total')::int) from jsonb_array_elements(lines) as line) + delivery_fee
          and not quotes.open and terms->'lines' = lines and (terms->>'total')::int = total
          and placement.times = 1
          and entries.times = 1 and (entries.detail->>'total')::int = total) is true as whole
  from orders placed
  left join quotes on quotes.id = placed.id
  left join (
    select subject, count(*) as times, jsonb_agg(data)->0 as data
    from events where type = 'order.placed' and topics && '{till}' group by subject
  ) placement on placement.subject = placed.id
  left join (
    select subject, count(*) as times, jsonb_agg(detail)->0 as detail
    from audit where action = 'order.place' group by subject
  ) entries on entries.subject = 'order:' || placed.id`

const strayRows = `
  select subject from events where type = 'order.placed' and subject not in (select id from orders)
  union all
  select subject from audit where action = 'order.place' and subject not in (select 'order:' || id from orders)`

/** SQL that reads the orders that differ from their movements of money. */
export const unlikeMovements = `
  select id from orders
  left join (
    select order_id, sum(amount) filter (where kind in ('received', 'undone')) as came, -sum(amount) filter (where kind = 'refund') as went
      from movements group by order_id) moved on order_id = id
   where received <> coalesce(came, 0) or refunded <> coalesce(went, 0)`

/** Reads each order by its id, because lists end at the newest hundred. Checks that no list has an order twice. */
async function asCustomersSee(acknowledged: readonly Acknowledged[]): Promise<Map<string, Order>> {
  const seen = new Map<string, Order>()
  const left = [...acknowledged]
  const look = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      // A refusal counts as a lost order.
      const found = await next.customer.send<Order>('GET', `/api/orders/${next.order.orderId}`).catch(() => undefined)
      if (found) seen.set(found.body.orderId, found.body)
    }
  }
  await Promise.all(Array.from({ length: 8 }, look))
  for (const customer of new Set(acknowledged.map(({ customer }) => customer))) {
    const { orders } = (await customer.send<OrderList>('GET', '/api/orders')).body
    if (new Set(orders.map(({ orderId }) => orderId)).size < orders.length)
      throw new Error('A list has an order twice.')
  }
  return seen
}
