import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import * as Menu from '#domain/menu.ts'
import type { PricedLine } from '#domain/pricing.ts'
import * as Quote from '#domain/quote.ts'
import type { Transaction } from '../db/database.ts'
import { items, stockHolds } from '../db/schema.ts'
import { type Refusal, refuse } from '../http/problems.ts'
import { tell } from './change-item.ts'

/** An offer of a customer's own. At the counter nobody sends money before the order is placed, so nothing is held there. */
type Held = { readonly customerId: string; readonly quoteId: string; readonly lines: readonly PricedLine[] }

/** Milliseconds for a press of the last moment, which may be under way while others ask. */
const lastPress = 30_000

/**
 * How many portions of a row of `items` living offers hold, but for one's `own`. A hold lives as long as its offer can be
 * placed, so it ends by itself.
 */
export function held(own = ''): SQL<number> {
  return sql<number>`(
    select coalesce(sum(stock_holds.portions), 0)::int
    from stock_holds join quotes on quotes.id = stock_holds.quote_id
    where stock_holds.item_id = items.id and quotes.id <> ${own}
      and quotes.open and quotes.expires_at > now() - make_interval(secs => ${(Quote.grace + lastPress) / 1000}))`
}

/** Whether an offer still holds what it needs: a newer one of its customer may have taken its place. */
export async function holdsPortions(tx: Transaction, quoteId: string): Promise<boolean> {
  return (await tx.$count(stockHolds, eq(stockHolds.quoteId, quoteId))) > 0
}

/**
 * Keeps what an offer needs for its customer, in the offer's transaction; what an earlier one of theirs held is free again.
 * Throws a Refusal where others hold too much of a dish, or too little of it is left.
 */
export async function holdPortions(tx: Transaction, { customerId, quoteId, lines }: Held): Promise<void> {
  await letGo(tx, customerId)
  const needs = await needsOf(tx, lines)
  // Before the look at what is counted: who begins to count waits for what refers to the dish.
  await tx
    .insert(stockHolds)
    .values([...needs].map(([itemId, portions]) => ({ customerId, quoteId, itemId, portions })))
  await lockFree(tx, needs, { own: quoteId })
}

/** Throws a Refusal where an offer of these lines could not be placed now. */
export async function requirePortions(tx: Transaction, lines: readonly PricedLine[]): Promise<void> {
  await lockFree(tx, await needsOf(tx, lines))
}

/**
 * Takes what an offer holds, in the order's transaction, whatever the kitchen has counted since: its customer may have sent
 * the money. An offer that holds nothing any more takes what is free, and where that is not enough, what a newer one of
 * theirs holds. Throws a Refusal where that is too little as well; `wayOut` is what the customer can do then.
 */
export async function takeHeld(tx: Transaction, { customerId, quoteId, lines }: Held, wayOut: string): Promise<void> {
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
    await letGo(tx, customerId)
    const short = await shortage(tx, counted, needs)
    if (short) throw tooFew(short, wayOut)
  }
  await take(tx, counted, needs)
}

/**
 * Takes what these lines need of what nobody holds, in the order's transaction. Of many at once those get it who are first.
 * Throws a Refusal where there is not enough; `wayOut` instead of what can be done about it.
 */
export async function takePortions(tx: Transaction, lines: readonly PricedLine[], wayOut?: string): Promise<void> {
  const needs = await needsOf(tx, lines)
  await take(tx, await lockFree(tx, needs, { wayOut }), needs)
}

type Needs = ReadonlyMap<string, number>

async function letGo(tx: Transaction, customerId: string): Promise<void> {
  await tx.delete(stockHolds).where(eq(stockHolds.customerId, customerId))
}

/** Portions by dish: free sides count like those that are paid for. */
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

/** Those of them that are counted, always in the same order: two orders never wait for each other. */
async function lockCounted(tx: Transaction, needs: Needs): Promise<string[]> {
  const rows = await tx
    .select({ id: items.id })
    .from(items)
    .where(and(inArray(items.id, [...needs.keys()]), isNotNull(items.portionsLeft)))
    .orderBy(items.id)
    .for('no key update')
  return rows.map(({ id }) => id)
}

/** As `lockCounted`. Throws a Refusal where others, all but `own`, hold too much of them. */
async function lockFree(
  tx: Transaction,
  needs: Needs,
  { own, wayOut }: { readonly own?: string; readonly wayOut?: string | undefined } = {},
): Promise<string[]> {
  const counted = await lockCounted(tx, needs)
  const short = await shortage(tx, counted, needs, own)
  if (short) throw tooFew(short, wayOut)
  return counted
}

type Shortage = { readonly name: string; readonly left: number; readonly held: number }

/** The first dish of which there is not enough. A statement after the locks: it sees what was held while they were waited for. */
async function shortage(
  tx: Transaction,
  counted: readonly string[],
  needs: Needs,
  own?: string,
): Promise<Shortage | undefined> {
  if (counted.length === 0) return undefined
  const dishes = await tx
    .select({ id: items.id, name: items.name, left: sql<number>`${items.portionsLeft}`, held: held(own) })
    .from(items)
    .where(inArray(items.id, counted))
    .orderBy(items.id)
  return dishes.find(({ id, left, held }) => left - held < (needs.get(id) ?? 0))
}

function tooFew({ name, left, held }: Shortage, wayOut: string | undefined): Refusal {
  const [what, advice] = whatIsLeft(name, left, Math.max(0, left - held))
  return refuse('item-unavailable', `${what} ${wayOut ?? advice}`)
}

function whatIsLeft(name: string, left: number, free: number): readonly [what: string, advice: string] {
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

/** The last portion takes its dish off. Where fewer were counted than were held, none are left: who cooks sees what is missing. */
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
    if (row?.portionsLeft === 0) await tell(tx, row)
  }
}
