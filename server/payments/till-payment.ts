import type { TillOrder, TillPayment } from '#contract/order/orders.ts'
import * as Money from '#domain/money/money.ts'
import * as Bill from '#domain/order/bill.ts'
import * as Payment from '#domain/order/payment.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import type { Database, Transaction } from '../db/database.ts'
import { orRefuse, refuse } from '../http/problems.ts'
import type { Call } from '../http/route.ts'
import { orderDocument } from '../orders/document.ts'
import { type Moment, type OrderRow, transition } from '../orders/transition.ts'
import { recordTransfer } from './confirm.ts'
import { bySecondPerson } from './second-person.ts'

/**
 * Records a counter payment for an order, in the cashier's name. `seen` is the received sum as displayed: the second of
 * two requests is refused, because the first has changed the sum.
 */
export async function takePayment(
  tx: Transaction,
  id: string,
  actor: Actor,
  payment: TillPayment,
  seen: number,
): Promise<OrderRow> {
  const change = async ({ order: before }: Moment, tx: Transaction) => {
    if (before.received !== seen) {
      throw refuse('order-moved-on', `${Money.format(before.received)} of this order is already recorded. Look again.`)
    }
    const due = Bill.due(before)
    // An excess on the card terminal becomes a refund owed, as with a transfer. An excess in cash is change.
    if (payment.method === 'cash' && payment.amount > due) {
      throw refuse(
        'invalid',
        `${Money.format(due)} is due. Record what stays in the till; the rest is change.`,
        'amount',
      )
    }
    return recordTransfer(tx, before, {
      method: payment.method,
      amount: Money.naira(payment.amount),
      sender: before.payerName,
      session: sessionOf(payment, before),
      recordedBy: actor.id,
    })
  }
  return transition(tx, 'confirm-payment', id, actor, { change })
}

/** Records a payment for an existing order, whose customer pays when fetching the order. */
export async function takePaymentLater(
  database: Database,
  { user, params: { id }, body: { received, ...payment } }: Call<'POST /api/orders/:id/till-payment'>,
): Promise<TillOrder> {
  const reading = { amount: Money.naira(payment.amount), session: sessionOf(payment, { orderId: id, received }) }
  const row = await bySecondPerson(database, 'confirm-payment', id, user, reading, (tx) =>
    takePayment(tx, id, user, payment, received),
  )
  return orderDocument('till', row)
}

/**
 * Returns the key that prevents a payment from being recorded twice. A card payment has the reference of the terminal's
 * slip. Cash has no reference, so its key has the order and the sum received before.
 */
function sessionOf(payment: TillPayment, { orderId, received }: { orderId: string; received: number }): string {
  if (payment.method === 'cash') return Payment.sessionKey(`cash ${orderId} ${received}`)
  const missing = "Enter the reference from the terminal's slip."
  return `CARD${orRefuse(Payment.sessionOf(payment.reference, missing, 'reference'))}`
}
