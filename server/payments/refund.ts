import { eq } from 'drizzle-orm'
import type { Order, Refund } from '#contract/orders.ts'
import * as Money from '#domain/money.ts'
import type { Actor } from '#domain/order.ts'
import * as Payment from '#domain/payment.ts'
import { orderCode } from '#domain/quote.ts'
import type { Database, Transaction } from '../db/database.ts'
import { refunds } from '../db/schema.ts'
import { orRefuse, refuse } from '../http/problems.ts'
import { orderDocument } from '../orders/document.ts'
import { type Change, type OrderRow, transition } from '../orders/transition.ts'

/**
 * Records that all that is owed has been refunded. The customer reads a bank's reference as it was typed; of cash the audit
 * log says who gave it.
 */
export async function recordRefund(database: Database, id: string, actor: Actor, refund: Refund): Promise<Order> {
  const reference = refund.method === 'transfer' ? refund.reference : null
  const missing = "Enter our bank's reference of the refund."
  const key = reference === null ? null : orRefuse(Payment.sessionOf(reference, missing, 'reference'))
  const row = await database.transaction((tx) =>
    transition(tx, 'refund', id, actor, {
      change: async ({ order }, tx): Promise<Change> => {
        requireOwed(order, refund.amount)
        const refundId = await insertRefund(tx, { orderId: id, amount: order.owed, reference: key, paidBy: actor.id })
        const refunded = Money.add(order.refunded, order.owed)
        return {
          set: {
            refunded,
            ...(reference !== null && { refundReference: reference }),
            ...(refunded === order.received && { payment: 'refunded' }),
          },
          detail: { refund: refundId, method: refund.method, amount: refund.amount, refunded },
        }
      },
    }),
  )
  return orderDocument(row)
}

/** `amount` is what the person saw, in naira: of two members of staff who refund at once the second reads what changed. */
function requireOwed({ owed }: OrderRow, amount: number): void {
  if (owed === 0) throw refuse('order-moved-on', 'Nothing is owed for this order: it has been paid back.')
  if (owed !== amount) {
    const detail = `${Money.format(owed)} is owed for this order, not ${Money.format(Money.naira(amount))}.`
    throw refuse('order-moved-on', detail, 'amount')
  }
}

async function insertRefund(tx: Transaction, refund: typeof refunds.$inferInsert): Promise<number> {
  const [made] = await tx
    .insert(refunds)
    .values(refund)
    .onConflictDoNothing({ target: refunds.reference })
    .returning({ id: refunds.id })
  if (made) return made.id
  const [other] = await tx
    .select()
    .from(refunds)
    .where(eq(refunds.reference, refund.reference ?? ''))
  const where = other ? orderCode(other.orderId) : 'another'
  throw refuse('transfer-already-used', `This reference is already that of a refund for ${where}.`, 'reference')
}
