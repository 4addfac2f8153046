import { createHash, randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Quote as QuoteDocument } from '#contract/quotes.ts'
import type { User } from '#contract/session.ts'
import type { Result } from '#domain/problem.ts'
import * as Quote from '#domain/quote.ts'
import type { Database, Transaction } from '../db/database.ts'
import { locations, orders, quotes, users } from '../db/schema.ts'
import { readSettings } from '../db/settings.ts'
import { Refusal, refuse } from '../http/problems.ts'
import { readPause } from '../kitchen-load/kitchen-load.ts'
import { menuItems } from '../menu/queries.ts'
import { hasStockHold, holdStock, requirePortions } from '../stock/stock.ts'
import { customer, ownedBy, ownWish, type QuoteOwner, type Wish } from './owner.ts'

/**
 * Offers of one customer at a time. Each change of a cart on the way to payment makes another; at the counter one person
 * asks for many.
 */
const mostHeld = { customer: 30, counter: 300 }

/**
 * Prices what a customer asks for and holds it, prices and portions, for the time of a payment. `isNew` is false where the
 * customer has a live quote of the same request: that one is answered as it was made, whatever the restaurant has said since,
 * with a notice of that.
 */
export async function holdQuote(
  database: Database,
  user: User,
  request: Quote.QuoteRequest,
): Promise<{ quote: QuoteDocument; isNew: boolean }> {
  return holdFor(database, ownWish(user), user, request)
}

/** As `holdQuote`, for whoever it is and however it came. `profile` stands in for what the request leaves empty. */
export async function holdFor(
  database: Database,
  wish: Wish,
  profile: Quote.Profile,
  request: Quote.QuoteRequest,
): Promise<{ quote: QuoteDocument; isNew: boolean }> {
  const requestKey = keyOf(wish, profile, request)
  return database.transaction(async (tx) => {
    await lockHolder(tx, wish.owner)
    const { live, expired } = await findOpen(tx, wish.owner, requestKey)
    if (live && (await hasStockHold(tx, live.id))) {
      const notice = await saidSince(tx, profile, request)
      return { quote: { ...(await document(tx, live, false)), ...(notice !== '' && { notice }) }, isNew: false }
    }
    if (!wish.owner.atCounter) await requireOpen(tx)
    const terms = await offerToday(tx, profile, request)
    if (!terms.ok) throw new Refusal(terms.problem)
    if (expired) await tx.update(quotes).set({ open: false }).where(eq(quotes.id, expired.id))
    const row = live ?? (await number(tx, wish, requestKey, terms.value))
    if (wish.owner.atCounter) await requirePortions(tx, row.terms.lines)
    else await holdStock(tx, { customerId: wish.owner.actor.id, quoteId: row.id, lines: row.terms.lines })
    return { quote: await document(tx, row, false), isNew: !live }
  })
}

/** Throws a Refusal with the restaurant's own sentence while no orders are taken. Who takes one down sees the kitchen. */
async function requireOpen(tx: Transaction): Promise<void> {
  const paused = await readPause(tx)
  if (paused) throw refuse('ordering-paused', paused)
}

/** For who has a quote and may have paid; '' where nothing speaks against it. */
async function saidSince(tx: Transaction, profile: Quote.Profile, request: Quote.QuoteRequest): Promise<string> {
  const today = await offerToday(tx, profile, request)
  if (!today.ok) {
    return `${today.problem.detail} If you have not sent the money yet, please go back to your cart. If you have, say so here: we will ask you what we can make instead.`
  }
  return (await readPause(tx)) ? 'You came to payment before the pause: this order we still take.' : ''
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
    .where(and(eq(quotes.id, id), ownedBy(customer(user))))
  if (!found) throw refuse('not-found', 'There is no such quote. Please go to payment again from your cart.')
  return document(database.orm, found.quote, found.orderId !== null)
}

async function offerToday(
  tx: Transaction,
  profile: Quote.Profile,
  request: Quote.QuoteRequest,
): Promise<Result<Quote.QuoteTerms>> {
  const { items, sources } = await menuItems(tx, [...new Set(request.lines.map(({ itemId }) => itemId))])
  const places = await tx.select().from(locations)
  return Quote.price(request, profile, {
    item: (id) => items.find((item) => item.id === id),
    sources,
    location: (id) => places.find((place) => place.id === id),
  })
}

type QuoteRow = typeof quotes.$inferSelect

/** What a owner asks for at the same time, from several tabs, goes one by one: each statement sees what the one before did. */
async function lockHolder(tx: Transaction, { actor }: QuoteOwner): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.id)).for('no key update')
}

/** The terms of a request that nobody has placed: a live one, or one whose time is up. There is one at most. */
async function findOpen(
  tx: Transaction,
  owner: QuoteOwner,
  requestKey: string,
): Promise<{ live?: QuoteRow; expired?: QuoteRow }> {
  const [open] = await tx
    .select({ quote: quotes, isLive: sql<boolean>`${quotes.expiresAt} > now()` })
    .from(quotes)
    .where(and(ownedBy(owner), eq(quotes.requestKey, requestKey), quotes.open))
  if (!open) return {}
  return open.isLive ? { live: open.quote } : { expired: open.quote }
}

/** Throws a Refusal where the owner has too many others. */
async function number(tx: Transaction, wish: Wish, requestKey: string, terms: Quote.QuoteTerms): Promise<QuoteRow> {
  const { owner, channel, customerId } = wish
  await requireRoom(tx, owner)
  for (let attempt = 1; attempt <= 5; attempt++) {
    const [made] = await tx
      .insert(quotes)
      .values({
        id: Quote.orderId(randomBytes(32)),
        customerId,
        channel,
        enteredBy: owner.atCounter ? owner.actor.id : null,
        requestKey,
        terms,
        expiresAt: sql`now() + make_interval(secs => ${Quote.heldFor / 1000})`,
      })
      .onConflictDoNothing()
      .returning()
    if (made) return made
    // The id was taken.
  }
  throw new Error('No quote could be held in five attempts.')
}

/** Throws a Refusal where a owner has so many offers that a table would be filled with them. What was placed does not count. */
async function requireRoom(tx: Transaction, owner: QuoteOwner): Promise<void> {
  const [room] = await tx
    .select({
      held: sql<number>`count(*)::int`,
      secondsLeft: sql<number>`ceil(extract(epoch from min(${quotes.expiresAt}) - now()))::int`,
    })
    .from(quotes)
    .where(and(ownedBy(owner), quotes.open, sql`${quotes.expiresAt} > now()`))
  if (!room || room.held < mostHeld[owner.atCounter ? 'counter' : 'customer']) return
  const minutes = Math.ceil(room.secondsLeft / 60)
  const detail =
    'You have gone to payment with too many different carts and not paid. ' +
    `Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
  throw new Refusal({ code: 'too-many-tries', detail }, { retryAfter: room.secondsLeft })
}

async function document(orm: Database['orm'] | Transaction, row: QuoteRow, placed: boolean): Promise<QuoteDocument> {
  const { accounts } = await readSettings(orm)
  return {
    ...row.terms,
    id: row.id,
    narration: Quote.narration(row.id, row.terms.paymentReference),
    accounts,
    expiresAt: row.expiresAt.toISOString(),
    placed,
  }
}
