import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { can } from '#domain/order/decide.ts'
import * as Payment from '#domain/order/payment.ts'
import { isPaymentOf } from '../books/movements.ts'
import { recordAudit } from '../db/audit.ts'
import type { Database, Transaction } from '../db/database.ts'
import { charges, movements, orders, quotes } from '../db/schema.ts'
import { savepoint } from '../db/transaction.ts'
import { Refusal, refuse } from '../http/problems.ts'
import { ringAgain } from '../orders/alarms.ts'
import { placeHeld } from '../orders/place.ts'
import { claimActionKey, transition } from '../orders/transition.ts'
import { describeError, type Log } from '../process/log.ts'
import { customer } from '../quotes/quote-owner.ts'
import { quoteChanged, quoteOf } from './charges.ts'
import { recordTransfer } from './confirm.ts'
import type { Outcome, Provider, Rejected } from './provider.ts'

/**
 * Processes a provider's notice. Its changes are committed before the response, because the provider repeats a notice
 * until the response is a success. Each notice is recorded once, however often and in whichever sequence notices
 * arrive. Throws a Refusal if the notice is not signed or cannot be verified yet.
 */
export async function receiveNotice(
  database: Database,
  provider: Provider,
  log: Log,
  body: string,
  headers: Headers,
): Promise<void> {
  const notice = provider.noticed(body, headers)
  if (!notice) return
  const [charge] = await database.orm
    .select({ quoteId: charges.quoteId, reference: charges.reference })
    .from(charges)
    .where(
      notice.type === 'paid' ? eq(charges.reference, notice.reference) : eq(charges.quoteId, quoteOf(notice.email)),
    )
  if (!charge) return log('payment.unknown-charge', { provider: provider.name, notice: notice.type })
  const key = createHash('sha256').update(body).digest('base64url')
  if (notice.type === 'rejected') return recordRejection(database, charge.quoteId, notice, key)

  const session = Payment.sessionKey(`${provider.name} ${charge.reference}`)
  if ((await database.orm.$count(movements, isPaymentOf([session]))) > 0) return
  // The provider is asked before any transaction is open, because the answer may take seconds.
  const outcome = await provider.verify(charge.reference)
  if (outcome?.type === 'rejected') return recordRejection(database, charge.quoteId, outcome, key)
  if (!outcome || outcome.amount === 0) {
    log('payment.not-verified', { order: charge.quoteId, provider: provider.name })
    // The notice may be early. The provider repeats it after this refusal, and the repeated notice is checked again.
    throw refuse('unavailable', 'This payment is not confirmed yet.')
  }
  try {
    await recordPaid(database, provider, charge.quoteId, outcome, session)
  } catch (error) {
    // Another request has recorded the same notice.
    if (error instanceof Refusal && error.problem.code === 'transfer-already-used') return
    log('payment.not-recorded', { order: charge.quoteId, provider: provider.name, ...describeError(error) })
    throw error
  }
}

/** Records money from a provider. If the customer paid without pressing 'I've Made the Transfer', places the order. */
async function recordPaid(
  database: Database,
  provider: Provider,
  quoteId: string,
  { amount, sender }: Extract<Outcome, { type: 'paid' }>,
  session: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const placedLate = await placePaid(tx, quoteId)
    await transition(tx, 'confirm-extra', quoteId, undefined, {
      change: async ({ order }, tx) => {
        const change = await recordTransfer(tx, order, {
          accountId: provider.name,
          amount,
          sender,
          session,
          provider: provider.name,
        })
        const isLate = placedLate || Payment.isLate(order)
        return {
          ...change,
          set: {
            ...change.set,
            ...(isLate && { payment: 'late' }),
            // A crowded order did not ring when it was placed, so it rings now.
            ...(order.crowded && { crowded: false, ...ringAgain(order) }),
          },
        }
      },
    })
  })
}

/** Places the order of a quote whose customer has not pressed the button. Returns true if the payment was late. */
async function placePaid(tx: Transaction, quoteId: string): Promise<boolean> {
  const [quote] = await tx
    .select({ customerId: quotes.customerId, orderId: orders.orderId })
    .from(quotes)
    .leftJoin(orders, eq(orders.orderId, quotes.id))
    .where(eq(quotes.id, quoteId))
  // Only a customer's quote has an account of the provider.
  if (!quote?.customerId || quote.orderId !== null) return false
  const owner = customer({ id: quote.customerId, role: 'customer' })
  await quoteChanged(tx, quoteId)
  try {
    await savepoint(tx, () => placeHeld(tx, owner, quoteId, { isPaid: true }))
    return false
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // The money has been received, so the desk decides about the order.
    await placeHeld(tx, owner, quoteId, { isPaid: true, isLate: true })
    return true
  }
}

/**
 * Records that the provider sent a transfer back: in an unpaid order, or in the quote if there is no order yet. For an
 * order in any other state, only the audit log gets an entry.
 */
async function recordRejection(
  database: Database,
  quoteId: string,
  { amount, reason }: Rejected,
  key: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    // Placing locks the quote too, so no order is placed for this quote until the end of this transaction.
    const [quote] = await tx.select({ id: quotes.id }).from(quotes).where(eq(quotes.id, quoteId)).for('no key update')
    if (!quote) return
    const [order] = await tx.select().from(orders).where(eq(orders.orderId, quoteId)).for('update')
    const rejection = { amount, reason, at: new Date().toISOString() }
    if (order && can('reject-transfer', order, undefined)) {
      await transition(tx, 'reject-transfer', quoteId, undefined, {
        queued: { key },
        change: () => ({ set: { payment: 'rejected', rejection }, detail: { amount, reason } }),
      })
      return
    }
    if (!(await claimActionKey(tx, 'reject-transfer', quoteId, { key }))) return
    if (!order) {
      await tx.update(quotes).set({ rejection }).where(eq(quotes.id, quoteId))
      await quoteChanged(tx, quoteId)
    }
    await recordAudit(tx, undefined, 'order.reject-transfer', `order:${quoteId}`, { amount, reason })
  })
}
