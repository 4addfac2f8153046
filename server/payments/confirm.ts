import type { TillOrder } from '#contract/order/orders.ts'
import { sum } from '#domain/books/kobo.ts'
import * as Movement from '#domain/books/movement.ts'
import * as OrderSums from '#domain/books/order-sums.ts'
import * as Money from '#domain/money/money.ts'
import * as Payment from '#domain/order/payment.ts'
import { orderCode } from '#domain/order/quote.ts'
import * as BankAccounts from '#domain/restaurant/bank-accounts.ts'
import { isPaymentOf, recordedParts, recordMovements } from '../books/movements.ts'
import type { Database, Transaction } from '../db/database.ts'
import { movements } from '../db/schema.ts'
import { readSettings } from '../db/stored-settings.ts'
import { orRefuse, type Refusal, refuse } from '../http/problems.ts'
import type { Call } from '../http/route.ts'
import { orderDocument } from '../orders/document.ts'
import { type Change, type OrderRow, transition } from '../orders/transition.ts'
import { bySecondPerson } from './second-person.ts'

/**
 * Records the money that the bank's record shows for an order. Several transfers add up, so the rest makes a short
 * payment found. Each transfer is recorded once.
 */
export async function confirmPayment(
  database: Database,
  { user, params: { id }, body }: Call<'POST /api/orders/:id/confirm-payment'>,
): Promise<TillOrder> {
  const { accountId, amount, sender, sessionId, extra, transferAmount } = body
  const accounts = BankAccounts.known(await readSettings(database.orm))
  if (!accounts.some((account) => account.id === accountId)) {
    throw refuse('invalid', 'This is not one of our accounts. Choose the one that received the money.', 'accountId')
  }
  const missing = "Enter the bank's session id, as the record shows it."
  const session = orRefuse(Payment.sessionOf(sessionId, missing, 'sessionId'))
  const transfer = { accountId, amount, transferAmount, sender, session, recordedBy: user.id }
  const action = extra ? 'confirm-extra' : 'confirm-payment'
  const row = await bySecondPerson(
    database,
    action,
    id,
    user,
    { accountId, amount: Money.naira(Math.round(amount)), session },
    (tx) => transition(tx, action, id, user, { change: ({ order }, tx) => recordTransfer(tx, order, transfer) }),
  )
  return orderDocument('till', row)
}

type Arrived = {
  /** Undefined for payments at the counter. */
  readonly accountId?: string
  readonly method?: Payment.PaymentMethod
  /** The place of cash that is not put into the till, such as a rider. */
  readonly pocket?: Movement.Place
  /** The amount in naira, with kobo. */
  readonly amount: number
  /** The amount of the whole transfer if it pays several orders. `amount` is then this order's part. */
  readonly transferAmount?: number | undefined
  readonly sender: string
  /** The key that `Payment.sessionKey` returns. */
  readonly session: string
} & ({ readonly recordedBy: string } | { readonly provider: string })

/** Adds received money to a locked order. */
export async function recordTransfer(
  tx: Transaction,
  order: OrderRow,
  { session, accountId, pocket, transferAmount, ...arrived }: Arrived,
): Promise<Change> {
  const { method = 'transfer' } = arrived
  const amount = Payment.credited(order.totalAmount - order.received, arrived.amount)
  const isPart = transferAmount !== undefined
  if (isPart) {
    const parts = await recordedParts(tx, session, order.orderId)
    if (parts.own || sum([parts.recorded, arrived.amount]) > transferAmount)
      throw await alreadyUsed(tx, session, order.orderId)
  }
  const { received, payment } = orRefuse(OrderSums.afterPayment(order, amount))
  const place = pocket ?? Movement.placeOf(method, accountId)
  const [transfer] = await recordMovements(tx, {
    kind: 'received',
    place,
    orderId: order.orderId,
    reference: session,
    ...arrived,
    amount,
    kobo: Math.round((arrived.amount - amount) * 100),
    isPart,
    method,
  })
  if (transfer === undefined) throw await alreadyUsed(tx, session, order.orderId)
  return {
    set: {
      payment,
      ...(order.firstConfirmation?.session === session && { firstConfirmation: null }),
    },
    detail: { transfer, accountId, method: arrived.method, amount, received, total: order.totalAmount },
  }
}

async function alreadyUsed(tx: Transaction, session: string, id: string): Promise<Refusal> {
  const [other] = await tx
    .select()
    .from(movements)
    .where(isPaymentOf([session]))
  if (!other?.orderId) {
    throw refuse('order-moved-on', 'This payment has just been taken back from another order. Please record it again.')
  }
  const [what, field] = other.method === 'transfer' ? ['transfer', 'sessionId'] : ['payment', 'reference']
  const where = other.orderId === id ? 'this order' : `order ${orderCode(other.orderId)}`
  return refuse('transfer-already-used', `This ${what} is already recorded for ${where}.`, field)
}
