import { createHash, randomBytes } from 'node:crypto'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Quote as QuoteDocument } from '#contract/quotes.ts'
import type { User } from '#contract/session.ts'
import * as Claims from '#domain/claims.ts'
import type { Result } from '#domain/problem.ts'
import * as Quote from '#domain/quote.ts'
import type { Tax } from '#domain/tax.ts'
import type { Database, Transaction } from '../db/database.ts'
import { orders, quotes } from '../db/schema.ts'
import { isInSetup, notOpenYet, readClosure, readSettings } from '../db/settings.ts'
import { orRefuse, Refusal, refuse } from '../http/problems.ts'
import { readPause } from '../kitchen-load/kitchen-load.ts'
import { locationList, menuItems } from '../menu/queries.ts'
import { holdMenu } from '../menu-versions/versions.ts'
import { claimsOf } from '../stock/claims.ts'
import { endsEarly, hasStockHold } from '../stock/holds.ts'
import { holdStock, requirePortions } from '../stock/stock.ts'
import { customer, extendGuest, lockOwner, ownedBy, ownWish, type QuoteOwner, type Wish } from './owner.ts'

/**
 * Offers of one customer at a time. Each change of a cart on the way to payment makes another; at the counter one person
 * asks for many.
 */
const mostHeld = { customer: 30, counter: 300, address: 300 }

/**
 * Prices what a customer asks for and holds it, prices and portions, for the time of a payment. `isNew` is false where the
 * customer has a live quote of the same request: that one is answered as it was made, whatever the restaurant has said since,
 * with a notice of that.
 */
export async function holdQuote(
  database: Database,
  user: User,
  request: Quote.QuoteRequest,
  addressKey: string | null = null,
): Promise<{ quote: QuoteDocument; isNew: boolean }> {
  return holdFor(database, ownWish(user, addressKey), user, request)
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
    await lockOwner(tx, wish.owner)
    const { live, expired } = await findOpen(tx, wish.owner, requestKey)
    if (live && (await hasStockHold(tx, live.id))) {
      const notice = await saidSince(tx, profile, request, live)
      return { quote: { ...(await document(tx, live, false)), ...(notice !== '' && { notice }) }, isNew: false }
    }
    if (!wish.owner.atCounter) {
      await requireOpen(tx)
      await extendGuest(tx, wish.owner)
      // Refused before the customer reads where to send the money.
      orRefuse(Claims.allow(await claimsOf(tx, wish.owner.actor.id, wish.addressKey)))
    } else if (await isInSetup(tx)) throw refuse('ordering-paused', notOpenYet)
    const { accounts, taxes } = live ? { accounts: live.accounts, taxes: live.terms.taxLines } : await readSettings(tx)
    const terms = await offerToday(tx, profile, request, taxes)
    if (!terms.ok) throw new Refusal(terms.problem)
    if (expired) await tx.update(quotes).set({ open: false }).where(eq(quotes.id, expired.id))
    const row = live ?? (await number(tx, wish, requestKey, terms.value, accounts))
    if (wish.owner.atCounter) await requirePortions(tx, row.terms.lines)
    else await holdStock(tx, { customerId: wish.owner.actor.id, quoteId: row.id, lines: row.terms.lines })
    const isEarly = !wish.owner.atCounter && (await endsEarly(tx, row))
    return { quote: { ...(await document(tx, row, false)), ...(isEarly && { notice: heldBefore }) }, isNew: !live }
  })
}

/**
 * Throws a Refusal with the restaurant's own sentence while ordering is paused, or with the next opening while it is closed.
 * Who takes one down sees the kitchen.
 */
async function requireOpen(tx: Transaction): Promise<void> {
  const closed = (await readPause(tx)) ?? (await readClosure(tx))
  if (closed) throw refuse('ordering-paused', closed)
}

/** For who has a quote and may have paid; '' where nothing speaks against it. */
async function saidSince(
  tx: Transaction,
  profile: Quote.Profile,
  request: Quote.QuoteRequest,
  quote: QuoteRow,
): Promise<string> {
  const today = await offerToday(tx, profile, request, quote.terms.taxLines)
  // A quote that is held keeps the terms of its delivery.
  if (!today.ok && today.problem.code !== 'below-minimum') {
    return `${today.problem.detail} If you have not sent the money yet, please go back to your cart. If you have, say so here: we will ask you what we can make instead.`
  }
  if (await readPause(tx)) return 'You came to payment before the pause: this order we still take.'
  if (await readClosure(tx)) return 'You came to payment before we closed: this order we still take.'
  return (await endsEarly(tx, quote)) ? heldBefore : ''
}

const heldBefore =
  'We set these portions aside for an hour when you first went to payment. ' +
  'If that hour is over, please message us before you send the money.'

/** For whom and how it came is part of what was asked for: two calls for the same dish are two orders. */
function keyOf({ channel, customerId, key: sent }: Wish, profile: Quote.Profile, request: Quote.QuoteRequest): string {
  const key = Quote.requestKey(request, profile)
  const asked =
    channel === 'web' ? key : JSON.stringify([channel, customerId, key, ...(sent === undefined ? [] : [sent])])
  return createHash('sha256').update(asked).digest('hex')
}

/** The customer's own quote. Another's is not found. */
export async function findQuote(database: Database, user: User, id: string): Promise<QuoteDocument> {
  const [found] = await database.orm
    .select({ quote: quotes, orderId: orders.id, expired: sql<boolean>`${quotes.expiresAt} <= now()` })
    .from(quotes)
    .leftJoin(orders, eq(orders.id, quotes.id))
    .where(and(eq(quotes.id, id), ownedBy(customer(user))))
  if (!found) throw refuse('not-found', 'There is no such quote. Please go to payment again from your cart.')
  return document(database.orm, found.quote, found.orderId !== null, found.expired)
}

async function offerToday(
  tx: Transaction,
  profile: Quote.Profile,
  request: Quote.QuoteRequest,
  taxes: readonly Tax[] = [],
): Promise<Result<Quote.QuoteTerms>> {
  await holdMenu(tx)
  const { items, sources } = await menuItems(tx, [...new Set(request.lines.map(({ itemId }) => itemId))])
  const places = await locationList(tx)
  return Quote.price(request, profile, {
    item: (id) => items.find((item) => item.id === id),
    sources,
    location: (id) => places.find((place) => place.id === id),
    taxes,
  })
}

type QuoteRow = typeof quotes.$inferSelect

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
async function number(
  tx: Transaction,
  wish: Wish,
  requestKey: string,
  terms: Quote.QuoteTerms,
  accounts: QuoteRow['accounts'],
): Promise<QuoteRow> {
  const { owner, channel, customerId } = wish
  await requireRoom(tx, ownedBy(owner), mostHeld[owner.atCounter ? 'counter' : 'customer'], 'You have')
  if (wish.addressKey !== null) {
    await requireRoom(tx, eq(quotes.addressKey, wish.addressKey), mostHeld.address, 'People on your network have')
  }
  for (let attempt = 1; attempt <= 5; attempt++) {
    const [made] = await tx
      .insert(quotes)
      .values({
        id: Quote.orderId(randomBytes(32)),
        customerId,
        channel,
        enteredBy: owner.atCounter ? owner.actor.id : null,
        addressKey: wish.addressKey,
        requestKey,
        terms,
        accounts,
        expiresAt: sql`now() + make_interval(secs => ${Quote.heldFor / 1000})`,
      })
      .onConflictDoNothing()
      .returning()
    if (made) return made
    // The id was taken.
  }
  throw new Error('No quote could be held in five attempts.')
}

/**
 * Throws a Refusal where an owner or an address has so many quotes that a table would be filled with them. What was placed does
 * not count.
 */
async function requireRoom(tx: Transaction, whose: SQL | undefined, most: number, who: string): Promise<void> {
  const [room] = await tx
    .select({
      held: sql<number>`count(*)::int`,
      secondsLeft: sql<number>`ceil(extract(epoch from min(${quotes.expiresAt}) - now()))::int`,
    })
    .from(quotes)
    .where(and(whose, quotes.open, sql`${quotes.expiresAt} > now()`))
  if (!room || room.held < most) return
  const minutes = Math.ceil(room.secondsLeft / 60)
  const detail =
    `${who} gone to payment with too many different carts and not paid. ` +
    `Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, or message us on WhatsApp.`
  throw new Refusal({ code: 'too-many-tries', detail }, { retryAfter: room.secondsLeft })
}

async function document(
  orm: Database['orm'] | Transaction,
  row: QuoteRow,
  placed: boolean,
  expired = false,
): Promise<QuoteDocument> {
  const accounts = row.accounts ?? (await readSettings(orm)).accounts
  return {
    ...row.terms,
    id: row.id,
    narration: Quote.narration(row.id, row.terms.paymentReference),
    accounts,
    ...(row.rejection && { rejection: row.rejection }),
    expiresAt: row.expiresAt.toISOString(),
    expired,
    placed,
  }
}
