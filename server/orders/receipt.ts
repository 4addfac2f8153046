import { and, eq } from 'drizzle-orm'
import type { Receipt } from '#contract/order/orders.ts'
import { accountOf } from '#domain/books/movement.ts'
import { naira } from '#domain/money/money.ts'
import * as BankAccounts from '#domain/restaurant/bank-accounts.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import type { Reader } from '#server/db/database.ts'
import { charges, orders } from '#server/db/schema.ts'
import { readSettings } from '#server/db/settings.ts'
import { orderDocument } from './document.ts'
import { movementsOf, noSuchOrder } from './queries.ts'

/** What the customer paid, for what, and what went back. For nobody else, the restaurant's people included. */
export async function receiptOf(orm: Reader, id: string, user: Pick<Actor, 'id'>): Promise<Receipt> {
  const [row] = await orm
    .select()
    .from(orders)
    .where(and(eq(orders.id, id), eq(orders.customerId, user.id)))
  if (!row) throw noSuchOrder()
  const moved = await movementsOf(orm, id)
  const undone = moved.flatMap(({ kind, reference }) => (kind === 'undone' ? reference : []))
  const came = moved.filter(({ kind, reference }) => kind === 'received' && !undone.includes(reference))
  const back = moved.filter(({ kind }) => kind === 'refund')
  // A provider's account is that of one order.
  const lent = await orm.select({ account: charges.account }).from(charges).where(eq(charges.quoteId, id))
  const accounts = [...BankAccounts.known(await readSettings(orm)), ...lent.map(({ account }) => account)]
  return {
    order: orderDocument('customer', row),
    payments: came.map(({ amount, place, at }) => ({
      amount: naira(amount),
      account: accounts.find((account) => account.id === accountOf(place)) ?? null,
      at: at.toISOString(),
    })),
    refunds: back.map(({ amount, reference, at }) => ({ amount: naira(-amount), reference, at: at.toISOString() })),
  }
}
