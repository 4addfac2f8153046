import { isDeepStrictEqual } from 'node:util'
import pg from 'pg'
import type { Order, OrderList } from '#contract/orders.ts'
import type { Person } from './people.ts'

/** An order whose placing was answered. */
export type Acknowledged = {
  /** The customer, or for who ordered at the counter somebody who may see the order. */
  readonly customer: Person
  /** Unique among carts; each of its lines bears it. */
  readonly note: string
  readonly order: Order
}

export type Reckoning = {
  /** Acknowledged, and not there or not the customer's. */
  readonly lost: number
  /** Carts that became more than one order. */
  readonly doubled: number
  /** Orders without their quote, event or audit row, or unlike what was acknowledged; rows of orders that are not there. */
  readonly torn: number
  /** Orders that nobody was told of, although everybody asked until there was an answer. */
  readonly unheard: number
}

/**
 * What became of the acknowledged orders, as their customers and as the database tell it. Where the restaurant has others too,
 * `isOurs` knows ours by their note.
 */
export async function reckon(
  acknowledged: readonly Acknowledged[],
  connection: pg.ClientConfig,
  isOurs: (note: string) => boolean = () => true,
): Promise<Reckoning> {
  const database = new pg.Client(connection)
  await database.connect()
  try {
    const { rows: all } = await database.query<Row>(everyOrder)
    const rows = all.filter(({ note }) => isOurs(note))
    const { rows: stray } = await database.query(strayRows)
    const placed = new Map(rows.map((row) => [row.id, row]))
    const carts = Map.groupBy(rows, ({ note }) => note)
    const told = new Set(acknowledged.map(({ order }) => order.id))
    const seen = await asCustomersSee(acknowledged)

    const isLost = ({ order, customer }: Acknowledged) =>
      placed.get(order.id)?.customer_id !== (order.channel === 'web' ? customer.id : order.customerId) ||
      !seen.has(order.id)
    const isTorn = ({ order }: Acknowledged) => {
      const row = placed.get(order.id)
      return (
        row &&
        !(
          isDeepStrictEqual(row.lines, order.lines) &&
          row.total === order.total &&
          isDeepStrictEqual(seen.get(order.id), order)
        )
      )
    }
    return {
      lost: acknowledged.filter(isLost).length,
      doubled: [...carts.values()].filter((orders) => orders.length > 1).length + acknowledged.length - told.size,
      torn: acknowledged.filter(isTorn).length + rows.filter(({ whole }) => !whole).length + stray.length,
      unheard: rows.filter(({ id }) => !told.has(id)).length,
    }
  } finally {
    await database.end()
  }
}

type Row = {
  id: string
  customer_id: string | null
  note: string
  lines: Order['lines']
  total: number
  whole: boolean
}

/** Whole: with its closed quote of the same figures, and one event and one audit row that say the same. */
const everyOrder = `
  select placed.id, placed.customer_id, lines->0->>'note' as note, lines, total,
         (total = (select sum((line->>'total')::int) from jsonb_array_elements(lines) as line) + delivery_fee
          and not quotes.open and terms->'lines' = lines and (terms->>'total')::int = total
          and heard.times = 1 and heard.data->'lines' = lines and (heard.data->>'total')::int = total
          and entries.times = 1 and (entries.detail->>'total')::int = total) is true as whole
  from orders placed
  left join quotes on quotes.id = placed.id
  left join (
    select subject, count(*) as times, jsonb_agg(data)->0 as data
    from events where type = 'order.placed' group by subject
  ) heard on heard.subject = placed.id
  left join (
    select subject, count(*) as times, jsonb_agg(detail)->0 as detail
    from audit where action = 'order.place' group by subject
  ) entries on entries.subject = 'order:' || placed.id`

const strayRows = `
  select subject from events where type = 'order.placed' and subject not in (select id from orders)
  union all
  select subject from audit where action = 'order.place' and subject not in (select 'order:' || id from orders)`

/** Each order one by one, because a list ends at the newest hundred; and these lists, in which nothing may be twice. */
async function asCustomersSee(acknowledged: readonly Acknowledged[]): Promise<Map<string, Order>> {
  const seen = new Map<string, Order>()
  const left = [...acknowledged]
  const look = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      // A refusal is a finding: the order counts as lost.
      const found = await next.customer.send<Order>('GET', `/api/orders/${next.order.id}`).catch(() => undefined)
      if (found) seen.set(found.body.id, found.body)
    }
  }
  await Promise.all(Array.from({ length: 8 }, look))
  for (const customer of new Set(acknowledged.map(({ customer }) => customer))) {
    const { orders } = (await customer.send<OrderList>('GET', '/api/orders')).body
    if (new Set(orders.map(({ id }) => id)).size < orders.length) throw new Error('A list has an order twice.')
  }
  return seen
}
