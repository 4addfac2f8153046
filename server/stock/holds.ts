import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { PricedLine } from '#domain/menu/pricing.ts'
import * as Quote from '#domain/order/quote.ts'
import * as Stock from '#domain/order/stock.ts'
import type { Transaction } from '../db/database.ts'
import { type Placeholders, prepared, preparedRows } from '../db/prepared.ts'
import { items, stockHolds } from '../db/schema.ts'
import { type Refusal, refuse } from '../http/problems.ts'
import { lockCounted, type Needs } from './portions.ts'

/** A customer's own quote. A counter quote holds no stock, because its customer pays only after the order is placed. */
export type CustomerQuote = {
  readonly customerId: string
  readonly quoteId: string
  readonly items: readonly PricedLine[]
}

/** A hold lasts this much longer than its quote, for a request that places the quote at the last moment. */
const requestMs = 30_000

export const seconds = (milliseconds: number) => sql`make_interval(secs => ${milliseconds / 1000})`

export const quoteHoldMs = Quote.heldFor + Quote.grace + requestMs

/**
 * SQL that is true for a valid hold. A quote's hold is valid for as long as a quote can be placed, counted from the
 * customer's first quote with the dish. An unpaid order's hold is valid until the claim expires. The first condition
 * has the longer of these two times, because the index of holds has its expression.
 */
const isValid = sql`(coalesce(stock_holds.claimed_at, stock_holds.held_since) > now() - ${seconds(Math.max(quoteHoldMs, Stock.claimHeldFor))}
  and case when stock_holds.claimed_at is null
    then stock_holds.held_since > now() - ${seconds(quoteHoldMs)}
    else stock_holds.claimed_at > now() - ${seconds(Stock.claimHeldFor)} end)`

/** SQL that is true for a hold of the portions that the menu counts now. */
const isOfToday = sql`(stock_holds.day is null or stock_holds.day <= business_day())`

/**
 * Returns SQL for the portions of a row of `items` that quotes and unsold orders hold, among the holds that match
 * `which`.
 */
export function portionsOnHold(which?: SQL): SQL<number> {
  return sql<number>`(
    select coalesce(sum(stock_holds.portions), 0)::int from stock_holds
    where stock_holds.item_id = items.id and stock_holds.portions > 0 and ${isValid} and ${isOfToday}${which && sql` and ${which}`})`
}

/** SQL that is true if a row of `quotes` still has its stock hold. A newer quote of the same customer ends the hold. */
export const hasStockHold = sql<boolean>`exists (
  select from stock_holds where stock_holds.quote_id = quotes.id and stock_holds.portions > 0)`

/**
 * SQL that is true if a hold of a counted dish ends before its quote, a row of `quotes`. That is so if the account had
 * held the dish before, without paying.
 */
export const endsEarly = sql<boolean>`exists (
  select from stock_holds join items on items.id = stock_holds.item_id
   where stock_holds.quote_id = quotes.id and stock_holds.portions > 0 and items.portions_left is not null
     and stock_holds.held_since < quotes.created_at - interval '1 second')`

/** Moves the valid hold of a quote to its order. Returns a row for each dish, and no row if there is no valid hold. */
export function claimHold(tx: Transaction, quoteId: string) {
  return tx.execute(sql`
    with held as materialized (
      select item_id, ${isValid} as valid from stock_holds where quote_id = ${quoteId} and portions > 0 for update)
    update stock_holds set claimed_at = now() from held
     where quote_id = ${quoteId} and stock_holds.item_id = held.item_id and not exists (select from held where not valid)
    returning stock_holds.item_id`)
}

/**
 * Moves the holds of an order to a business day; null means today. `paidUntil` is the time at which the kitchen starts
 * a paid order or a counter order, which holds its portions until then.
 */
export async function moveHolds(
  tx: Transaction,
  quoteId: string,
  { day, paidUntil }: { readonly day: string | null; readonly paidUntil: Date | null },
): Promise<void> {
  await tx
    .update(stockHolds)
    .set({ day, ...(paidUntil && { claimedAt: paidUntil }) })
    .where(eq(stockHolds.quoteId, quoteId))
}

/** Ends the hold of an order that was claimed too late. The order waits for its payment without a hold. */
export async function expireClaim(tx: Transaction, quoteId: string): Promise<void> {
  const claimedAt = sql`now() - ${seconds(Stock.claimHeldFor)}`
  await tx.update(stockHolds).set({ claimedAt }).where(eq(stockHolds.quoteId, quoteId))
}

/** Returns the time since which the account has held each dish without paying for it. */
export async function heldSince(tx: Transaction, customerId: string): Promise<ReadonlyMap<string, Date>> {
  return sinceOf(await heldSinceRows(tx, { customerId }))
}

export function sinceOf(rows: Awaited<ReturnType<typeof heldSinceRows>>): ReadonlyMap<string, Date> {
  return new Map(rows.map(({ id, since }) => [id, since]))
}

export const heldSinceRows = prepared((tx: Transaction, given: Placeholders<{ customerId: string }>) =>
  tx
    .select({ id: stockHolds.itemId, since: sql`min(${stockHolds.heldSince})`.mapWith(stockHolds.heldSince) })
    .from(stockHolds)
    .where(
      and(
        eq(stockHolds.customerId, given.customerId),
        sql`${stockHolds.heldSince} > now() - ${seconds(Stock.holdsAgainAfter)}`,
      ),
    )
    .groupBy(stockHolds.itemId),
)

export function insertHolds(
  tx: Transaction,
  { customerId, quoteId }: Omit<CustomerQuote, 'items'>,
  needs: Needs,
  since: ReadonlyMap<string, Date>,
  { isClaim = false, day = null, claimedAt = null }: HoldTerms = {},
) {
  return insertHoldRows(
    tx,
    [...needs].map(([itemId, portions]) => ({
      customerId,
      quoteId,
      itemId,
      portions,
      heldSince: since.get(itemId)?.toISOString() ?? null,
      isClaim,
      day,
      claimedAt: claimedAt?.toISOString() ?? null,
    })),
  )
}

type HoldTerms = {
  readonly isClaim?: boolean
  /** The later business day whose portions are held; null for today. */
  readonly day?: string | null
  /** The time at which the claim begins, possibly in the future. Without this time, a claim begins now. */
  readonly claimedAt?: Date | null
}

type Hold = Pick<typeof stockHolds.$inferInsert, 'customerId' | 'quoteId' | 'itemId' | 'portions'> & {
  heldSince: string | null
  isClaim: boolean
  day: string | null
  claimedAt: string | null
}

const insertHoldRows = preparedRows((tx: Transaction, rows: readonly Placeholders<Hold>[]) =>
  tx.insert(stockHolds).values(
    rows.map(({ customerId, quoteId, itemId, portions, heldSince, isClaim, day, claimedAt }) => ({
      customerId,
      quoteId,
      itemId,
      portions,
      heldSince: sql`coalesce(${heldSince}::timestamptz, now())`,
      claimedAt: sql`case when ${isClaim}::boolean then now() else ${claimedAt}::timestamptz end`,
      day: sql`${day}::date`,
    })),
  ),
)

export const releaseHold = prepared((tx: Transaction, given: Placeholders<{ customerId: string }>) =>
  tx
    .update(stockHolds)
    .set({ portions: 0 })
    .where(and(eq(stockHolds.customerId, given.customerId), isNull(stockHolds.claimedAt))),
)

/** Like `lockCounted`, but throws a Refusal if too few portions are free. */
export async function lockFree(tx: Transaction, needs: Needs): Promise<string[]> {
  const counted = await lockCounted(tx, needs)
  const short = await shortage(tx, counted, needs)
  if (short) throw tooFew(short, undefined)
  return counted
}

type Shortage = {
  readonly name: string
  readonly left: number
  readonly held: number
  /**
   * The most portions that the quote may hold: what is left of the account's share or, if that is less, of its network
   * address's share.
   */
  readonly most: number
  readonly isNear: boolean
}

/**
 * Returns the first dish that has too few free portions, or of which one account or one network address would hold too
 * many. Call it after the dishes are locked, so that it sees holds that were made while waiting for the locks.
 */
export async function shortage(
  tx: Transaction,
  counted: readonly string[],
  needs: Needs,
  own?: CustomerQuote,
): Promise<Shortage | undefined> {
  return counted.length === 0 ? undefined : shortageOf(await freePortions(tx, counted, own), needs, own !== undefined)
}

export function freePortions(tx: Transaction, ids: readonly string[], own?: Omit<CustomerQuote, 'items'>) {
  return freeRows(tx, { ids, quoteId: own?.quoteId ?? null, customerId: own?.customerId ?? null })
}

type Free = { ids: readonly string[]; quoteId: string | null; customerId: string | null }

const freeRows = prepared((tx: Transaction, given: Placeholders<Free>) =>
  tx
    .select({
      id: items.id,
      name: items.name,
      left: sql<number>`${items.portionsLeft}`,
      held: portionsOnHold(sql`${stockHolds.quoteId} is distinct from ${given.quoteId}`),
      heldByOthers: portionsOnHold(sql`${stockHolds.customerId} is distinct from ${given.customerId}`),
      heldNear: portionsOnHold(sql`${stockHolds.quoteId} <> ${given.quoteId}
        and (select near.address_key from quotes as near where near.id = ${stockHolds.quoteId})
          = (select own.address_key from quotes as own where own.id = ${given.quoteId})`),
    })
    .from(items)
    .where(and(sql`${items.id} = any (${given.ids}::text[])`, isNotNull(items.portionsLeft)))
    .orderBy(items.id),
)

export function shortageOf(
  dishes: Awaited<ReturnType<typeof freePortions>>,
  needs: Needs,
  isOwn: boolean,
): Shortage | undefined {
  for (const { id, heldByOthers, heldNear, ...dish } of dishes) {
    const need = needs.get(id) ?? 0
    const free = dish.left - dish.held
    // Other holds of the account and of the network address count as well. Without a network address, the account's
    // limit is the smaller one.
    const ofAccount = isOwn ? Stock.mostHeld(dish.left - heldByOthers) - (dish.held - heldByOthers) : free
    const ofAddress = isOwn ? Stock.mostHeldNear(free + heldNear) - heldNear : free
    const most = Math.min(ofAccount, ofAddress)
    if (need > free || need > most) return { ...dish, most, isNear: ofAddress < ofAccount }
  }
  return undefined
}

export function tooFew(short: Shortage, advice: string | undefined): Refusal {
  const [what, usualAdvice] = sentencesOf(short)
  return refuse('item-unavailable', `${what} ${advice ?? usualAdvice}`)
}

function sentencesOf({ name, left, held, most, isNear }: Shortage): readonly [what: string, advice: string] {
  const free = Math.max(0, left - held)
  const some = free === 1 ? `Only 1 portion of ${name} is` : `Only ${free} portions of ${name} are`
  const last = left === 1 ? `The last portion of ${name} is` : `The last ${left} portions of ${name} are`
  if (left === 0) return [`${name} has just sold out.`, 'Please take another dish.']
  if (free === 0) {
    return [`${last} being paid for just now.`, 'Please try again in a few minutes, or take another dish.']
  }
  if (most < free) {
    const share = most <= 0 ? 'no more' : most === 1 ? '1 portion' : `${most} portions`
    return isNear
      ? [
          `People on your network are paying for ${name}: before a payment we can set aside ${share} for you.`,
          'Please try again in a few minutes, or message us on WhatsApp.',
        ]
      : [`Before a payment we can set aside ${share} of ${name} for you.`, 'For more, please message us on WhatsApp.']
  }
  return free === left
    ? [`${some} left.`, 'Please take fewer, or another dish.']
    : [`${some} free: somebody is paying for the rest just now.`, 'Please take fewer, or try again in a few minutes.']
}
