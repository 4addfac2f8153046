import type { Naira } from './money.ts'
import * as Money from './money.ts'
import type { PaymentState } from './payment.ts'

/** The money of an order. `received` and `refunded` are sums over all transfers and refunds. */
export type Bill = {
  readonly status: string
  readonly payment: PaymentState
  readonly total: Naira
  readonly received: Naira
  readonly refunded: Naira
  /** Of the last refund that a bank knows; null where all went back in cash. */
  readonly refundReference: string | null
  /** What the restaurant has to pay back. */
  readonly owed: Naira
}

/** What is still to be paid. */
export function due({ total, received }: Pick<Bill, 'total' | 'received'>): Naira {
  return Money.naira(Math.max(0, total - received))
}

/** What a customer reads about the payment. */
export function describe(bill: Bill): string {
  const back = refund(bill)
  if (bill.status === 'cancelled' && back === '') return 'We found no transfer. If you sent one, please message us.'
  const state = bill.status === 'cancelled' ? '' : stateOf(bill)
  return [state, back].filter(Boolean).join(' ')
}

function stateOf(bill: Bill): string {
  switch (bill.payment) {
    case 'claimed':
      return bill.received === 0
        ? 'We are checking your transfer.'
        : `We have ${Money.format(bill.received)} and are checking for the other ${Money.format(due(bill))}.`
    case 'found':
    case 'over':
      return 'Payment received.'
    case 'short':
      return `Your transfer is short by ${Money.format(due(bill))}. Please send the rest.`
    case 'not-found':
      return `We do not see your ${Money.format(due(bill))} yet.`
    case 'refunded':
      return ''
  }
}

function refund({ owed, refunded, refundReference }: Bill): string {
  const how = refundReference ? `reference ${refundReference}` : 'in cash'
  const paid = refunded > 0 ? `Refund of ${Money.format(refunded)} paid, ${how}.` : ''
  const rest = owed > 0 ? `Refund of ${Money.format(owed)} on its way.` : ''
  return [paid, rest].filter(Boolean).join(' ')
}

/** Whether the customer can do something about it. */
export function asksForMore(payment: PaymentState): boolean {
  return payment === 'short' || payment === 'not-found'
}
