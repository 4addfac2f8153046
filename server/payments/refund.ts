import { and, eq } from 'drizzle-orm'
import type { TillOrder } from '#contract/order/orders.ts'
import { type Place, placeOf } from '#domain/books/movement.ts'
import * as OrderSums from '#domain/books/order-sums.ts'
import * as Money from '#domain/money/money.ts'
import * as Payment from '#domain/order/payment.ts'
import { orderCode } from '#domain/order/quote.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import { lastAccount, recordMovements } from '../books/movements.ts'
import type { Database, Transaction } from '../db/database.ts'
import { movements } from '../db/schema.ts'
import { readSettings } from '../db/stored-settings.ts'
import { orRefuse, refuse } from '../http/problems.ts'
import type { Call } from '../http/route.ts'
import { orderDocument } from '../orders/document.ts'
import { type Change, type OrderRow, transition } from '../orders/transition.ts'

/**
 * Records a refund of everything owed. The customer reads the bank's reference as typed. For cash, the audit log names
 * the cashier.
 */
export async function recordRefund(
  database: Database,
  { user, params, body: refund }: Call<'POST /api/orders/:id/refund'>,
): Promise<TillOrder> {
  const reference = refund.method === 'transfer' ? refund.reference : null
  const missing = "Enter our bank's reference of the refund."
  const key = reference === null ? null : orRefuse(Payment.sessionOf(reference, missing, 'reference'))
  const row = await database.transaction((tx) =>
    transition(tx, 'refund', params.id, user, {
      change: async ({ order }, tx): Promise<Change> => {
        requireOwed(order, refund.amount)
        const refundId = await insertRefund(tx, order, key, user)
        const { refunded, payment } = OrderSums.afterRefund(order, order.owed)
        return {
          set: {
            payment,
            ...(reference !== null && { refundReference: reference }),
          },
          detail: { refund: refundId, method: refund.method, amount: refund.amount, refunded },
        }
      },
    }),
  )
  return orderDocument('till', row)
}

/**
 * Refuses an amount that differs from the refund owed. `amount` is the displayed sum in naira, so the later of two
 * concurrent refunds is refused.
 */
function requireOwed({ owed }: OrderRow, amount: number): void {
  if (owed === 0) throw refuse('order-moved-on', 'Nothing is owed for this order: it has been paid back.')
  if (owed !== amount) {
    const detail = `${Money.format(owed)} is owed for this order, not ${Money.format(Money.naira(amount))}.`
    throw refuse('order-moved-on', detail, 'amount')
  }
}

async function insertRefund(
  tx: Transaction,
  { orderId: id, owed }: OrderRow,
  reference: string | null,
  actor: Actor,
): Promise<number> {
  const isCash = reference === null
  const place = isCash ? 'till' : await sentFrom(tx, id)
  const method = isCash ? 'cash' : 'transfer'
  const refund = { kind: 'refund', place, orderId: id, amount: -owed, method, reference, recordedBy: actor.id } as const
  const [made] = await recordMovements(tx, refund)
  if (made !== undefined) return made
  const [other] = await tx
    .select({ orderId: movements.orderId })
    .from(movements)
    .where(and(eq(movements.kind, 'refund'), eq(movements.reference, reference ?? '')))
  const where = other?.orderId ? orderCode(other.orderId) : 'another'
  throw refuse('transfer-already-used', `This reference is already that of a refund for ${where}.`, 'reference')
}

/**
 * Returns the account to refund from: the account of the order's last transfer. Without a transfer, it is the
 * restaurant's account if there is only one, and otherwise an unknown account.
 */
async function sentFrom(tx: Transaction, id: string): Promise<Place> {
  const last = await lastAccount(tx, id)
  if (last) return last
  const { accounts } = await readSettings(tx)
  return placeOf('transfer', accounts.length === 1 ? accounts[0]?.id : '')
}
