import { randomInt } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import * as Money from '#domain/money.ts'
import type { Actor } from '#domain/order.ts'
import * as Quote from '#domain/quote.ts'
import { recordDeed } from '../db/audit.ts'
import type { Database, Transaction } from '../db/database.ts'
import { orders, quotes } from '../db/schema.ts'
import { requireOpen } from '../floor/floor.ts'
import { refuse } from '../http/problems.ts'
import { takePortions } from '../menu/change.ts'
import { announce, orderDocument } from './document.ts'
import { kitchenPromise } from './queries.ts'

/**
 * 'I've Made the Transfer': the quote becomes the order of the same id, at the quote's prices. Every other press,
 * retry or tab gets that order back, `isNew` false, also when the quote has long expired.
 */
export async function placeOrder(
  database: Database,
  user: Actor,
  quoteId: string,
): Promise<{ order: Order; isNew: boolean }> {
  return database.transaction(async (tx) => {
    const offer = await closeQuote(tx, user, quoteId)
    if (offer) {
      const { readyBy } = await kitchenPromise(tx)
      const [row] = await tx
        .insert(orders)
        .values({
          ...offer,
          ...(offer.deliveryMethod === 'delivery' && { trip: 'none', deliveryCode: newCode() }),
          id: quoteId,
          customerId: user.id,
          received: Money.zero,
          readyBy,
        })
        .onConflictDoNothing()
        .returning()
      if (row) {
        await requireOpen(tx, paidAlready(quoteId))
        await takePortions(tx, offer.lines, paidAlready(quoteId))
        const order = orderDocument(row)
        await announce(tx, 'order.placed', order)
        await recordDeed(tx, user, 'order.place', `order:${order.id}`, { total: order.total })
        return { order, isNew: true }
      }
    }
    const placed = await placedBefore(tx, user, quoteId)
    if (placed) return { order: placed, isNew: false }
    throw await whyNot(tx, user, quoteId)
  })
}

/** The offer of a quote that can be placed now. The update locks the quote: presses of the same moment go one by one. */
async function closeQuote(tx: Transaction, user: Actor, id: string): Promise<Quote.Offer | undefined> {
  const [quote] = await tx
    .update(quotes)
    .set({ open: false })
    .where(
      and(
        eq(quotes.id, id),
        eq(quotes.customerId, user.id),
        sql`${quotes.expiresAt} > now() - make_interval(secs => ${Quote.grace / 1000})`,
      ),
    )
    .returning({ offer: quotes.offer })
  return quote?.offer
}

async function placedBefore(tx: Transaction, user: Actor, id: string): Promise<Order | undefined> {
  const [row] = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.customerId, user.id)))
  return row && orderDocument(row)
}

async function whyNot(tx: Transaction, user: Actor, id: string) {
  const [quote] = await tx
    .select({ id: quotes.id })
    .from(quotes)
    .where(and(eq(quotes.id, id), eq(quotes.customerId, user.id)))
  if (!quote) return refuse('not-found', 'There is no such offer. Please go to payment again from your cart.')
  return refuse(
    'quote-expired',
    'This offer has expired. Please go back to your cart and to payment again, for the prices of now. ' +
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
