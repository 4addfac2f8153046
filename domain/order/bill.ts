import type { Naira } from '../money/money.ts'
import * as Money from '../money/money.ts'
import type { PaymentState, Rejection } from './payment.ts'

/** The money of an order. `received` and `refunded` are sums over all transfers and refunds. */
export type Bill = {
  readonly status: string
  readonly payment: PaymentState
  readonly totalAmount: Naira
  readonly received: Naira
  readonly refunded: Naira
  /** The reference of the last refund by bank; null if all refunds were cash. */
  readonly refundReference: string | null
  readonly owed: Naira
  readonly rejection: Rejection | null
  readonly cashAtDoor: boolean
}

export function due({ totalAmount, received }: Pick<Bill, 'totalAmount' | 'received'>): Naira {
  return Money.naira(Math.max(0, totalAmount - received))
}

/** Returns the sentence that tells a customer the state of the payment. */
export function describe(bill: Bill): string {
  const back = refund(bill)
  if (bill.status === 'cancelled' && back === '') return 'We found no transfer. If you sent one, please message us.'
  const state = bill.status === 'cancelled' ? (bill.payment === 'late' ? cameTooLate : '') : stateOf(bill)
  return [state, back].filter(Boolean).join(' ')
}

const cameTooLate = 'Your transfer came too late for this order.'

function stateOf(bill: Bill): string {
  if (bill.cashAtDoor && due(bill) > 0) {
    const sum = Money.format(due(bill))
    return bill.status === 'completed' ? `${sum} is still due.` : `Please have ${sum} in cash for the rider.`
  }
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
    case 'rejected':
      return bill.rejection ? `${sentBack(bill.rejection, due(bill))} ${sendAgain(bill.rejection, due(bill))}` : ''
    case 'late':
      return (
        `Your transfer of ${Money.format(bill.received)} came after the time of this order was over. ` +
        'We are checking whether we can still make it. If not, we send the money back.'
      )
    case 'refunded':
      return ''
  }
}

/** Returns the sentence about a transfer that the payment provider returned. */
export function sentBack({ amount, reason }: Rejection, due: Naira): string {
  const what = `Your transfer${amount === null ? '' : ` of ${Money.format(amount)}`}`
  switch (reason) {
    case 'amount':
      return `${what} goes back to your bank, because it has to be exactly ${Money.format(due)}.`
    case 'expired':
      return `${what} goes back to your bank, because its account number had expired.`
    case 'refused':
      return `${what} was not accepted and goes back to your bank.`
  }
}

/** Returns the sentence that tells a customer how to pay again. */
export function sendAgain({ reason }: Rejection, due: Naira): string {
  const what = reason === 'amount' ? `exactly ${Money.format(due)}` : Money.format(due)
  return `Please send ${what} again${reason === 'expired' ? ', to another account' : ''}.`
}

function refund({ owed, refunded, refundReference }: Bill): string {
  const how = refundReference ? `reference ${refundReference}` : 'in cash'
  const paid = refunded > 0 ? `Refund of ${Money.format(refunded)} paid, ${how}.` : ''
  const rest = owed > 0 ? `Refund of ${Money.format(owed)} on its way.` : ''
  return [paid, rest].filter(Boolean).join(' ')
}

/** Returns true if the customer has to send money. The kitchen's document has no `cashAtDoor`. */
export function asksForMore({
  payment,
  cashAtDoor,
}: Pick<Bill, 'payment'> & { readonly cashAtDoor?: boolean | undefined }): boolean {
  if (cashAtDoor) return false
  return payment === 'short' || payment === 'not-found' || payment === 'rejected'
}

/** Returns true if the customer has to act before an open order continues: send money or choose a substitution. */
export function waitsForCustomer(
  order: Pick<Bill, 'payment' | 'cashAtDoor'> & { readonly awaitingSubstitution: boolean },
): boolean {
  return order.awaitingSubstitution || asksForMore(order)
}
