import { and, eq } from 'drizzle-orm'
import type { Receipt } from '#contract/order/orders.ts'
import { accountOf } from '#domain/books/movement.ts'
import { naira } from '#domain/money/money.ts'
import * as BankAccounts from '#domain/restaurant/bank-accounts.ts'
import type { Database } from '../db/database.ts'
import { charges, orders } from '../db/schema.ts'
import { readSettings } from '../db/stored-settings.ts'
import { oneSnapshot } from '../db/transaction.ts'
import type { Call } from '../http/route.ts'
import { orderDocument } from './document.ts'
import { movementsOf, noSuchOrder } from './order-queries.ts'

/**
 * Returns the customer's receipt: the order, its payments and refunds. Only this customer may read it; staff may not.
 */
export function receiptOf(
  database: Database,
  { user, params: { id } }: Call<'GET /api/orders/:id/receipt'>,
): Promise<Receipt> {
  return database.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(orders)
      .where(and(eq(orders.orderId, id), eq(orders.customerId, user.id)))
    if (!row) throw noSuchOrder()
    const moved = await movementsOf(tx, id)
    const undone = moved.flatMap(({ kind, reference }) => (kind === 'undone' ? reference : []))
    const came = moved.filter(({ kind, reference }) => kind === 'received' && !undone.includes(reference))
    const back = moved.filter(({ kind }) => kind === 'refund')
    // An account that a payment provider opened belongs to one order, so the settings do not contain it.
    const lent = await tx.select({ account: charges.account }).from(charges).where(eq(charges.quoteId, id))
    const accounts = [...BankAccounts.known(await readSettings(tx)), ...lent.map(({ account }) => account)]
    return {
      order: orderDocument('customer', row),
      payments: came.map(({ amount, place, at }) => ({
        amount: naira(amount),
        account: accounts.find((account) => account.id === accountOf(place)) ?? null,
        at: at.toISOString(),
      })),
      refunds: back.map(({ amount, reference, at }) => ({ amount: naira(-amount), reference, at: at.toISOString() })),
    }
  }, oneSnapshot)
}
