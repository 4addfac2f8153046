import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { PricedLine } from '#domain/menu/pricing.ts'
import * as Stock from '#domain/order/stock.ts'
import type { Transaction } from '../db/database.ts'
import { type Placeholders, prepared } from '../db/prepared.ts'
import { type orders, stockHolds } from '../db/schema.ts'
import {
  type CustomerQuote,
  expireClaim,
  freePortions,
  heldSince,
  insertHolds,
  lockFree,
  moveHolds,
  releaseHold,
  seconds,
  shortage,
  shortageOf,
  tooFew,
} from './holds.ts'
import { countedLock, giveBack, lockCounted, type Needs, needsOf, type PortionsSold, take } from './portions.ts'

/**
 * Returns the statements that hold the portions of a quote and release those of the customer's earlier quote, to run in
 * the quote's transaction. A dish that the customer has held before without paying is held only for the rest of that
 * hold's time. `requireHeld` checks the last result: too few portions, or more than one account's share.
 */
export function holdStock(
  tx: Transaction,
  quote: Omit<CustomerQuote, 'items'>,
  needs: Needs,
  since: ReadonlyMap<string, Date>,
  day: string | null,
) {
  return [
    releaseHold(tx, { customerId: quote.customerId }),
    clearWay(tx, { customerId: quote.customerId, ids: [...needs.keys()] }),
    // Holds are inserted before the counted dishes are read, because the foreign key's lock makes a change of the stock
    // count wait.
    insertHolds(tx, quote, needs, since, { day }),
    countedLock(tx, needs),
    freePortions(tx, [...needs.keys()], quote),
  ] as const
}

/**
 * Deletes the customer's released holds (0 portions): those of these dishes, and those too old to shorten a new hold.
 */
const clearWay = prepared((tx: Transaction, given: Placeholders<{ customerId: string; ids: string[] }>) => {
  const isForgotten = lt(stockHolds.heldSince, sql`now() - ${seconds(Stock.holdsAgainAfter)}`)
  const isOfThese = and(isNull(stockHolds.claimedAt), sql`${stockHolds.itemId} = any (${given.ids}::text[])`)
  return tx
    .delete(stockHolds)
    .where(and(eq(stockHolds.customerId, given.customerId), eq(stockHolds.portions, 0), or(isForgotten, isOfThese)))
})

/** Throws a Refusal if the last result of `holdStock` shows too few portions. */
export function requireHeld(dishes: Awaited<ReturnType<typeof freePortions>>, needs: Needs): void {
  const short = shortageOf(dishes, needs, true)
  if (short) throw tooFew(short, undefined)
}

/** Throws a Refusal if too few portions are free for an order of these lines. */
export async function requirePortions(tx: Transaction, lines: readonly PricedLine[]): Promise<void> {
  await lockFree(tx, await needsOf(tx, lines))
}

/**
 * Holds portions for the order of a quote whose hold has ended (`claimHold`), in the order's transaction. Takes free
 * portions and, if they do not suffice, the portions held by a newer quote of the same customer. If both are too few,
 * throws a Refusal with the sentence `advice`. Without `advice`, the order is placed without a hold, because the
 * customer may have paid, and takes what is left when it is paid.
 */
export async function claimPortions(
  tx: Transaction,
  quote: CustomerQuote,
  advice: string | undefined,
  day: string | null,
): Promise<void> {
  const needs = await needsOf(tx, quote.items)
  const since = await heldSince(tx, quote.customerId)
  await tx.delete(stockHolds).where(eq(stockHolds.quoteId, quote.quoteId))
  await insertHolds(tx, quote, needs, since, { isClaim: true, day })
  if (day !== null) return
  const counted = await lockCounted(tx, needs)
  if (!(await shortage(tx, counted, needs, quote))) return
  await releaseHold(tx, { customerId: quote.customerId })
  const short = await shortage(tx, counted, needs, quote)
  if (short && advice !== undefined) throw tooFew(short, advice)
  if (short) await expireClaim(tx, quote.quoteId)
}

/**
 * Sells free portions for these lines, in the order's transaction, and returns the portions deducted from the stock
 * counts. Throws a Refusal if too few portions are free.
 */
export async function sellPortions(tx: Transaction, lines: readonly PricedLine[]): Promise<PortionsSold> {
  const needs = await needsOf(tx, lines)
  return take(tx, await lockFree(tx, needs), needs)
}

type OrderRow = typeof orders.$inferSelect

/**
 * Moves an order's portions with a change of the order, in its transaction. Returns the portions that are deducted from
 * the stock counts afterwards. A hold becomes a sale with the payment, or when the kitchen starts without a payment. A
 * hold of a later day becomes a sale when the order is passed to the kitchen. Portions return when a pending order is
 * cancelled, and when a line is replaced or removed. Throws a Refusal if a substitution needs more portions than are
 * free.
 */
export async function moveStock(
  tx: Transaction,
  before: OrderRow,
  after: Pick<OrderRow, 'status' | 'payment' | 'items' | 'waits' | 'stockDay'>,
): Promise<PortionsSold> {
  if (after.status === 'cancelled') return before.status === 'pending' ? returnAll(tx, before) : before.portionsSold
  const sold = after.items === before.items ? before.portionsSold : await changePortions(tx, before, after.items)
  const isPaid = !Stock.isSold(before) && Stock.isSold(after)
  if (!isPaid && !(before.waits && Stock.isSold(after))) return sold
  if (after.waits && (await laterDay(tx, after.stockDay)) !== null) {
    if (isPaid) await moveHolds(tx, before.orderId, { day: after.stockDay, paidUntil: before.startAt })
    return sold
  }
  return { ...sold, ...(await sellClaim(tx, before)) }
}

/** Returns `day` if this business day has not begun yet; otherwise null. */
export async function laterDay(tx: Transaction, day: string | null): Promise<string | null> {
  if (day === null) return null
  const { rows } = await tx.execute<{ later: boolean }>(sql`select ${day}::date > business_day() as later`)
  return rows[0]?.later ? day : null
}

/**
 * Moves the portions of a waiting order to another business day, and returns the portions that stay deducted from the
 * stock counts. Throws a Refusal if today's portions do not suffice.
 */
export async function moveStockDay(
  tx: Transaction,
  order: OrderRow,
  to: { readonly stockDay: string; readonly startAt: Date },
): Promise<PortionsSold> {
  const { orderId: id, customerId, enteredBy } = order
  const [from, day] = [await laterDay(tx, order.stockDay), await laterDay(tx, to.stockDay)]
  const paidUntil = Stock.isSold(order) || enteredBy !== null ? to.startAt : null
  if (from !== null && day === null) await lockFree(tx, await needsOf(tx, order.items))
  if (from !== null || day === null) {
    await moveHolds(tx, id, { day, paidUntil: day === null ? null : paidUntil })
    return order.portionsSold
  }
  // Today's portions return to the menu, and portions of the other day are held.
  const owner = customerId ?? enteredBy
  await giveBack(tx, new Map(Object.entries(order.portionsSold)))
  await tx.delete(stockHolds).where(eq(stockHolds.quoteId, id))
  if (owner !== null) {
    const terms = { day, ...(paidUntil ? { claimedAt: paidUntil } : { isClaim: true }) }
    await insertHolds(tx, { customerId: owner, quoteId: id }, await needsOf(tx, order.items), new Map(), terms)
  }
  return {}
}

/** Holds the portions of a later day for a counter order, until the kitchen starts. */
export async function holdAtCounter(
  tx: Transaction,
  order: Pick<OrderRow, 'orderId' | 'items' | 'startAt'>,
  enteredBy: string,
  day: string,
): Promise<void> {
  const quote = { customerId: enteredBy, quoteId: order.orderId }
  await insertHolds(tx, quote, await needsOf(tx, order.items), new Map(), { day, claimedAt: order.startAt })
}

async function returnAll(tx: Transaction, { orderId: id, portionsSold }: OrderRow): Promise<PortionsSold> {
  await tx.update(stockHolds).set({ portions: 0 }).where(eq(stockHolds.quoteId, id))
  await giveBack(tx, new Map(Object.entries(portionsSold)))
  return {}
}

/** Sells the portions that an unpaid order holds, whatever the current count. Does nothing if they were sold before. */
async function sellClaim(tx: Transaction, { orderId: id, customerId }: OrderRow): Promise<PortionsSold> {
  const held = await tx.delete(stockHolds).where(eq(stockHolds.quoteId, id)).returning()
  if (held.length === 0) return {}
  const needs = new Map(held.map(({ itemId, portions }) => [itemId, portions]))
  // Deletes the account's released holds of these dishes, so that its next quote of them, after this payment, holds
  // them for the full time.
  await tx
    .delete(stockHolds)
    .where(
      and(
        eq(stockHolds.customerId, customerId ?? ''),
        eq(stockHolds.portions, 0),
        inArray(stockHolds.itemId, [...needs.keys()]),
      ),
    )
  return take(tx, await lockCounted(tx, needs), needs)
}

/**
 * Holds or sells the additional portions of changed lines, and releases or returns portions that are no longer needed.
 */
async function changePortions(tx: Transaction, before: OrderRow, lines: OrderRow['items']): Promise<PortionsSold> {
  const { orderId: id, customerId, portionsSold } = before
  const needed = await needsOf(tx, before.items)
  const needs = await needsOf(tx, lines)
  const more = new Map([...needs].flatMap(([dish, count]) => added(dish, count - (needed.get(dish) ?? 0))))
  const fewer = [...needed].flatMap(([dish, count]) => added(dish, count - (needs.get(dish) ?? 0)))
  const held = await tx
    .select({ heldSince: stockHolds.heldSince, claimedAt: stockHolds.claimedAt, day: stockHolds.day })
    .from(stockHolds)
    .where(eq(stockHolds.quoteId, id))
    .limit(1)
  const counted = await lockCounted(tx, new Map([...needs, ...fewer]))
  const short = await shortage(
    tx,
    counted.filter((dish) => more.has(dish)),
    more,
  )
  const [claim] = held
  if (short && (await laterDay(tx, claim?.day ?? null)) === null) throw tooFew(short, undefined)
  if (claim && customerId) {
    for (const [itemId] of [...more, ...fewer]) {
      const portions = needs.get(itemId) ?? 0
      await tx
        .insert(stockHolds)
        .values({ customerId, quoteId: id, itemId, portions, ...claim })
        .onConflictDoUpdate({ target: [stockHolds.quoteId, stockHolds.itemId], set: { portions } })
    }
    return portionsSold
  }
  // Only deducted portions can return. They may be fewer than the order's portions, if the kitchen had counted too few.
  const back = Object.entries(portionsSold).flatMap(([dish, count]) => added(dish, count - (needs.get(dish) ?? 0)))
  const soldOut = before.items.filter(({ soldOutAt }) => soldOutAt !== undefined).map(({ itemId }) => itemId)
  await giveBack(tx, new Map(back), soldOut)
  const after = new Map(Object.entries(portionsSold))
  for (const [dish, count] of back) after.set(dish, (after.get(dish) ?? 0) - count)
  for (const [dish, count] of Object.entries(await take(tx, counted, more))) {
    after.set(dish, (after.get(dish) ?? 0) + count)
  }
  return Object.fromEntries([...after].filter(([, count]) => count > 0))
}

const added = (dish: string, count: number): [string, number][] => (count > 0 ? [[dish, count]] : [])
