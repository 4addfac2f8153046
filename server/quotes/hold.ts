import { createHash, randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Quote as QuoteDocument } from '#contract/quotes.ts'
import type { User } from '#contract/session.ts'
import * as Quote from '#domain/quote.ts'
import type { Database } from '../db/database.ts'
import { locations, orders, quotes } from '../db/schema.ts'
import { readSettings } from '../db/settings.ts'
import { requireOpen } from '../floor/floor.ts'
import { Refusal, refuse } from '../http/problems.ts'
import { menuItems } from '../menu/queries.ts'
import { customer, type Holder, heldBy, ownWish, type Wish } from './holder.ts'

/**
 * Offers of one customer at a time. Each change of a cart on the way to payment makes another; at the counter one person
 * asks for many.
 */
const mostHeld = { customer: 30, counter: 300 }

/**
 * Prices what a customer asks for and holds it, while the house takes orders. `isNew` is false where the customer has a live quote of the same
 * request: that one is answered, at the prices it was made with, as long as everything in it can still be had.
 */
export async function holdQuote(
  database: Database,
  user: User,
  request: Quote.QuoteRequest,
): Promise<{ quote: QuoteDocument; isNew: boolean }> {
  await requireOpen(database.orm)
  return holdFor(database, ownWish(user), user, request)
}

/** As `holdQuote`, for whoever it is and however it came. `profile` stands in for what the request leaves empty. */
export async function holdFor(
  database: Database,
  wish: Wish,
  profile: Quote.Profile,
  request: Quote.QuoteRequest,
): Promise<{ quote: QuoteDocument; isNew: boolean }> {
  const offer = await priceToday(database, profile, request)
  const { row, isNew } = await numberAndHold(database, wish, keyOf(wish, profile, request), offer)
  return { quote: await document(database, row, false), isNew }
}

/** For whom and how it came is part of what was asked for: two calls for the same dish are two orders. */
function keyOf({ channel, customerId }: Wish, profile: Quote.Profile, request: Quote.QuoteRequest): string {
  const key = Quote.requestKey(request, profile)
  const asked = channel === 'web' ? key : JSON.stringify([channel, customerId, key])
  return createHash('sha256').update(asked).digest('hex')
}

/** The customer's own quote. Another's is not found. */
export async function findQuote(database: Database, user: User, id: string): Promise<QuoteDocument> {
  const [found] = await database.orm
    .select({ quote: quotes, orderId: orders.id })
    .from(quotes)
    .leftJoin(orders, eq(orders.id, quotes.id))
    .where(and(eq(quotes.id, id), heldBy(customer(user))))
  if (!found) throw refuse('not-found', 'There is no such offer. Please go to payment again from your cart.')
  return document(database, found.quote, found.orderId !== null)
}

async function priceToday(
  { orm }: Database,
  profile: Quote.Profile,
  request: Quote.QuoteRequest,
): Promise<Quote.Offer> {
  const { items, sources } = await menuItems(orm, [...new Set(request.lines.map(({ itemId }) => itemId))])
  const places = await orm.select().from(locations)
  const offer = Quote.offer(request, profile, {
    item: (id) => items.find((item) => item.id === id),
    sources,
    location: (id) => places.find((place) => place.id === id),
  })
  if (!offer.ok) throw new Refusal(offer.problem)
  return offer.value
}

type QuoteRow = typeof quotes.$inferSelect

/**
 * Each statement is a transaction of its own: what another tab does meanwhile is seen by the next one, and the unique
 * index on open quotes decides between the two.
 */
async function numberAndHold(
  { orm }: Database,
  { holder, channel, customerId }: Wish,
  requestKey: string,
  offer: Quote.Offer,
): Promise<{ row: QuoteRow; isNew: boolean }> {
  const open = and(heldBy(holder), eq(quotes.requestKey, requestKey), quotes.open)

  await requireRoom(orm, holder, requestKey)
  for (let attempt = 1; attempt <= 5; attempt++) {
    await orm
      .update(quotes)
      .set({ open: false })
      .where(and(open, sql`${quotes.expiresAt} <= now()`))
    const [made] = await orm
      .insert(quotes)
      .values({
        id: Quote.orderId(randomBytes(32)),
        customerId,
        channel,
        takenBy: holder.atCounter ? holder.actor.id : null,
        requestKey,
        offer,
        expiresAt: sql`now() + make_interval(secs => ${Quote.heldFor / 1000})`,
      })
      .onConflictDoNothing()
      .returning()
    if (made) return { row: made, isNew: true }
    const [live] = await orm.select().from(quotes).where(open)
    if (live) return { row: live, isNew: false }
    // The id was taken, or the live quote became an order just now.
  }
  throw new Error('No quote could be held in five attempts.')
}

/**
 * Throws a Refusal where a customer holds so many other offers that a table would be filled with them. What was placed
 * does not count, nor does asking again for the same.
 */
async function requireRoom(orm: Database['orm'], holder: Holder, requestKey: string): Promise<void> {
  const held = and(heldBy(holder), quotes.open, sql`${quotes.expiresAt} > now()`)
  const [room] = await orm
    .select({
      held: sql<number>`count(*)::int`,
      isAmongThem: sql<boolean | null>`bool_or(${quotes.requestKey} = ${requestKey})`,
      secondsLeft: sql<number>`ceil(extract(epoch from min(${quotes.expiresAt}) - now()))::int`,
    })
    .from(quotes)
    .where(held)
  if (!room || room.held < mostHeld[holder.atCounter ? 'counter' : 'customer'] || room.isAmongThem) return
  const minutes = Math.ceil(room.secondsLeft / 60)
  const detail =
    'You have gone to payment with too many different carts and not paid. ' +
    `Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
  throw new Refusal({ code: 'too-many-tries', detail }, { retryAfter: room.secondsLeft })
}

async function document({ orm }: Database, row: QuoteRow, placed: boolean): Promise<QuoteDocument> {
  const { accounts } = await readSettings(orm)
  return {
    ...row.offer,
    id: row.id,
    narration: Quote.narration(row.id, row.offer.paymentReference),
    accounts,
    expiresAt: row.expiresAt.toISOString(),
    placed,
  }
}
