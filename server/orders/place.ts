import { randomBytes, randomInt } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Order, SlotQuestion } from '#contract/order/orders.ts'
import type { PricedLine } from '#domain/menu/pricing.ts'
import * as Money from '#domain/money/money.ts'
import * as Quote from '#domain/order/quote.ts'
import * as UnpaidLimits from '#domain/order/unpaid-limits.ts'
import { minute } from '#domain/restaurant/lagos.ts'
import { keepSlot, planOrder, slotOf } from '../capacity/plan-order.ts'
import { auditRow } from '../db/audit.ts'
import type { Database, Transaction } from '../db/database.ts'
import { type Placeholders, prepared } from '../db/prepared.ts'
import { orders, quotes } from '../db/schema.ts'
import { pipelined } from '../db/transaction.ts'
import { type Refusal, refuse } from '../http/problems.ts'
import { type Call, created, type Reply } from '../http/route.ts'
import { type KitchenNow, kitchenNow } from '../kitchen-load/promise.ts'
import {
  customer,
  lockOwner,
  type OwnerValues,
  ownedBy,
  ownerValues,
  placedBy,
  type QuoteOwner,
} from '../quotes/quote-owner.ts'
import { unpaidOrdersBeside } from '../quotes/unpaid-orders.ts'
import { claimHold } from '../stock/holds.ts'
import { claimPortions, holdAtCounter, laterDay, sellPortions } from '../stock/stock.ts'
import { orderDocument, orderEvents } from './document.ts'
import type { OrderRow } from './transition.ts'

/**
 * Turns a quote into an order with the same id and prices ('I've Made the Transfer'). Every repeat returns that order
 * with status 200, even long after the quote's expiry. With `expired`, the customer knows that the quote has expired
 * and claims that the money was sent; staff then review the order.
 */
export async function placeOrder(
  database: Database,
  { user, body: { quoteId, expired } }: Pick<Call<'POST /api/orders'>, 'user' | 'body'>,
): Promise<Reply<Order, 200 | 201>> {
  const work = (tx: Transaction) => placeHeld(tx, customer(user), quoteId, { isExpired: expired ?? false })
  const { row, isNew } = await database.transaction(work)
  return created(orderDocument('customer', row), isNew)
}

/**
 * Like `placeOrder`, within the caller's transaction. A pause does not prevent placing, because the owner of a quote
 * may have sent the money. With `isPaid`, a provider has received the money, so the order begins without a payment
 * claim. With `isLate`, the quote is placed despite expiry and missing portions, because the desk decides about the
 * order.
 */
export async function placeHeld(
  tx: Transaction,
  owner: QuoteOwner,
  quoteId: string,
  { isPaid = false, isExpired = false, isLate = false } = {},
): Promise<{ row: OrderRow; isNew: boolean }> {
  const late = isExpired ? Quote.claimableFor : Quote.grace
  const asking = { ...ownerValues(owner), quoteId }
  const [, [quote], [placed], [counted], kitchen] = await pipelined(
    lockOwner(tx, asking),
    closeQuote(tx, { ...asking, late: isLate ? null : late / 1000 }),
    placedBefore(tx, asking),
    unpaidOrdersBeside(tx, { customerId: asking.ownerId, quoteId }),
    kitchenNow(tx),
  )
  if (placed) {
    const [row] = await tx.select().from(orders).where(eq(orders.orderId, quoteId))
    if (row) return { row, isNew: false }
  }
  if (quote) {
    const { terms, planned, ...context } = quote
    const isDelivery = terms.deliveryMethod === 'delivery'
    const isClaim = !(owner.atCounter || isPaid)
    const unpaid = (isClaim && counted) || UnpaidLimits.none
    const allowed = UnpaidLimits.allow(unpaid)
    if (!allowed.ok) throw refuse(allowed.problem.code, `${allowed.problem.detail} ${paidAlready(quoteId)}`)
    const crowded = UnpaidLimits.isCrowded(unpaid)
    const mustPlace = isPaid || isLate || context.quoteExpired
    const ordered = { lines: terms.items, atCounter: owner.atCounter }
    const slot = slotOf(planned)
    const refusal = slot && (await keepSlot(tx, quoteId, slot, ordered))
    if (refusal && !mustPlace) throw owner.atCounter ? refusal : advised(refusal, quoteId)
    const { readyBy, estimatedMinutes } = slot
      ? { readyBy: slot.readyBy, estimatedMinutes: minutesBetween(slot.startAt, slot.readyBy) }
      : await planOrder(tx, quoteId, kitchen, { ...ordered, planned: planned.readyBy })
    const day = await laterDay(tx, planned.stockDay)
    const inserted = insertOrder(tx, {
      ...terms,
      ...context,
      taxLines: terms.taxLines ?? [],
      drivingMinutes: terms.drivingMinutes ?? null,
      deliveryStatus: isDelivery ? 'unassigned' : null,
      deliveryCode: isDelivery ? newCode() : null,
      orderId: quoteId,
      readyBy,
      estimatedMinutes,
      crowded,
      slotQuestion: refusal ? lateQuestion(kitchen) : null,
      // An order that staff entered does not ring, and neither does a crowded order.
      isAcknowledged: owner.atCounter || crowded,
      linkCode: owner.atCounter ? Quote.orderId(randomBytes(32)) : null,
    })
    // `held` has the dishes whose hold the order takes over. It is empty for a counter quote, which holds no stock.
    const [[row], { rows: held }] = await pipelined(inserted, claimHold(tx, quoteId))
    if (!row) throw new Error('An order was not written.')
    if (owner.atCounter && day !== null) await holdAtCounter(tx, row, owner.actor.id, day)
    else if (owner.atCounter) await sellAtCounter(tx, row)
    else if (held.length === 0)
      await claimPortions(
        tx,
        { customerId: owner.actor.id, quoteId, items: terms.items },
        row.quoteExpired || isLate ? undefined : paidAlready(quoteId),
        day,
      )
    const { totalAmount: total, channel } = row
    const entry = auditRow(tx, owner.actor, 'order.place', `order:${row.orderId}`, { total, channel })
    await pipelined(...orderEvents(tx, 'order.placed', row), entry)
    return { row, isNew: true }
  }
  throw await placementFailure(tx, owner, quoteId)
}

type Placed = Pick<
  OrderRow,
  | 'orderId'
  | 'customerId'
  | 'channel'
  | 'enteredBy'
  | 'rejection'
  | 'quoteExpired'
  | 'deliveryStatus'
  | 'deliveryCode'
  | 'readyBy'
  | 'estimatedMinutes'
  | 'crowded'
  | 'linkCode'
> &
  Required<Omit<Quote.QuoteTerms, 'drivingMinutes'>> &
  Pick<OrderRow, 'drivingMinutes'> & { isAcknowledged: boolean; slotQuestion: string | null }

/** Inserts an order. A field of `Placed` that is missing here fails to compile, because of `satisfies`. */
const insertOrder = prepared((tx: Transaction, given: Placeholders<Placed>) =>
  tx
    .insert(orders)
    .values({
      orderId: given.orderId,
      customerId: given.customerId,
      channel: given.channel,
      enteredBy: given.enteredBy,
      customerName: given.customerName,
      customerPhone: given.customerPhone,
      contactPhone: given.contactPhone,
      useDifferentPhone: given.useDifferentPhone,
      deliveryMethod: given.deliveryMethod,
      deliveryAddress: given.deliveryAddress,
      deliveryLocation: given.deliveryLocation,
      drivingMinutes: given.drivingMinutes,
      deliveryStatus: given.deliveryStatus,
      deliveryCode: given.deliveryCode,
      differentPayer: given.differentPayer,
      payerName: given.payerName,
      paymentReference: given.paymentReference,
      items: given.items,
      subtotal: given.subtotal,
      deliveryFee: given.deliveryFee,
      taxLines: given.taxLines,
      totalAmount: given.totalAmount,
      received: Money.zero,
      readyBy: given.readyBy,
      estimatedMinutes: given.estimatedMinutes,
      crowded: given.crowded,
      quoteExpired: given.quoteExpired,
      rejection: sql`${given.rejection}::jsonb`,
      linkCode: given.linkCode,
      slotQuestion: sql`${given.slotQuestion}::jsonb`,
      acknowledgedAt: sql`case when ${given.isAcknowledged}::boolean then now() end`,
      orderedBefore: sql`case when ${given.customerId}::text is not null then
        exists (select from orders before where before.customer_id = ${given.customerId}) end`,
    } satisfies Record<
      Exclude<keyof Placed, 'isAcknowledged'> | 'received' | 'acknowledgedAt' | 'orderedBefore',
      unknown
    >)
    .returning(),
)

/** Marks the portions of a counter order as sold immediately, because staff entered the order. */
async function sellAtCounter(tx: Transaction, { orderId, items }: { orderId: string; items: readonly PricedLine[] }) {
  await tx
    .update(orders)
    .set({ portionsSold: await sellPortions(tx, items) })
    .where(eq(orders.orderId, orderId))
}

type Asking = OwnerValues & { quoteId: string }

/**
 * Marks a quote as placed unless it expired more than `late` seconds ago; with `late` null, marks any quote. The update
 * locks the quote, so concurrent requests run one after the other.
 */
const closeQuote = prepared((tx: Transaction, given: Placeholders<Asking & { late: number | null }>) =>
  tx
    .update(quotes)
    .set({ open: false, placed: true })
    .where(
      and(
        eq(quotes.id, given.quoteId),
        ownedBy(given),
        sql`${quotes.expiresAt} > coalesce(now() - make_interval(secs => ${given.late}), '-infinity')`,
      ),
    )
    .returning({
      terms: quotes.terms,
      customerId: quotes.customerId,
      channel: quotes.channel,
      enteredBy: quotes.enteredBy,
      rejection: quotes.rejection,
      planned: {
        slot: quotes.slot,
        due: quotes.due,
        readyBy: quotes.readyBy,
        startAt: quotes.startAt,
        stockDay: quotes.stockDay,
      },
      quoteExpired: sql<boolean>`${quotes.expiresAt} <= now() - make_interval(secs => ${Quote.grace / 1000})`,
    }),
)

/**
 * Returns the id of the order that an earlier request has placed for the quote. Reads only the id, because only a
 * repeated request needs the whole row, which has many columns.
 */
const placedBefore = prepared((tx: Transaction, given: Placeholders<Asking>) =>
  tx
    .select({ id: orders.orderId })
    .from(orders)
    .where(and(eq(orders.orderId, given.quoteId), placedBy(given))),
)

async function placementFailure(tx: Transaction, owner: QuoteOwner, id: string) {
  const [quote] = await tx
    .select({ id: quotes.id })
    .from(quotes)
    .where(and(eq(quotes.id, id), ownedBy(ownerValues(owner))))
  if (owner.atCounter) {
    return quote
      ? refuse('quote-expired', 'These prices were held for an hour. Please price the order again.')
      : refuse('not-found', 'There is no such quote of yours. Please price the order again.')
  }
  if (!quote) return refuse('not-found', 'There is no such quote. Please go to payment again from your cart.')
  return refuse(
    'quote-expired',
    'This quote has expired. Please go back to your cart and to payment again to get today’s prices. ' +
      paidAlready(id),
  )
}

/** Returns the refusal of a slot that is no longer available, with advice for a customer who may have paid. */
function advised({ problem: { code, detail, field } }: Refusal, id: string): Refusal {
  return refuse(code, `${detail} ${paidAlready(id)}`, field)
}

/** Returns the question to a customer who has paid, but whose slot is no longer available. */
function lateQuestion([kitchen]: readonly KitchenNow[]): string {
  return JSON.stringify({ reason: 'late', since: kitchen?.now.toISOString() ?? '' } satisfies SlotQuestion)
}

function minutesBetween(from: Date, to: Date): number {
  return Math.round((to.getTime() - from.getTime()) / minute)
}

function paidAlready(id: string): string {
  return `If you have sent the money already, do not send it twice: message us with your receipt and ${Quote.orderCode(id)}.`
}

function newCode(): string {
  return String(randomInt(10_000)).padStart(4, '0')
}
