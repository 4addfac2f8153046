import { randomBytes, randomInt } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import * as Claims from '#domain/claims.ts'
import * as Money from '#domain/money.ts'
import type { Actor } from '#domain/order.ts'
import type { PricedLine } from '#domain/pricing.ts'
import * as Quote from '#domain/quote.ts'
import { auditRow } from '../db/audit.ts'
import { type Database, type Transaction, together, withCommit } from '../db/database.ts'
import { orders, quotes } from '../db/schema.ts'
import { refuse } from '../http/problems.ts'
import { customer, lockOwner, ownedBy, placedBy, type QuoteOwner } from '../quotes/owner.ts'
import { claimsOf } from '../stock/claims.ts'
import { claimHold } from '../stock/holds.ts'
import { claimPortions, sellPortions } from '../stock/stock.ts'
import { orderDocument, orderNews } from './document.ts'
import { kitchenNow, promiseOf } from './queries.ts'
import type { OrderRow } from './transition.ts'

/**
 * 'I've Made the Transfer': the quote becomes the order of the same id, at the quote's prices. Every other press,
 * retry or tab gets that order back, `isNew` false, also when the quote has long expired. `isExpired`: the customer knows that
 * the quote has expired and says that it was paid, and the order goes to review as that.
 */
export async function placeOrder(
  database: Database,
  user: Actor,
  quoteId: string,
  options: { readonly isExpired?: boolean } = {},
): Promise<{ order: Order; isNew: boolean }> {
  const work = (tx: Transaction) => placeHeld(tx, customer(user), quoteId, { ...options, isAll: true })
  const { row, isNew } = await database.transaction(work, { frequent: true })
  return { order: orderDocument(row), isNew }
}

/**
 * As `placeOrder`, by whoever holds the quote, in a transaction that does more. A pause does not stop it: while there is one
 * no customer gets a quote, and who has one may have sent the money. `isPaid`: a provider has the money, and so it is no claim.
 * `isAll`: nothing comes after it in the transaction. `isLate`: it is placed however long the quote has expired and whatever portions are left, because the desk decides about it.
 */
export async function placeHeld(
  tx: Transaction,
  owner: QuoteOwner,
  quoteId: string,
  { isPaid = false, isExpired = false, isLate = false, isAll = false } = {},
): Promise<{ row: OrderRow; isNew: boolean }> {
  const late = isExpired ? Quote.claimableFor : Quote.grace
  const ofAddress = sql`(select asked.address_key from quotes as asked where asked.id = ${quoteId})`
  const [, [quote], [placed], counted, kitchen] = await together(
    lockOwner(tx, owner),
    closeQuote(tx, owner, quoteId, isLate ? undefined : late),
    placedBefore(tx, owner, quoteId),
    claimsOf(tx, owner.actor.id, ofAddress),
    kitchenNow(tx),
  )
  if (placed) return { row: placed, isNew: false }
  if (quote) {
    const { terms, ...wish } = quote
    const isClaim = !(owner.atCounter || isPaid)
    const claims = (isClaim && counted.rows[0]) || { account: 0, address: 0 }
    const allowed = Claims.allow(claims)
    if (!allowed.ok) throw refuse(allowed.problem.code, `${allowed.problem.detail} ${paidAlready(quoteId)}`)
    const crowded = Claims.isCrowded(claims)
    const { readyBy, estimatedMinutes } = promiseOf(kitchen)
    const inserted = tx
      .insert(orders)
      .values({
        ...terms,
        ...wish,
        ...(terms.deliveryMethod === 'delivery' && { deliveryStatus: 'unassigned', deliveryCode: newCode() }),
        id: quoteId,
        received: Money.zero,
        readyBy,
        estimatedMinutes,
        crowded,
        ...(wish.customerId !== null && {
          orderedBefore: sql`exists (select from orders before where before.customer_id = ${wish.customerId})`,
        }),
        // Staff who entered it need no bell, nor do those who look for the transfers of a crowd.
        ...((owner.atCounter || crowded) && { acknowledgedAt: sql`now()` }),
        ...(owner.atCounter && { linkCode: Quote.orderId(randomBytes(32)) }),
      })
      .returning()
    // A counter's quote holds nothing.
    const [[row], { rows: held }] = await together(inserted, claimHold(tx, quoteId))
    if (!row) throw new Error('An order was not written.')
    if (owner.atCounter) await sellAtCounter(tx, row)
    else if (held.length === 0)
      await claimPortions(
        tx,
        { customerId: owner.actor.id, quoteId, lines: terms.lines },
        row.quoteExpired || isLate ? undefined : paidAlready(quoteId),
      )
    const { total, channel } = row
    const entry = auditRow(tx, owner.actor, 'order.place', `order:${row.id}`, { total, channel })
    const rest = [...orderNews(tx, 'order.placed', row), entry]
    await (isAll ? withCommit(tx, ...rest) : together(...rest))
    return { row, isNew: true }
  }
  throw await whyNot(tx, owner, quoteId)
}

/** What staff enter is no unpaid claim of a stranger: its portions are sold at once. */
async function sellAtCounter(tx: Transaction, { id, lines }: { id: string; lines: readonly PricedLine[] }) {
  await tx
    .update(orders)
    .set({ portionsSold: await sellPortions(tx, lines) })
    .where(eq(orders.id, id))
}

/**
 * A quote that can be placed `late` milliseconds after it expired, or at any time. The update locks it: presses of the same
 * moment go one by one.
 */
function closeQuote(tx: Transaction, owner: QuoteOwner, id: string, late: number | undefined) {
  const isInTime =
    late === undefined ? undefined : sql`${quotes.expiresAt} > now() - make_interval(secs => ${late / 1000})`
  return tx
    .update(quotes)
    .set({ open: false, placed: true })
    .where(and(eq(quotes.id, id), ownedBy(owner), isInTime))
    .returning({
      terms: quotes.terms,
      customerId: quotes.customerId,
      channel: quotes.channel,
      enteredBy: quotes.enteredBy,
      rejection: quotes.rejection,
      quoteExpired: sql<boolean>`${quotes.expiresAt} <= now() - make_interval(secs => ${Quote.grace / 1000})`,
    })
}

/** Reads the order of the quote where an earlier press has placed it. */
function placedBefore(tx: Transaction, owner: QuoteOwner, id: string) {
  return tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), placedBy(owner)))
}

async function whyNot(tx: Transaction, owner: QuoteOwner, id: string) {
  const [quote] = await tx
    .select({ id: quotes.id })
    .from(quotes)
    .where(and(eq(quotes.id, id), ownedBy(owner)))
  if (owner.atCounter) {
    return quote
      ? refuse('quote-expired', 'These prices were held for an hour. Please price the order again.')
      : refuse('not-found', 'There is no such quote of yours. Please price the order again.')
  }
  if (!quote) return refuse('not-found', 'There is no such quote. Please go to payment again from your cart.')
  return refuse(
    'quote-expired',
    'This quote has expired. Please go back to your cart and to payment again, for the prices of now. ' +
      paidAlready(id),
  )
}

function paidAlready(id: string): string {
  return `If you have sent the money already, do not send it twice: message us with your receipt and ${Quote.orderCode(id)}.`
}

/** Four figures to say at the door. */
function newCode(): string {
  return String(randomInt(10_000)).padStart(4, '0')
}
