import { and, eq, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { PricedLine } from '#domain/pricing.ts'
import * as Quote from '#domain/quote.ts'
import * as Stock from '#domain/stock.ts'
import type { Transaction } from '../db/database.ts'
import { items, stockHolds } from '../db/schema.ts'
import { type Refusal, refuse } from '../http/problems.ts'
import { lockCounted, type Needs } from './portions.ts'

/** A customer's own quote. Quotes at the counter hold no stock: nobody pays before the order is placed. */
export type CustomerQuote = {
  readonly customerId: string
  readonly quoteId: string
  readonly lines: readonly PricedLine[]
}

/** Milliseconds. A request to place the quote at the last moment may still be under way. */
const requestTime = 30_000

/** SQL: an interval. */
export const seconds = (milliseconds: number) => sql`make_interval(secs => ${milliseconds / 1000})`

/**
 * Whether a hold is valid: that of a quote for as long as the quote can be placed, counted from the customer's first quote with
 * the dish, and that of an unpaid order until the claim expires.
 */
const isValid = sql`case when stock_holds.claimed_at is null
  then stock_holds.held_since > now() - ${seconds(Quote.heldFor + Quote.grace + requestTime)}
  else stock_holds.claimed_at > now() - ${seconds(Stock.claimHeldFor)} end`

/** SQL: how many portions of a row of `items` are on hold by quotes and unpaid orders, except those that match `own`. */
export function portionsOnHold(own?: SQL): SQL<number> {
  return sql<number>`(
    select coalesce(sum(stock_holds.portions), 0)::int from stock_holds
    where stock_holds.item_id = items.id and ${isValid}${own && sql` and not (${own})`})`
}

const ofQuote = (quoteId: string) => and(eq(stockHolds.quoteId, quoteId), sql`stock_holds.portions > 0`)

/** Whether a quote still has its stock hold: a newer quote of the same customer replaces it. */
export async function hasStockHold(tx: Transaction, quoteId: string): Promise<boolean> {
  return (await tx.$count(stockHolds, ofQuote(quoteId))) > 0
}

/** Whether a hold of a counted dish ends before its quote: the account had held the dish before, without paying. */
export async function endsEarly(tx: Transaction, { id, createdAt }: { id: string; createdAt: Date }): Promise<boolean> {
  const early = await tx
    .select({ id: items.id })
    .from(stockHolds)
    .innerJoin(items, eq(items.id, stockHolds.itemId))
    .where(
      and(ofQuote(id), isNotNull(items.portionsLeft), lt(stockHolds.heldSince, new Date(createdAt.getTime() - 1000))),
    )
    .limit(1)
  return early.length > 0
}

/** Makes the valid hold of a quote that of its order; false where it has none. */
export async function claimHold(tx: Transaction, quoteId: string): Promise<boolean> {
  const held = await tx
    .select({ isValid: sql<boolean>`${isValid}` })
    .from(stockHolds)
    .where(ofQuote(quoteId))
    .for('update')
  if (held.length === 0 || held.some(({ isValid }) => !isValid)) return false
  await tx.update(stockHolds).set({ claimedAt: sql`now()` }).where(ofQuote(quoteId))
  return true
}

/** Since when the account has held each dish without paying for it. */
export async function heldSince(tx: Transaction, customerId: string): Promise<ReadonlyMap<string, Date>> {
  const rows = await tx
    .select({ id: stockHolds.itemId, since: sql`min(${stockHolds.heldSince})`.mapWith(stockHolds.heldSince) })
    .from(stockHolds)
    .where(
      and(
        eq(stockHolds.customerId, customerId),
        sql`${stockHolds.heldSince} > now() - ${seconds(Stock.holdsAgainAfter)}`,
      ),
    )
    .groupBy(stockHolds.itemId)
  return new Map(rows.map(({ id, since }) => [id, since]))
}

export async function insertHolds(
  tx: Transaction,
  { customerId, quoteId }: CustomerQuote,
  needs: Needs,
  since: ReadonlyMap<string, Date>,
  claimedAt: SQL | null = null,
): Promise<void> {
  await tx.insert(stockHolds).values(
    [...needs].map(([itemId, portions]) => ({
      customerId,
      quoteId,
      itemId,
      portions,
      heldSince: since.get(itemId) ?? sql`now()`,
      claimedAt,
    })),
  )
}

/** Releases what the customer's newest quote holds. */
export async function releaseHold(tx: Transaction, customerId: string): Promise<void> {
  await tx
    .update(stockHolds)
    .set({ portions: 0 })
    .where(and(eq(stockHolds.customerId, customerId), isNull(stockHolds.claimedAt)))
}

/** As `lockCounted`. Throws a Refusal where too few portions are free; holds of the quote `own` count as free. */
export async function lockFree(
  tx: Transaction,
  needs: Needs,
  { own }: { readonly own?: CustomerQuote } = {},
): Promise<string[]> {
  const counted = await lockCounted(tx, needs)
  const short = await shortage(tx, counted, needs, own)
  if (short) throw tooFew(short, undefined)
  return counted
}

type Shortage = { readonly name: string; readonly left: number; readonly held: number; readonly most: number }

/**
 * The first dish with too few portions, or with too many for one account. A statement of its own after the locks, so that it
 * sees holds made while waiting.
 */
export async function shortage(
  tx: Transaction,
  counted: readonly string[],
  needs: Needs,
  own?: CustomerQuote,
): Promise<Shortage | undefined> {
  if (counted.length === 0) return undefined
  const dishes = await tx
    .select({
      id: items.id,
      name: items.name,
      left: sql<number>`${items.portionsLeft}`,
      held: portionsOnHold(own && eq(stockHolds.quoteId, own.quoteId)),
      heldByOthers: portionsOnHold(own && eq(stockHolds.customerId, own.customerId)),
    })
    .from(items)
    .where(inArray(items.id, counted))
    .orderBy(items.id)
  for (const { id, heldByOthers, ...dish } of dishes) {
    const need = needs.get(id) ?? 0
    const free = dish.left - dish.held
    // What the account holds beside this quote counts as well.
    const most = own ? Stock.mostHeld(dish.left - heldByOthers) - (dish.held - heldByOthers) : free
    if (need > free || need > most) return { ...dish, most }
  }
  return undefined
}

export function tooFew({ name, left, held, most }: Shortage, advice: string | undefined): Refusal {
  const [what, usualAdvice] = sentencesOf(name, left, Math.max(0, left - held), Math.max(0, most))
  return refuse('item-unavailable', `${what} ${advice ?? usualAdvice}`)
}

function sentencesOf(name: string, left: number, free: number, most: number): readonly [what: string, advice: string] {
  const some = free === 1 ? `Only 1 portion of ${name} is` : `Only ${free} portions of ${name} are`
  const last = left === 1 ? `The last portion of ${name} is` : `The last ${left} portions of ${name} are`
  if (left === 0) return [`${name} has just sold out.`, 'Please take another dish.']
  if (free === 0) {
    return [`${last} being paid for just now.`, 'Please try again in a few minutes, or take another dish.']
  }
  if (most < free) {
    const share = most === 0 ? 'no more' : most === 1 ? '1 portion' : `${most} portions`
    return [
      `Before a payment we can set aside ${share} of ${name} for you.`,
      'For more, please message us on WhatsApp.',
    ]
  }
  return free === left
    ? [`${some} left.`, 'Please take fewer, or another dish.']
    : [`${some} free: somebody is paying for the rest just now.`, 'Please take fewer, or try again in a few minutes.']
}
