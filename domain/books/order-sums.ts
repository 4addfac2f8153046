import type { Naira } from '../money/money.ts'
import * as Money from '../money/money.ts'
import type { Bill } from '../order/bill.ts'
import * as Payment from '../order/payment.ts'
import type { Result } from '../problem.ts'
import { ok } from '../problem.ts'

// Computes the money fields of an order after one more movement of money.

type Sums = Pick<Bill, 'payment' | 'totalAmount' | 'received' | 'refunded'>

export function afterPayment(
  { payment, totalAmount: total, received }: Omit<Sums, 'refunded'>,
  amount: Naira,
): Result<Pick<Sums, 'payment' | 'received'>> {
  const sum = Payment.withPayment(received, amount)
  return sum.ok ? ok({ received: sum.value, payment: Payment.withTransfer(payment, total, sum.value) }) : sum
}

/**
 * Returns an order's money fields after one of its payments was undone. If the sum still received is less than the
 * total, the payment state is `claimed` again.
 */
export function afterUndone(
  { totalAmount: total, received }: Pick<Sums, 'totalAmount' | 'received'>,
  amount: Naira,
): Pick<Sums, 'payment' | 'received'> {
  const rest = Money.naira(received - amount)
  return { received: rest, payment: rest < total ? 'claimed' : Payment.assess(total, rest) }
}

/** Returns an order's money fields after a refund. If everything was refunded, the payment state is `refunded`. */
export function afterRefund(
  { payment, received, refunded }: Omit<Sums, 'totalAmount'>,
  amount: Naira,
): Pick<Sums, 'payment' | 'refunded'> {
  const sum = Money.add(refunded, amount)
  return { refunded: sum, payment: sum === received ? 'refunded' : payment }
}

/**
 * Returns the refund owed for an order; negative after an excessive refund. The database computes the same sum in the
 * column `owed`.
 */
export function owed({
  status,
  totalAmount: total,
  received,
  refunded,
}: Omit<Sums, 'payment'> & { readonly status: string }): number {
  return (status === 'cancelled' ? received : Math.max(received - total, 0)) - refunded
}
