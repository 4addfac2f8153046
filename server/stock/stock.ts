import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import * as Menu from '#domain/menu.ts'
import type { PricedLine } from '#domain/pricing.ts'
import * as Quote from '#domain/quote.ts'
import type { Transaction } from '../db/database.ts'
import { items, stockHolds } from '../db/schema.ts'
import { type Refusal, refuse } from '../http/problems.ts'
import { publishItem } from './change-item.ts'

/** A customer's own quote. Quotes at the counter hold no stock: nobody pays before the order is placed. */
type CustomerQuote = { readonly customerId: string; readonly quoteId: string; readonly lines: readonly PricedLine[] }

/** Milliseconds. A request to place the quote at the last moment may still be under way. */
const requestTime = 30_000

/**
 * SQL: how many portions of a row of `items` are on hold by valid quotes, except the quote `own`. A hold ends with the time
 * in which its quote can be placed.
 */
export function portionsOnHold(own = ''): SQL<number> {
  return sql<number>`(
    select coalesce(sum(stock_holds.portions), 0)::int
    from stock_holds join quotes on quotes.id = stock_holds.quote_id
    where stock_holds.item_id = items.id and quotes.id <> ${own}
      and quotes.open and quotes.expires_at > now() - make_interval(secs => ${(Quote.grace + requestTime) / 1000}))`
}

/** Whether a quote still has its stock hold: a newer quote of the same customer replaces it. */
export async function hasStockHold(tx: Transaction, quoteId: string): Promise<boolean> {
  return (await tx.$count(stockHolds, eq(stockHolds.quoteId, quoteId))) > 0
}

/**
 * Holds the portions that a quote needs, in the quote's transaction, and releases the customer's earlier hold. Throws a
 * Refusal where too few portions of a dish are left or free.
 */
export async function holdStock(tx: Transaction, { customerId, quoteId, lines }: CustomerQuote): Promise<void> {
  await releaseHold(tx, customerId)
  const needs = await needsOf(tx, lines)
  // Inserted before the counted dishes are read: the foreign key's lock makes a change of the stock count wait.
  await tx
    .insert(stockHolds)
    .values([...needs].map(([itemId, portions]) => ({ customerId, quoteId, itemId, portions })))
  await lockFree(tx, needs, { own: quoteId })
}

/** Throws a Refusal if too few portions are free for an order of these lines. */
export async function requirePortions(tx: Transaction, lines: readonly PricedLine[]): Promise<void> {
  await lockFree(tx, await needsOf(tx, lines))
}

/**
 * Takes the portions that a quote holds, in the order's transaction, whatever the stock count is by now: the customer may
 * have paid. A quote without a hold takes free portions, and if they do not suffice, those on hold by a newer quote of the
 * same customer. Throws a Refusal with the sentence `advice` if that is too little as well.
 */
export async function takeHeldPortions(
  tx: Transaction,
  { customerId, quoteId, lines }: CustomerQuote,
  advice: string,
): Promise<void> {
  const own = await tx
    .delete(stockHolds)
    .where(and(eq(stockHolds.customerId, customerId), eq(stockHolds.quoteId, quoteId)))
    .returning({ id: stockHolds.itemId, portions: stockHolds.portions })
  if (own.length > 0) {
    const needs = new Map(own.map(({ id, portions }) => [id, portions]))
    return take(tx, await lockCounted(tx, needs), needs)
  }
  const needs = await needsOf(tx, lines)
  const counted = await lockCounted(tx, needs)
  if (await shortage(tx, counted, needs)) {
    await releaseHold(tx, customerId)
    const short = await shortage(tx, counted, needs)
    if (short) throw tooFew(short, advice)
  }
  await take(tx, counted, needs)
}

/**
 * Takes free portions for these lines, in the order's transaction. Throws a Refusal where too few are free, with the
 * sentence `advice` in place of the usual one.
 */
export async function takePortions(tx: Transaction, lines: readonly PricedLine[], advice?: string): Promise<void> {
  const needs = await needsOf(tx, lines)
  await take(tx, await lockFree(tx, needs, { advice }), needs)
}

type Needs = ReadonlyMap<string, number>

async function releaseHold(tx: Transaction, customerId: string): Promise<void> {
  await tx.delete(stockHolds).where(eq(stockHolds.customerId, customerId))
}

/** Portions by dish, free sides included. */
async function needsOf(tx: Transaction, lines: readonly PricedLine[]): Promise<Needs> {
  const dishes = await tx
    .select({ id: items.id, document: items.document })
    .from(items)
    .where(inArray(items.id, [...new Set(lines.map(({ itemId }) => itemId))]))
  const needs = new Map<string, number>()
  for (const line of lines) {
    const groups = dishes.find(({ id }) => id === line.itemId)?.document.groups ?? []
    for (const [id, count] of Menu.portions({ groups }, line)) needs.set(id, (needs.get(id) ?? 0) + count)
  }
  return needs
}

/** Locks the dishes with a stock count and returns their ids. Always in the same order, so that orders cannot deadlock. */
async function lockCounted(tx: Transaction, needs: Needs): Promise<string[]> {
  const rows = await tx
    .select({ id: items.id })
    .from(items)
    .where(and(inArray(items.id, [...needs.keys()]), isNotNull(items.portionsLeft)))
    .orderBy(items.id)
    .for('no key update')
  return rows.map(({ id }) => id)
}

/** As `lockCounted`. Throws a Refusal where too few portions are free; holds of the quote `own` count as free. */
async function lockFree(
  tx: Transaction,
  needs: Needs,
  { own, advice }: { readonly own?: string; readonly advice?: string | undefined } = {},
): Promise<string[]> {
  const counted = await lockCounted(tx, needs)
  const short = await shortage(tx, counted, needs, own)
  if (short) throw tooFew(short, advice)
  return counted
}

type Shortage = { readonly name: string; readonly left: number; readonly held: number }

/** The first dish with too few portions. A statement of its own after the locks, so that it sees holds made while waiting. */
async function shortage(
  tx: Transaction,
  counted: readonly string[],
  needs: Needs,
  own?: string,
): Promise<Shortage | undefined> {
  if (counted.length === 0) return undefined
  const dishes = await tx
    .select({ id: items.id, name: items.name, left: sql<number>`${items.portionsLeft}`, held: portionsOnHold(own) })
    .from(items)
    .where(inArray(items.id, counted))
    .orderBy(items.id)
  return dishes.find(({ id, left, held }) => left - held < (needs.get(id) ?? 0))
}

function tooFew({ name, left, held }: Shortage, advice: string | undefined): Refusal {
  const [what, usualAdvice] = sentencesOf(name, left, Math.max(0, left - held))
  return refuse('item-unavailable', `${what} ${advice ?? usualAdvice}`)
}

function sentencesOf(name: string, left: number, free: number): readonly [what: string, advice: string] {
  const some = free === 1 ? `Only 1 portion of ${name} is` : `Only ${free} portions of ${name} are`
  const last = left === 1 ? `The last portion of ${name} is` : `The last ${left} portions of ${name} are`
  if (left === 0) return [`${name} has just sold out.`, 'Please take another dish.']
  if (free === 0) {
    return [`${last} being paid for just now.`, 'Please try again in a few minutes, or take another dish.']
  }
  return free === left
    ? [`${some} left.`, 'Please take fewer, or another dish.']
    : [`${some} free: somebody is paying for the rest just now.`, 'Please take fewer, or try again in a few minutes.']
}

/** A dish whose last portion is taken is sold out. The count stops at 0 where the kitchen counted fewer than were on hold. */
async function take(tx: Transaction, counted: readonly string[], needs: Needs): Promise<void> {
  for (const id of counted) {
    const need = needs.get(id) ?? 0
    const [row] = await tx
      .update(items)
      .set({
        portionsLeft: sql`greatest(${items.portionsLeft} - ${need}, 0)`,
        available: sql`${items.available} and ${items.portionsLeft} > ${need}`,
        version: sql`${items.version} + case when ${items.available} and ${items.portionsLeft} <= ${need} then 1 else 0 end`,
      })
      .where(and(eq(items.id, id), sql`${items.portionsLeft} > 0`))
      .returning()
    if (row?.portionsLeft === 0) await publishItem(tx, row)
  }
}
