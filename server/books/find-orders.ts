import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FoundOrder, FoundOrders, OrdersQuery } from '#contract/books/orders.ts'
import { openStatuses } from '#domain/desk.ts'
import { isOpen } from '#domain/order.ts'
import { described } from '#domain/substitution.ts'
import { orderSearch, orders } from '../db/schema.ts'

/** Orders on one page of the list. */
const onPage = 30

/**
 * How many of the newest orders are looked through one by one. What is common is found among them; what is not is rare enough
 * for the index of words.
 */
const lookedThrough = 500

type Orm = Pick<NodePgDatabase, 'execute' | 'select'>

/**
 * Orders that match, the newest first. What is read is bounded: a common word by the newest orders, a rare one by the index of
 * words, and open orders and those that are owed money by indexes of their own.
 */
export async function findOrders(orm: Orm, query: OrdersQuery): Promise<FoundOrders> {
  const ids = await idsOf(orm, query)
  const shown = ids.slice(0, onPage)
  if (shown.length === 0) return { orders: [], next: null }
  const rows = await orm.select().from(orders).where(inArray(orders.id, shown))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    orders: shown.flatMap((id) => {
      const row = byId.get(id)
      return row ? [foundDocument(row)] : []
    }),
    next: ids.length > onPage ? (shown.at(-1) ?? null) : null,
  }
}

async function idsOf(orm: Orm, query: OrdersQuery): Promise<string[]> {
  const { words, hasWord } = await wordsOf(orm, query)
  const { state } = query
  const isWithin = withinOf(query)
  const latest = async (from: SQL, where?: SQL) => {
    const { rows } = await orm.execute<{ id: string }>(
      sql`select order_id as id from ${from} where ${where ?? sql`true`}
           order by created_at desc, order_id desc limit ${onPage + 1}`,
    )
    return rows.map(({ id }) => id)
  }

  if (state === 'refund-owed' || (state && isOpen(state))) {
    const which = state === 'refund-owed' ? sql`owed > 0` : sql`status in ${openStatuses} and status = ${state}`
    const few = sql`(select id as order_id, created_at from ${orders} where ${which} offset 0) few`
    return latest(
      few,
      and(isWithin, words && sql`order_id in (select order_id from ${orderSearch} where words @@ ${words})`),
    )
  }

  const isSought = and(
    words && sql`words @@ ${words}`,
    state === 'completed' ? sql`order_id not in (select id from ${orders} where status in ${openStatuses})` : undefined,
  )
  // Most orders are completed: those are found one by one.
  if (!hasWord) return latest(sql`${orderSearch}`, and(isWithin, isSought))
  const newest = sql`(select * from ${orderSearch} where ${isWithin ?? sql`true`}
                       order by created_at desc, order_id desc limit ${lookedThrough}) newest`
  const common = await latest(newest, isSought)
  if (common.length > onPage) return common
  // `offset 0` keeps the search apart from the order: the planner would walk through all orders until it has seen enough.
  return latest(sql`(select order_id, created_at from ${orderSearch} where ${and(isSought, isWithin)} offset 0) found`)
}

/** The query for the index, null without one. `hasWord`: there is something that an order has to have. */
async function wordsOf(orm: Orm, { q = '', dish, place, state }: OrdersQuery) {
  const { rows } =
    q === '' ? { rows: [] } : await orm.execute<{ typed: string }>(sql`select search_query(${q}) as typed`)
  const wanted = [
    rows[0]?.typed ?? '',
    dish === undefined ? '' : lexeme(`dish:${dish}`),
    place === undefined ? '' : lexeme(`place:${place}`),
    state === 'cancelled' ? lexeme('is:cancelled') : '',
  ].filter((part) => part !== '')
  const all = state === 'completed' ? [...wanted, `!${lexeme('is:cancelled')}`] : wanted
  return { hasWord: wanted.length > 0, words: all.length === 0 ? undefined : sql`${all.join(' & ')}::tsquery` }
}

/** One word of a `tsquery`, as it stands. */
function lexeme(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

/** The days that are asked for, and what is older than the page before. */
function withinOf({ from, to, after }: OrdersQuery): SQL | undefined {
  const midnight = (day: SQL) => sql`(${day})::timestamp at time zone 'Africa/Lagos'`
  return and(
    from === undefined ? undefined : sql`created_at >= ${midnight(sql`${from}::date`)}`,
    to === undefined ? undefined : sql`created_at < ${midnight(sql`${to}::date + 1`)}`,
    after === undefined
      ? undefined
      : sql`(created_at, order_id) < (select last.created_at, last.order_id from ${orderSearch} last where last.order_id = ${after})`,
  )
}

function foundDocument(row: typeof orders.$inferSelect): FoundOrder {
  const { id, channel, customerName, deliveryMethod, deliveryLocation, total, status, payment, deliveryStatus, owed } =
    row
  return {
    id,
    createdAt: row.createdAt.toISOString(),
    channel,
    customerName,
    deliveryMethod,
    deliveryLocation,
    dishes: row.lines.map(described),
    total,
    status,
    payment,
    deliveryStatus,
    owed,
  }
}
