import { and, desc, eq, inArray, isNotNull, ne, notInArray, sql } from 'drizzle-orm'
import type { RestaurantSettings } from '#contract/settings.ts'
import type { Testimonial } from '#contract/testimonial.ts'
import * as Lagos from '#domain/restaurant/lagos.ts'
import type { Reader, Transaction } from '../db/database.ts'
import { orders, ratings } from '../db/schema.ts'
import { refuse } from '../http/problems.ts'
import { publish } from '../live/publish.ts'

const mostOffered = 100

/** A rating may be shown if the customer permits it, it has a comment, and its order is not anonymised. */
const mayBeShown = and(eq(ratings.mayShow, true), ne(ratings.comment, ''), isNotNull(orders.customerId))

const firstName = (name: string) => name.trim().split(/\s+/)[0] ?? ''

/** Returns the testimonials that owners choose from, newest first. */
export async function officeTestimonials(db: Reader): Promise<RestaurantSettings['testimonials']> {
  const rows = await db
    .select({ rating: ratings, name: orders.customerName })
    .from(ratings)
    .innerJoin(orders, eq(orders.orderId, ratings.orderId))
    .where(mayBeShown)
    .orderBy(desc(ratings.createdAt), ratings.orderId)
    .limit(mostOffered)
  return rows.map(({ rating: { orderId, stars, comment, createdAt, shownAt }, name }) => ({
    orderId,
    name: firstName(name),
    stars,
    text: comment,
    ratedAt: createdAt.toISOString(),
    isShown: shownAt !== null,
  }))
}

/**
 * Returns the testimonials on the home page. They have the month in place of a location, which would reveal where a
 * customer lives.
 */
export async function shownTestimonials(db: Pick<Reader, 'select'>): Promise<Testimonial[]> {
  const rows = await db
    .select({ text: ratings.comment, name: orders.customerName, at: ratings.createdAt })
    .from(ratings)
    .innerJoin(orders, eq(orders.orderId, ratings.orderId))
    .where(and(mayBeShown, isNotNull(ratings.shownAt)))
    .orderBy(desc(ratings.createdAt), ratings.orderId)
  // A testimonial's id is a number, because the public answer must not contain an order's id.
  return rows.map(({ text, name, at }, index) => ({
    id: `rating-${index + 1}`,
    name: firstName(name),
    place: at.toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: Lagos.zone }),
    text,
    picture: null,
  }))
}

/** Shows exactly these ratings. Throws a Refusal if a customer has withdrawn the permission. */
export async function chooseTestimonials(tx: Transaction, chosen: readonly string[]): Promise<void> {
  const allowed = await tx
    .select({ id: ratings.orderId })
    .from(ratings)
    .innerJoin(orders, eq(orders.orderId, ratings.orderId))
    .where(and(mayBeShown, inArray(ratings.orderId, [...chosen])))
    .for('update', { of: ratings })
  if (allowed.length < new Set(chosen).size)
    throw refuse(
      'invalid',
      'A customer no longer allows one of these to be shown. Load the page again.',
      'testimonials',
    )
  await tx
    .update(ratings)
    .set({ shownAt: null })
    .where(and(isNotNull(ratings.shownAt), notInArray(ratings.orderId, [...chosen])))
  await tx
    .update(ratings)
    .set({ shownAt: sql`coalesce(${ratings.shownAt}, now())` })
    .where(inArray(ratings.orderId, [...chosen]))
}

/** Makes open pages reread the testimonials. */
export async function testimonialsChanged(tx: Transaction): Promise<void> {
  await publish(tx, { audience: ['menu'], type: 'settings.changed', subject: 'settings', version: 0, data: {} })
}
