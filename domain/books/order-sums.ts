import type { Naira } from '../money/money.ts'
import * as Money from '../money/money.ts'
import type { Bill } from '../order/bill.ts'
import * as Payment from '../order/payment.ts'
import type { Result } from '../problem.ts'
import { ok } from '../problem.ts'

// What an order says of its money once a movement of it is recorded.

type Sums = Pick<Bill, 'payment' | 'totalAmount' | 'received' | 'refunded'>

/** After a payment of the order. */
export function afterPayment(
  { payment, totalAmount: total, received }: Omit<Sums, 'refunded'>,
  amount: Naira,
): Result<Pick<Sums, 'payment' | 'received'>> {
  const sum = Payment.withPayment(received, amount)
  return sum.ok ? ok({ received: sum.value, payment: Payment.withTransfer(payment, total, sum.value) }) : sum
}

/** After a payment was undone: where something is due, it is looked for in the bank's record again. */
export function afterUndone(
  { totalAmount: total, received }: Pick<Sums, 'totalAmount' | 'received'>,
  amount: Naira,
): Pick<Sums, 'payment' | 'received'> {
  const rest = Money.naira(received - amount)
  return { received: rest, payment: rest < total ? 'claimed' : Payment.assess(total, rest) }
}

/** After a refund: where all that came went back, that is what the payment says. */
export function afterRefund(
  { payment, received, refunded }: Omit<Sums, 'totalAmount'>,
  amount: Naira,
): Pick<Sums, 'payment' | 'refunded'> {
  const sum = Money.add(refunded, amount)
  return { refunded: sum, payment: sum === received ? 'refunded' : payment }
}

/**
 * What the restaurant owes the customer of an order; less than nothing would be a refund too much. The database computes the
 * same in the column `owed`.
 */
export function owed({
  status,
  totalAmount: total,
  received,
  refunded,
}: Omit<Sums, 'payment'> & { readonly status: string }): number {
  return (status === 'cancelled' ? received : Math.max(received - total, 0)) - refunded
}
