import type { TillOrder } from '#contract/order/orders.ts'
import * as OrderSums from '#domain/books/order-sums.ts'
import * as Money from '#domain/money/money.ts'
import { decide } from '#domain/order/decide.ts'
import { covers } from '#domain/order/payment.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import { lastPayment, lockForDay, recordMovements } from '../books/movements.ts'
import { lastDay } from '../books/open-day.ts'
import type { Database, Transaction } from '../db/database.ts'
import { orRefuse, refuse } from '../http/problems.ts'
import type { Call } from '../http/route.ts'
import { orderDocument } from '../orders/document.ts'
import { type Change, type Moment, transition } from '../orders/transition.ts'

/**
 * Undoes the last payment that a person recorded for an order, within a minute. The payment's session id can be used
 * again, and the customer reads that the transfer is being checked. `received` is the received sum as displayed.
 * Portions sold with the payment stay with the order.
 */
export async function undoConfirmation(
  database: Database,
  { user, params, body: queued }: Call<'POST /api/orders/:id/undo-confirmation'>,
): Promise<TillOrder> {
  const change = (moment: Moment, tx: Transaction) => takeBack(tx, moment, user, queued.received)
  return orderDocument(
    'till',
    await database.transaction((tx) => transition(tx, 'undo-confirmation', params.id, user, { queued, change })),
  )
}

async function takeBack(tx: Transaction, { order, at }: Moment, actor: Actor, seen: number): Promise<Change> {
  if (order.received !== seen) {
    throw refuse('order-moved-on', `${Money.format(order.received)} of this order is already recorded. Look again.`)
  }
  if (order.refunded > 0) {
    throw refuse('order-moved-on', 'Money of this order was refunded already, so its payment stays.')
  }
  await lockForDay(tx)
  const payment = await lastPayment(tx, order.orderId)
  if (!payment) throw new Error(`Order ${order.orderId} is paid without a payment.`)
  const { method, reference } = payment
  if (payment.recordedBy === null) {
    throw refuse('order-moved-on', 'The payment provider confirmed this payment, so it cannot be undone here.')
  }
  orRefuse(decide('undo-confirmation', { ...order, confirmedAt: payment.at }, actor, at))
  if (payment.at <= (await lastDay(tx)).toAt) {
    throw refuse('order-moved-on', 'The business day of this payment is already signed, so the payment stays.')
  }
  const { orderId } = order
  const { place } = payment
  const [amount, kobo] = [-payment.amount, -payment.kobo]
  const undone = { kind: 'undone', place, orderId, amount, kobo, reference, recordedBy: actor.id } as const
  await recordMovements(tx, { ...undone, ...(method && { method }) })
  const after = OrderSums.afterUndone(order, Money.naira(payment.amount))
  return {
    set: { payment: after.payment, ...(!covers(after.payment) && { foundAt: null }) },
    detail: {
      transfer: payment.id,
      method: method ?? undefined,
      amount: payment.amount,
      received: after.received,
      total: order.totalAmount,
    },
  }
}
