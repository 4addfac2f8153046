import { and, inArray, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { FoundOrder, FoundOrders, OrdersQuery } from '#contract/found-orders.ts'
import { isOpen, openStatuses } from '#domain/order/statuses.ts'
import { described } from '#domain/order/substitution.ts'
import * as Lagos from '#domain/restaurant/lagos.ts'
import type { Database } from '../db/database.ts'
import { orderSearch, orders } from '../db/schema.ts'
import type { Call } from '../http/route.ts'
import { searchQuery } from './search-query.ts'

const onPage = 30

/**
 * The number of newest orders that the first and the second scan read. A common word appears within the first few
 * hundred orders, and a word that one order in a hundred has within the first thousands.
 */
const lookedThrough = { first: 500, next: 20_000 }

/**
 * A word is rare if at most this many orders have it. All orders with a rare word are read from the index of words and
 * sorted.
 */
const mostOfRare = 5000

type Orm = Pick<NodePgDatabase, 'execute' | 'select'>

/**
 * Returns the matching orders, newest first. The cost does not grow with the restaurant's past: a scan of the newest
 * orders finds common words, the index of words finds rare words, and open orders and refunds owed have their own
 * indexes.
 */
export async function findOrders(
  { orm }: Database,
  { query }: Pick<Call<'GET /api/office/orders'>, 'query'>,
): Promise<FoundOrders> {
  const ids = await idsOf(orm, query)
  const shown = ids.slice(0, onPage)
  if (shown.length === 0) return { orders: [], next: null }
  const rows = await orm.select().from(orders).where(inArray(orders.orderId, shown))
  const byId = new Map(rows.map((row) => [row.orderId, row]))
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
    // The indexes of refunds owed and of open orders are sorted like the list.
    const which = state === 'refund-owed' ? sql`owed > 0` : sql`status in ${openStatuses} and status = ${state}`
    const wordsOfOne = sql`(select words from ${orderSearch} found where found.order_id = one.order_id)`
    return latest(
      sql`(select id as order_id, created_at from ${orders} where ${which}) one`,
      and(isWithin, words && sql`${wordsOfOne} @@ ${words}`),
    )
  }

  const isSought = and(
    words && sql`words @@ ${words}`,
    state === 'completed' ? sql`order_id not in (select id from ${orders} where status in ${openStatuses})` : undefined,
  )
  // Most orders are completed, so a scan finds completed orders quickly.
  if (!hasWord) return latest(sql`${orderSearch}`, and(isWithin, isSought))
  const among = (newest: number) =>
    latest(
      sql`(select * from ${orderSearch} where ${isWithin ?? sql`true`}
            order by created_at desc, order_id desc limit ${newest}) newest`,
      isSought,
    )
  const common = await among(lookedThrough.first)
  if (common.length > onPage) return common
  const matching = sql`select order_id, created_at from ${orderSearch} where ${and(isSought, isWithin)}`
  const { rows: rare } = await orm.execute<{ id: string; isAll: boolean }>(
    sql`with rare as materialized (${matching} limit ${mostOfRare + 1})
        select order_id as id, (select count(*) from rare) <= ${mostOfRare} as "isAll"
          from rare order by created_at desc, order_id desc limit ${onPage + 1}`,
  )
  if (rare.every(({ isAll }) => isAll)) return rare.map(({ id }) => id)
  const lately = await among(lookedThrough.next)
  if (lately.length > onPage) return lately
  // Many orders have the word, but few of the newest 20,000. `offset 0` makes PostgreSQL search by the index of words
  // before it sorts. Without it, the planner would scan all orders in the order of the list.
  return latest(sql`(${matching} offset 0) found`)
}

/**
 * Returns the query for the index of words; undefined if the request needs no search of that index. `hasWord` is true
 * if the query has a word that orders must contain.
 */
async function wordsOf(orm: Orm, { q = '', dish, place, state }: OrdersQuery) {
  const wanted = [
    await searchQuery(orm, q),
    dish === undefined ? '' : lexeme(`dish:${dish}`),
    place === undefined ? '' : lexeme(`place:${place}`),
    state === 'cancelled' ? lexeme('is:cancelled') : '',
  ].filter((part) => part !== '')
  const all = state === 'completed' ? [...wanted, `!${lexeme('is:cancelled')}`] : wanted
  return { hasWord: wanted.length > 0, words: all.length === 0 ? undefined : sql`${all.join(' & ')}::tsquery` }
}

function lexeme(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}

/** Returns the condition for the requested days, and for orders older than the previous page. */
function withinOf({ from, to, after }: OrdersQuery): SQL | undefined {
  const midnight = (day: SQL) => sql`(${day})::timestamp at time zone ${Lagos.zone}`
  return and(
    from === undefined ? undefined : sql`created_at >= ${midnight(sql`${from}::date`)}`,
    to === undefined ? undefined : sql`created_at < ${midnight(sql`${to}::date + 1`)}`,
    after === undefined
      ? undefined
      : sql`(created_at, order_id) < (select last.created_at, last.order_id from ${orderSearch} last where last.order_id = ${after})`,
  )
}

function foundDocument(row: typeof orders.$inferSelect): FoundOrder {
  const {
    orderId: id,
    channel,
    customerName,
    deliveryMethod,
    deliveryLocation,
    totalAmount: total,
    status,
    payment,
    deliveryStatus,
    owed,
  } = row
  return {
    id,
    createdAt: row.createdAt.toISOString(),
    channel,
    customerName,
    deliveryMethod,
    deliveryLocation,
    dishes: row.items.map(described),
    total,
    status,
    payment,
    deliveryStatus,
    owed,
  }
}
