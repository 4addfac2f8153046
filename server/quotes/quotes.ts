import { createHash, randomBytes } from 'node:crypto'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { MenuItems } from '#contract/menu/menu.ts'
import type { Quote as QuoteDocument } from '#contract/order/quotes.ts'
import type { User } from '#contract/session.ts'
import * as Menu from '#domain/menu/menu.ts'
import * as Money from '#domain/money/money.ts'
import type { Tax } from '#domain/money/tax.ts'
import * as Quote from '#domain/order/quote.ts'
import * as UnpaidLimits from '#domain/order/unpaid-limits.ts'
import type { Result } from '#domain/problem.ts'
import * as Delivery from '#domain/restaurant/delivery.ts'
import * as Hours from '#domain/restaurant/hours.ts'
import * as Lagos from '#domain/restaurant/lagos.ts'
import { notServed, servedAgain } from '#domain/restaurant/served.ts'
import { rebook } from '../capacity/bookings.ts'
import { planQuote, type QuotePlan } from '../capacity/plan-quote.ts'
import { plannedFields } from '../capacity/planned-fields.ts'
import type { Database, Transaction } from '../db/database.ts'
import { type Placeholders, prepared } from '../db/prepared.ts'
import { orders, quotes } from '../db/schema.ts'
import { readSettings, settingsOf, settingsWithPlaces } from '../db/stored-settings.ts'
import { allSent, pipelined } from '../db/transaction.ts'
import { notSignedIn, orRefuse, Refusal, refuse } from '../http/problems.ts'
import type { Call } from '../http/route.ts'
import { pauseNow, pauseOf } from '../kitchen-load/kitchen-load.ts'
import { notOpenYet, standingOf } from '../kitchen-load/standing.ts'
import { menuItemRows, menuItemsOf } from '../menu/menu-queries.ts'
import { holdMenu } from '../menu-versions/versions.ts'
import { endsEarly, hasStockHold, heldSinceRows, sinceOf } from '../stock/holds.ts'
import { needsBy } from '../stock/portions.ts'
import { holdStock, requireHeld, requirePortions } from '../stock/stock.ts'
import {
  customer,
  extendGuest,
  lockOwner,
  type OrderContext,
  type OwnerValues,
  ownContext,
  ownedBy,
  ownerValues,
  type QuoteOwner,
} from './quote-owner.ts'
import { unpaidOrdersOf } from './unpaid-orders.ts'

/**
 * The most open quotes of one customer, of one member of staff at the counter, and of one network address. Each change
 * of a cart during checkout makes another quote, and staff at the counter make many.
 */
const mostHeld = { customer: 30, counter: 300, address: 300 }

/**
 * Prices a customer's request and holds prices and portions for the time of a payment. If the customer has a live quote
 * of the same request, `isNew` is false, and that quote is returned with its terms and with a notice if something has
 * changed.
 */
export async function holdQuote(
  database: Database,
  user: User,
  request: Quote.QuoteRequest,
  addressKey: string | null = null,
): Promise<{ quote: QuoteDocument; isNew: boolean }> {
  return holdFor(database, ownContext(user, addressKey), user, request)
}

/** Like `holdQuote`, for any quote owner and channel. `profile` fills in the request's empty fields. */
export async function holdFor(
  database: Database,
  context: OrderContext,
  profile: Quote.Profile,
  request: Quote.QuoteRequest,
): Promise<{ quote: QuoteDocument; isNew: boolean }> {
  const requestKey = keyOf(context, profile, request)
  return database.transaction(async (tx) => {
    const read = await readFor(tx, context, requestKey, request)
    const { open, accounts } = read
    const live = open?.isLive ? open.quote : undefined
    const today = offerToday(read, profile, request, live ? live.terms.taxLines : read.taxes)
    if (live && open?.isHeld) {
      const notice = saidSince(read, today, live.terms.totalAmount, {
        isEarly: open.isEarly,
        isForLater: live.slot !== null,
      })
      return { quote: { ...document(live, { accounts }), ...(notice !== '' && { notice }) }, isNew: false }
    }
    if (!context.owner.atCounter) {
      // A pause does not stop staff who enter an order, because they see the kitchen.
      const { notice } = read.standing
      // The calendar decides about a slot, because the slot may be after the pause.
      const isForNow = request.slot === undefined || read.inSetup
      if (notice !== null && isForNow) throw refuse('ordering-paused', notice)
      // A customer with too many unpaid orders is refused here, before a page shows where to send the money.
      orRefuse(UnpaidLimits.allow(read.unpaid))
    } else if (read.inSetup) throw refuse('ordering-paused', notOpenYet)
    if (!today.ok) throw new Refusal(today.problem)
    // Only a customer's new quote must lie in the served hours: a valid quote outlasts them, and staff at the counter
    // see what the kitchen can cook.
    if (!live && !context.owner.atCounter && request.slot === undefined) requireServed(read, request)
    const terms = live?.terms ?? today.value
    // An order with nothing to pay could never be confirmed, and the kitchen only starts paid orders.
    if (terms.totalAmount === 0) throw refuse('below-minimum', nothingToPay, 'items')
    const plan = await planFor(tx, context, read, { profile, request, terms })
    const { row, isEarly } = await hold(tx, context, read, { requestKey, terms, plan })
    return { quote: { ...document(row, { accounts }), ...(isEarly && { notice: heldBefore }) }, isNew: !live }
  })
}

/** Locks the quote's owner, and reads everything that the quote depends on. */
async function readFor(tx: Transaction, context: OrderContext, requestKey: string, request: Quote.QuoteRequest) {
  const { owner, addressKey } = context
  const asking = ownerValues(owner)
  const [[asker], [open], [load], [unpaid], , settings, dishes, sources, since, [own], [near], [number]] =
    await pipelined(
      lockOwner(tx, asking),
      findOpen(tx, { ...asking, requestKey }),
      pauseNow(tx),
      unpaidOrdersOf(tx, { customerId: asking.ownerId, addressKey }),
      holdMenu(tx),
      settingsWithPlaces(tx),
      ...menuItemRows(tx, [...new Set(request.items.map(({ itemId }) => itemId))]),
      heldSinceRows(tx, { customerId: asking.ownerId }),
      roomOfOwner(tx, asking),
      roomOfAddress(tx, { addressKey: addressKey ?? '' }),
      freeNumber(tx, { drawn: Array.from({ length: 3 }, () => Quote.orderId(randomBytes(32))) }),
    )
  // The account was deleted concurrently.
  if (!asker) throw notSignedIn()
  const stored = settingsOf(settings)
  const { document } = stored
  return {
    open,
    accounts: document.accounts,
    taxes: document.taxes,
    inSetup: document.setup === 'begun',
    now: stored.now,
    stored,
    hasClosedQuarters: load?.hasClosedQuarters ?? false,
    standing: standingOf(stored, load ? pauseOf(load) : null),
    unpaid: unpaid ?? UnpaidLimits.none,
    menu: menuFor(request, menuItemsOf(dishes, sources)),
    places: settings[0]?.places ?? [],
    since: sinceOf(since),
    room: { own, near },
    number: number?.id,
  }
}

/**
 * Returns the menu of a request. For a slot, sold-out dishes and sides count as available, because the calendar decides
 * whether they are back by then.
 */
function menuFor({ slot }: Quote.QuoteRequest, menu: MenuItems): MenuItems {
  if (slot === undefined) return menu
  return {
    items: menu.items.map((item) => ({ ...item, isAvailable: true })),
    sources: Menu.withDishesBack(menu.sources),
  }
}

type Read = Awaited<ReturnType<typeof readFor>>

/**
 * Plans a quote for a slot, or within the kitchen's capacity. Returns undefined if the order gets its promise only when
 * it is placed.
 */
async function planFor(
  tx: Transaction,
  { owner }: OrderContext,
  { stored, hasClosedQuarters, places }: Read,
  asked: { readonly profile: Quote.Profile; readonly request: Quote.QuoteRequest; readonly terms: Quote.QuoteTerms },
): Promise<QuotePlan | undefined> {
  const { profile, request, terms } = asked
  if (request.slot === undefined && !hasClosedQuarters && stored.document.quarterCapacity == null) return undefined
  const to = Delivery.destination(request.locationId, profile.location)
  return planQuote(tx, stored, {
    terms,
    location: places.find(({ id }) => id === to),
    slot: request.slot,
    customerId: owner.atCounter ? null : owner.actor.id,
  })
}

/** Returns the notice for a customer who has a quote and may have paid; '' if everything is still available. */
function saidSince(
  { standing }: Read,
  today: Result<Quote.QuoteTerms>,
  held: Money.Naira,
  { isEarly, isForLater }: { readonly isEarly: boolean; readonly isForLater: boolean },
): string {
  // A valid quote keeps its terms, so a minimum order that was raised since causes no notice.
  if (!today.ok && today.problem.code !== 'below-minimum') {
    return `${today.problem.detail} If you have not sent the money yet, please go back to your cart. If you have, say so here: we will ask you what we can make instead.`
  }
  const said =
    isForLater || standing.state === 'open'
      ? isEarly
        ? heldBefore
        : ''
      : standing.state === 'paused'
        ? 'You were already paying when we paused, so we still take this order.'
        : 'You were already paying when we closed, so we still take this order.'
  return `${said} ${today.ok ? repriced(held, today.value.totalAmount) : ''}`.trim()
}

function requireServed({ menu, now }: Read, { items }: Quote.QuoteRequest): void {
  for (const [index, { itemId }] of items.entries()) {
    const dish = menu.items.find(({ id }) => id === itemId)
    const again = servedAgain(dish?.served ?? [], Lagos.clock(now))
    if (!dish || again === undefined) continue
    throw refuse('item-unavailable', notServed([dish.name], `at ${again}`), `items.${index}`)
  }
}

function repriced(held: Money.Naira, now: Money.Naira): string {
  if (now === held) return ''
  const stays = `Prices have changed since you first came to payment: this order stays at ${Money.format(held)}.`
  const less = `Now it would be ${Money.format(now)}: if you have not sent the money yet, please message us first.`
  return now < held ? `${stays} ${less}` : stays
}

const nothingToPay = 'There is nothing to pay in this order. Please add a dish that has a price.'

const heldBefore =
  'We set these portions aside for an hour when you first went to payment. ' +
  'If that hour is over, please message us before you send the money.'

/**
 * Returns the request key. The key of a counter order includes customer and channel, because the same dishes for two
 * callers are two orders.
 */
function keyOf(
  { channel, customerId, key: sent }: OrderContext,
  profile: Quote.Profile,
  request: Quote.QuoteRequest,
): string {
  const key = Quote.requestKey(request, profile)
  const asked =
    channel === 'web' ? key : JSON.stringify([channel, customerId, key, ...(sent === undefined ? [] : [sent])])
  return createHash('sha256').update(asked).digest('hex')
}

/** Returns the customer's own quote. Another customer's quote returns 404. */
export async function findQuote(
  database: Database,
  { user, params: { id } }: Call<'GET /api/quotes/:id'>,
): Promise<QuoteDocument> {
  const [found] = await database.orm
    .select({ quote: quotes, orderId: orders.orderId, expired: sql<boolean>`${quotes.expiresAt} <= now()` })
    .from(quotes)
    .leftJoin(orders, eq(orders.orderId, quotes.id))
    .where(and(eq(quotes.id, id), ownedBy(ownerValues(customer(user)))))
  if (!found) throw refuse('not-found', 'There is no such quote. Please go to payment again from your cart.')
  const { accounts } = await readSettings(database.orm)
  return document(found.quote, { accounts, placed: found.orderId !== null, expired: found.expired })
}

function offerToday(
  { menu: { items, sources }, places }: Read,
  profile: Quote.Profile,
  request: Quote.QuoteRequest,
  taxes: readonly Tax[] = [],
): Result<Quote.QuoteTerms> {
  return Quote.price(request, profile, {
    item: (id) => items.find((item) => item.id === id),
    sources,
    location: (id) => places.find((place) => place.id === id),
    taxes,
  })
}

type QuoteRow = typeof quotes.$inferSelect

/** Reads the only unplaced quote of a request, live or expired. */
const findOpen = prepared((tx: Transaction, given: Placeholders<OwnerValues & { requestKey: string }>) =>
  tx
    .select({
      quote: quotes,
      isLive: sql<boolean>`${quotes.expiresAt} > now()`,
      isHeld: hasStockHold,
      isEarly: endsEarly,
    })
    .from(quotes)
    .where(and(ownedBy(given), eq(quotes.requestKey, given.requestKey), quotes.open)),
)

const freeNumber = prepared((tx: Transaction, given: Placeholders<{ drawn: string[] }>) =>
  tx
    .select({ id: sql<string>`number.id` })
    .from(sql`unnest(${given.drawn}::text[]) as number (id)`)
    .where(sql`not exists (select from quotes where quotes.id = number.id)`)
    .limit(1),
)

type Held = {
  readonly requestKey: string
  readonly terms: Quote.QuoteTerms
  /** The promised time, and the kitchen's work to book for it. Undefined if only the order gets a promise. */
  readonly plan: QuotePlan | undefined
}

/**
 * Writes these terms as a new quote with an id, or reuses the live quote with these terms, and holds the portions.
 * Throws a Refusal if too few portions are free, or if the quote's owner or the network address has too many open
 * quotes.
 */
async function hold(
  tx: Transaction,
  context: OrderContext,
  read: Read,
  { requestKey, terms, plan }: Held,
): Promise<{ row: QuoteRow; isEarly: boolean }> {
  const { owner } = context
  const { open } = read
  const live = open?.isLive ? open.quote : undefined
  const id = live?.id ?? read.number
  if (id === undefined) throw new Error('None of three drawn numbers was free.')
  if (!live) requireRoom(context, read)
  // These statements are sent in one round trip.
  const closing = open && !live ? closed(tx, open.quote.id).execute() : undefined
  const numbering = live ? [live] : numbered(tx, context, read, { id, requestKey, terms }).execute()
  const day = plan ? laterDayOf(plan, read) : null
  const slot = plan?.slot == null ? null : new Date(plan.slot).toISOString()
  const planning = plan && planned(tx, id, plan).execute()
  const booking =
    plan && !owner.atCounter && rebook(tx, id, plan.bookings, { atCounter: false, isOrder: false, now: read.now })
  const holding = owner.atCounter ? false : holdPortions(tx, owner, { id, items: terms.items, slot, day }, read)
  const [, [numberedRow], updated, , isEarly] = await allSent([closing, numbering, planning, booking, holding])
  const row = updated?.[0] ?? numberedRow
  if (owner.atCounter && day === null) await requirePortions(tx, terms.items)
  if (!row) throw new Error('A quote was not written.')
  return { row, isEarly }
}

/** Returns the business day of the slot if that day has not begun; null for today. */
function laterDayOf({ slot, stockDay }: QuotePlan, { stored: { document, now } }: Read): string | null {
  return slot !== null && stockDay > Hours.businessDay(now, document.dayBegins) ? stockDay : null
}

function planned(tx: Transaction, id: string, { slot, due, readyBy, startAt, stockDay }: QuotePlan) {
  const times =
    slot === null
      ? { slot: null, due: null, startAt: null, stockDay: null }
      : { slot: new Date(slot), due: new Date(due), startAt: new Date(startAt), stockDay }
  return tx
    .update(quotes)
    .set({ ...times, readyBy: new Date(readyBy) })
    .where(eq(quotes.id, id))
    .returning()
}

type HeldPortions = Pick<Quote.QuoteTerms, 'items'> & {
  readonly id: string
  readonly slot: string | null
  /** The later business day whose portions are held; null for today. */
  readonly day: string | null
}

/** Holds the portions of a customer's quote. Returns true if the hold ends before the quote does. */
async function holdPortions(
  tx: Transaction,
  owner: QuoteOwner,
  { id, items: lines, slot, day }: HeldPortions,
  { menu, since }: Read,
): Promise<boolean> {
  const needs = needsBy(lines, (itemId) => menu.items.find((item) => item.id === itemId)?.groups ?? [])
  const [, , , , , free, [quote]] = await pipelined(
    extendGuest(tx, { ...ownerValues(owner), slot }),
    ...holdStock(tx, { customerId: owner.actor.id, quoteId: id }, needs, since, day),
    findEarly(tx, { id }),
  )
  if (day === null) requireHeld(free, needs)
  return quote?.isEarly ?? false
}

const findEarly = prepared((tx: Transaction, given: Placeholders<{ id: string }>) =>
  tx.select({ isEarly: endsEarly }).from(quotes).where(eq(quotes.id, given.id)),
)

function closed(tx: Transaction, id: string) {
  return tx.update(quotes).set({ open: false }).where(eq(quotes.id, id))
}

function numbered(
  tx: Transaction,
  { owner, channel, customerId, addressKey }: OrderContext,
  { accounts }: Read,
  made: { readonly id: string; readonly requestKey: string; readonly terms: Quote.QuoteTerms },
) {
  const enteredBy = owner.atCounter ? owner.actor.id : null
  return insertQuote(tx, { ...made, customerId, channel, enteredBy, addressKey, accounts })
}

type Made = Pick<
  QuoteRow,
  'id' | 'requestKey' | 'terms' | 'customerId' | 'channel' | 'enteredBy' | 'addressKey' | 'accounts'
>

const insertQuote = prepared((tx: Transaction, given: Placeholders<Made>) =>
  tx
    .insert(quotes)
    .values({
      id: given.id,
      requestKey: given.requestKey,
      terms: given.terms,
      customerId: given.customerId,
      channel: given.channel,
      enteredBy: given.enteredBy,
      addressKey: given.addressKey,
      accounts: given.accounts,
      expiresAt: sql`now() + make_interval(secs => ${Quote.heldFor / 1000})`,
    })
    .returning(),
)

const roomOfOwner = prepared((tx: Transaction, given: Placeholders<OwnerValues>) => roomOf(tx, ownedBy(given)))

const roomOfAddress = prepared((tx: Transaction, given: Placeholders<{ addressKey: string }>) =>
  roomOf(tx, eq(quotes.addressKey, given.addressKey)),
)

/**
 * Reads the number of open quotes of a quote owner or a network address, and the seconds until the first of them
 * expires. Placed quotes do not count.
 */
function roomOf(tx: Transaction, whose: SQL) {
  return tx
    .select({
      held: sql<number>`count(*)::int`,
      secondsLeft: sql<number>`ceil(extract(epoch from min(${quotes.expiresAt}) - now()))::int`,
    })
    .from(quotes)
    .where(and(whose, quotes.open, sql`${quotes.expiresAt} > now()`))
}

/** Throws a Refusal if the quote's owner or network address has too many open quotes, which could fill the table. */
function requireRoom({ owner, addressKey }: OrderContext, { room: { own, near } }: Read): void {
  requireFewer(own, mostHeld[owner.atCounter ? 'counter' : 'customer'], 'You have')
  if (addressKey !== null) requireFewer(near, mostHeld.address, 'People on your network have')
}

function requireFewer(room: Read['room']['own'], most: number, who: string): void {
  if (!room || room.held < most) return
  const minutes = Math.ceil(room.secondsLeft / 60)
  const detail =
    `${who} gone to payment with too many different carts and not paid. ` +
    `Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, or message us on WhatsApp.`
  throw new Refusal({ code: 'too-many-tries', detail }, { retryAfter: room.secondsLeft })
}

function document(
  row: QuoteRow,
  { accounts, placed = false, expired = false }: Pick<QuoteDocument, 'accounts'> & Partial<QuoteDocument>,
): QuoteDocument {
  return {
    ...row.terms,
    id: row.id,
    narration: Quote.narration(row.id, row.terms.paymentReference),
    accounts: row.accounts ?? accounts,
    ...(row.rejection && { rejection: row.rejection }),
    ...plannedFields(row),
    ...(row.readyBy && { readyBy: row.readyBy.toISOString() }),
    expiresAt: row.expiresAt.toISOString(),
    expired,
    placed,
  }
}
