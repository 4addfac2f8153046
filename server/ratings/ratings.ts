import { and, count, desc, eq, gt, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Rating, RatingList, RatingsAtDesk } from '#contract/ratings.ts'
import { changeableFor } from '#domain/order/rating.ts'
import { described } from '#domain/order/substitution.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Transaction } from '../db/database.ts'
import { orders, ratings } from '../db/schema.ts'
import { refuse } from '../http/problems.ts'
import type { Call } from '../http/route.ts'
import { publish } from '../live/publish.ts'
import { noSuchOrder } from '../orders/order-queries.ts'
import { testimonialsChanged } from './testimonials.ts'

/** The number of days whose ratings the owner's page shows. */
const lookBack = 30

const longestList = 100

/** Rates a completed order, or changes its rating within a day. If two tabs rate the order, the later rating stays. */
export async function rateOrder(
  database: Database,
  { user, params: { id: orderId }, body: { stars, comment, mayShow } }: Call<'PUT /api/orders/:id/rating'>,
): Promise<Rating> {
  return database.transaction(async (tx) => {
    const [order] = await tx
      .select({ status: orders.status })
      .from(orders)
      .where(and(eq(orders.orderId, orderId), eq(orders.customerId, user.id)))
      // The lock is needed because the desk may undo the completion of an order that has no rating.
      .for('share')
    if (!order) throw noSuchOrder()
    if (order.status !== 'completed') {
      throw refuse('order-moved-on', `This order is ${order.status}. Rate the meal when you have had it.`)
    }
    const [before] = await tx.select().from(ratings).where(eq(ratings.orderId, orderId)).for('update')
    // The owner chose the previous text for the home page. A changed text must be chosen again.
    const isSame = before?.comment === comment && mayShow
    const [changed] = await tx
      .insert(ratings)
      .values({ orderId, stars, comment, mayShow })
      .onConflictDoUpdate({
        target: ratings.orderId,
        set: {
          stars,
          comment,
          mayShow,
          ...(!isSame && { shownAt: null }),
          version: sql`${ratings.version} + 1`,
        },
        setWhere: sql`${ratings.createdAt} > now() - make_interval(secs => ${changeableFor / 1000})`,
      })
      .returning()
    const row = changed ?? (before?.mayShow && !mayShow ? await hide(tx, orderId) : undefined)
    if (before?.shownAt && !row?.shownAt && row) await testimonialsChanged(tx)
    if (!row)
      throw refuse(
        'order-moved-on',
        'You rated this meal more than a day ago, so the rating can no longer change. Thank you!',
      )
    // The event contains only the order's id, because cashiers at the desk receive the event too.
    await publish(tx, {
      audience: ['desk'],
      type: 'rating.given',
      subject: orderId,
      version: row.version,
      data: { id: orderId },
    })
    await recordAudit(tx, user, 'order.rate', `order:${orderId}`, { stars })
    return documentOf(row)
  })
}

/** Withdraws the permission to show a rating. The rating stays. */
async function hide(tx: Transaction, orderId: string) {
  const [row] = await tx
    .update(ratings)
    .set({ mayShow: false, shownAt: null, version: sql`${ratings.version} + 1` })
    .where(eq(ratings.orderId, orderId))
    .returning()
  return row
}

/** Returns the customer's ratings, latest first. */
export async function ratingsOf(orm: NodePgDatabase, customerId: string, most = longestList): Promise<RatingList> {
  const rows = await orm
    .select({ rating: ratings })
    .from(ratings)
    .innerJoin(orders, eq(orders.orderId, ratings.orderId))
    .where(eq(orders.customerId, customerId))
    .orderBy(desc(ratings.createdAt))
    .limit(most)
  return { ratings: rows.map(({ rating }) => documentOf(rating)) }
}

export async function ratingsAtDesk({ orm }: Database): Promise<RatingsAtDesk> {
  const lately = gt(ratings.createdAt, sql`now() - make_interval(days => ${lookBack})`)
  const [all] = await orm
    .select({ count: count(), average: sql<number | null>`round(avg(${ratings.stars}), 1)::float8` })
    .from(ratings)
    .where(lately)
  const rows = await orm
    .select({ rating: ratings, customerName: orders.customerName, lines: orders.items })
    .from(ratings)
    .innerJoin(orders, eq(orders.orderId, ratings.orderId))
    .where(lately)
    .orderBy(desc(ratings.createdAt), ratings.orderId)
    .limit(longestList)
  return {
    count: all?.count ?? 0,
    average: all?.average ?? null,
    ratings: rows.map(({ rating, customerName, lines }) => ({
      ...documentOf(rating),
      customerName,
      dishes: lines.map(described).join(', '),
    })),
  }
}

function documentOf({ orderId, stars, comment, createdAt, mayShow }: typeof ratings.$inferSelect): Rating {
  const until = new Date(createdAt.getTime() + changeableFor)
  return { orderId, stars, comment, ratedAt: createdAt.toISOString(), mayShow, until: until.toISOString() }
}
