import { eq } from 'drizzle-orm'
import type { Order, Refund } from '#contract/orders.ts'
import * as Money from '#domain/money.ts'
import type { Actor } from '#domain/order.ts'
import * as Payment from '#domain/payment.ts'
import { orderCode } from '#domain/quote.ts'
import type { Database } from '../db/database.ts'
import { refunds } from '../db/schema.ts'
import { refuse } from '../http/problems.ts'
import { changeMoney } from './change.ts'

/**
 * Records that all that is owed has gone back. A bank's reference is kept for the customer as it was typed; of notes the
 * record has who gave them.
 */
export async function recordRefund(database: Database, id: string, actor: Actor, refund: Refund): Promise<Order> {
  const { method, amount } = refund
  const reference = refund.method === 'transfer' ? refund.reference : null
  const key = reference === null ? null : Payment.sessionKey(reference)
  if (key !== null && key.length < Payment.shortestSession)
    throw refuse('invalid', "Enter our bank's reference of the refund.", 'reference')
  return changeMoney(database, 'refund', id, actor, async (before, tx) => {
    if (before.owed === 0) throw refuse('order-moved-on', 'Nothing is owed for this order: it has been paid back.')
    if (before.owed !== amount) {
      const detail = `${Money.format(before.owed)} is owed for this order, not ${Money.format(Money.naira(amount))}.`
      throw refuse('order-moved-on', detail, 'amount')
    }
    const [made] = await tx
      .insert(refunds)
      .values({ orderId: id, amount: before.owed, reference: key, paidBy: actor.id })
      .onConflictDoNothing({ target: refunds.reference })
      .returning({ id: refunds.id })
    if (!made) {
      const [other] = await tx
        .select()
        .from(refunds)
        .where(eq(refunds.reference, key ?? ''))
      const where = other ? orderCode(other.orderId) : 'another'
      throw refuse('transfer-already-used', `This reference is already that of a refund for ${where}.`, 'reference')
    }
    const refunded = Money.add(before.refunded, before.owed)
    const isAllBack = refunded === before.received
    return {
      set: {
        refunded,
        ...(reference !== null && { refundReference: reference }),
        ...(isAllBack && { payment: 'refunded' as const }),
      },
      event: 'payment.refunded',
      detail: { refund: made.id, method, amount, refunded },
    }
  })
}
