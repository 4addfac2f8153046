import { and, desc, eq, isNotNull, isNull, lt, not, notExists, type SQL, sql } from 'drizzle-orm'
import type { AccountExport } from '#contract/ratings.ts'
import type { User } from '#contract/session.ts'
import { zero } from '#domain/money/money.ts'
import { noPhone } from '#domain/order/quote.ts'
import { isOpen } from '#domain/order/statuses.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import type { Auth } from '../auth/auth.ts'
import { requireCurrentPassword } from '../auth/passwords.ts'
import { endSessions } from '../auth/sessions.ts'
import { exportConversations, forgetConversations } from '../conversations/desk-messages.ts'
import { isAnyOf } from '../db/any-of.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Transaction } from '../db/database.ts'
import {
  audit,
  charges,
  customerNotes,
  firstConfirmations,
  movements,
  orders,
  quotes,
  ratings,
  requestKeys,
  stockHolds,
  users,
} from '../db/schema.ts'
import type { Sweep } from '../db/sweep-runner.ts'
import { refuse } from '../http/problems.ts'
import { orderDocument } from '../orders/document.ts'
import type { OrderRow } from '../orders/transition.ts'
import { closeQuotes, nobodysQuote } from '../quotes/quote-owner.ts'
import { ratingsOf } from '../ratings/ratings.ts'
import { testimonialsChanged } from '../ratings/testimonials.ts'

/** The text that replaces an erased name. */
const nobody = 'Name not kept'

/** Marks columns that stay: they hold no personal data of a customer, or the books need them. */
const kept = undefined

/** The columns of `orders` without the customer's personal data and typed text. */
const withoutCustomer = {
  orderId: kept,
  customerId: null,
  status: kept,
  payment: kept,
  received: kept,
  customerName: nobody,
  customerPhone: noPhone,
  contactPhone: noPhone,
  useDifferentPhone: false,
  deliveryMethod: kept,
  deliveryAddress: sql`case when ${orders.deliveryMethod} = 'delivery' then '' end`,
  deliveryLocation: kept,
  drivingMinutes: kept,
  differentPayer: false,
  payerName: nobody,
  paymentReference: nobody,
  items: sql`(select jsonb_agg(line || '{"note": ""}' order by place)
                from jsonb_array_elements(${orders.items}) with ordinality as each (line, place))`,
  awaitingSubstitution: kept,
  substitutions: kept,
  subtotal: kept,
  deliveryFee: kept,
  taxLines: kept,
  totalAmount: kept,
  claimedAt: kept,
  refunded: kept,
  refundReference: kept,
  owed: kept,
  assignedRider: kept,
  deliveryStatus: kept,
  deliveryCode: kept,
  linkCode: null,
  codeTries: kept,
  outAt: kept,
  deliveryProblem: null,
  cashAtDoor: kept,
  foundAt: kept,
  startedAt: kept,
  readyAt: kept,
  finishedAt: kept,
  acknowledgedAt: kept,
  escalatedAt: kept,
  escalation: kept,
  cancelReason: sql`case when ${orders.cancelledBy} = 'customer' then '' else ${orders.cancelReason} end`,
  cancelledBy: kept,
  readyBy: kept,
  estimatedMinutes: kept,
  version: sql`${orders.version} + 1`,
  createdAt: kept,
  updatedAt: kept,
  channel: kept,
  enteredBy: kept,
  crowded: kept,
  quoteExpired: kept,
  rejection: kept,
  firstConfirmation: null,
  anonymisedAt: kept,
  portionsSold: kept,
  orderedBefore: kept,
  addressKey: null,
  slot: kept,
  due: kept,
  startAt: kept,
  stockDay: kept,
  waits: kept,
  slotQuestion: kept,
} satisfies Record<keyof OrderRow, unknown>

/**
 * Erases personal data and typed text from orders, and from their quotes, ratings, movements and audit entries. Dishes,
 * sums and stars stay.
 */
async function forgetCustomer(
  tx: Transaction,
  ids: readonly string[],
  more: { anonymisedAt?: SQL } = {},
): Promise<void> {
  const rated = isAnyOf(ratings.orderId, ids)
  if ((await tx.$count(ratings, and(rated, isNotNull(ratings.shownAt)))) > 0) await testimonialsChanged(tx)
  await tx.update(ratings).set({ comment: '', mayShow: false, shownAt: null }).where(rated)
  // The first person's confirmation of a large payment contains the sender's name.
  await tx.delete(firstConfirmations).where(isAnyOf(firstConfirmations.orderId, ids))
  // A trigger refuses all other updates of `movements`.
  await tx.update(movements).set({ sender: null, note: null }).where(isAnyOf(movements.orderId, ids))
  await tx
    .update(orders)
    .set({ ...withoutCustomer, ...more })
    .where(isAnyOf(orders.orderId, ids))
  await forgetConversations(tx, ids)
  await tx.update(quotes).set(nobodysQuote).where(isAnyOf(quotes.id, ids))
  await tx.delete(stockHolds).where(isAnyOf(stockHolds.quoteId, ids))
  // The owner's reason for starting an unpaid order is typed text.
  await tx
    .update(audit)
    .set({ detail: sql`${audit.detail} - 'reason'` })
    .where(
      isAnyOf(
        audit.subject,
        ids.map((id) => `order:${id}`),
      ),
    )
}

/**
 * Returns the sweep that anonymises orders this many months after their end. An order with a refund owed waits, because
 * the restaurant has to find its customer.
 */
export function sweepOrders(months: number): Sweep {
  return async (tx, most) => {
    const due = await tx
      .select({ id: orders.orderId })
      .from(orders)
      .where(
        and(
          isNull(orders.anonymisedAt),
          eq(orders.owed, zero),
          lt(orders.finishedAt, sql`now() - make_interval(months => ${months})`),
        ),
      )
      .orderBy(orders.finishedAt)
      .limit(most)
      .for('update')
    if (due.length === 0) return 0
    await forgetCustomer(
      tx,
      due.map(({ id }) => id),
      { anonymisedAt: sql`now()` },
    )
    return due.length
  }
}

/** Returns the sweep that deletes unplaced quotes this many days after their expiry, with their dependent rows. */
export function sweepQuotes(days: number): Sweep {
  return async (tx, most) => {
    const due = await tx
      .select({ id: quotes.id })
      .from(quotes)
      .where(
        and(
          not(quotes.placed),
          lt(quotes.expiresAt, sql`now() - make_interval(days => ${days})`),
          // Servers of the last release, which may still run, do not mark placed quotes.
          notExists(tx.select({ id: orders.orderId }).from(orders).where(eq(orders.orderId, quotes.id))),
        ),
      )
      .orderBy(quotes.expiresAt)
      .limit(most)
      .for('update')
    if (due.length === 0) return 0
    const ids = due.map(({ id }) => id)
    await tx.delete(stockHolds).where(isAnyOf(stockHolds.quoteId, ids))
    await tx.delete(charges).where(isAnyOf(charges.quoteId, ids))
    await tx.delete(quotes).where(isAnyOf(quotes.id, ids))
    return due.length
  }
}

/**
 * Returns all data about a customer: the profile, every order, every rating and the staff's notes. Audits the export.
 */
export async function exportAccount(database: Database, user: User, actor: Actor = user): Promise<AccountExport> {
  const { orm } = database
  const rows = await orm
    .select()
    .from(orders)
    .where(eq(orders.customerId, user.id))
    .orderBy(desc(orders.createdAt), desc(orders.orderId))
  const given = await ratingsOf(orm, user.id, rows.length)
  await database.transaction((tx) => recordAudit(tx, actor, 'account.export', `account:${user.id}`, byOf(user, actor)))
  const noted = await orm.select().from(customerNotes).where(eq(customerNotes.customerId, user.id))
  const notes = noted.map(({ note, writtenAt }) => ({ note, at: writtenAt.toISOString() }))
  return {
    at: new Date().toISOString(),
    account: user,
    orders: rows.map((row) => orderDocument('customer', row)),
    ...given,
    notes,
    ...(await exportConversations(
      orm,
      rows.map(({ orderId }) => orderId),
    )),
  }
}

export async function deleteAccount(
  { database, auth }: { database: Database; auth: Auth },
  user: User,
  password: string,
): Promise<void> {
  if (!user.guest) await requireCurrentPassword({ database, auth }, user, password, 'password')
  await eraseAccount(database, user, user)
}

/**
 * Deletes a customer's account with sessions, devices, quotes and notes. The orders stay for the books, without
 * personal data. Throws a Refusal while an order is open or a refund is owed, because the restaurant still has to reach
 * the customer.
 */
export async function eraseAccount(database: Database, user: User, actor: Actor): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('update')
    // Locks the orders, because the desk may concurrently reopen an order or record its money, and the customer may
    // rate it.
    const theirs = await tx
      .select({ id: orders.orderId, status: orders.status, owed: orders.owed })
      .from(orders)
      .where(eq(orders.customerId, user.id))
      .for('update')
    if (theirs.some(({ status, owed }) => isOpen(status) || owed > 0)) {
      throw refuse(
        'order-moved-on',
        actor.id === user.id
          ? 'An order of yours is under way, or we owe you money. Please delete your account after that.'
          : 'An order of theirs is under way, or a refund is owed. Erase the account after that.',
      )
    }
    await forgetCustomer(
      tx,
      theirs.map(({ id }) => id),
    )
    await tx.delete(stockHolds).where(eq(stockHolds.customerId, user.id))
    await closeQuotes(tx, [user.id])
    await tx.delete(requestKeys).where(eq(requestKeys.subject, `account:${user.id}`))
    await recordAudit(tx, actor, 'account.delete', `account:${user.id}`, byOf(user, actor))
    await endSessions(tx, user.id)
    await tx.delete(users).where(eq(users.id, user.id))
  })
}

/** Returns the audit detail which says that the restaurant, and not the customer, acted. */
function byOf(user: User, actor: Actor): Record<string, unknown> {
  return actor.id === user.id ? {} : { by: 'restaurant' }
}
