import { expect, test } from 'vitest'
import * as Money from '../money/money.ts'
import * as Bill from './bill.ts'

const bill: Bill.Bill = {
  status: 'pending',
  payment: 'claimed',
  totalAmount: Money.naira(12500),
  received: Money.zero,
  refunded: Money.zero,
  refundReference: null,
  owed: Money.zero,
  rejection: null,
  cashAtDoor: false,
}

test.each([
  [{}, 'We are checking your transfer.'],
  [{ received: 10000 }, 'We have ₦10,000 and are checking for the other ₦2,500.'],
  [{ payment: 'found', received: 12500 }, 'Payment received.'],
  [{ payment: 'short', received: 10000 }, 'Your transfer is short by ₦2,500. Please send the rest.'],
  [{ payment: 'over', received: 13000, owed: 500 }, 'Payment received. Refund of ₦500 on its way.'],
  [
    { payment: 'over', received: 13000, refunded: 500, refundReference: 'FT9' },
    'Payment received. Refund of ₦500 paid, reference FT9.',
  ],
  [{ payment: 'not-found' }, 'We do not see your ₦12,500 yet.'],
  [
    { payment: 'rejected', rejection: { amount: 12000, reason: 'amount', at: '' } },
    'Your transfer of ₦12,000 goes back to your bank, because it has to be exactly ₦12,500. Please send exactly ₦12,500 again.',
  ],
  [
    { payment: 'rejected', rejection: { amount: null, reason: 'expired', at: '' } },
    'Your transfer goes back to your bank, because its account number had expired. Please send ₦12,500 again, to another account.',
  ],
  [
    { payment: 'rejected', received: 500, rejection: { amount: 12500, reason: 'refused', at: '' } },
    'Your transfer of ₦12,500 was not accepted and goes back to your bank. Please send ₦12,000 again.',
  ],
  [
    { payment: 'late', received: 12500 },
    'Your transfer of ₦12,500 came after the time of this order was over. We are checking whether we can still make it. If not, we send the money back.',
  ],
  [
    { status: 'cancelled', payment: 'late', received: 12500, owed: 12500 },
    'Your transfer came too late for this order. Refund of ₦12,500 on its way.',
  ],
  [{ status: 'cancelled' }, 'We found no transfer. If you sent one, please message us.'],
  [{ status: 'cancelled', payment: 'short', received: 50, owed: 50 }, 'Refund of ₦50 on its way.'],
  [
    { status: 'cancelled', payment: 'refunded', received: 50, refunded: 50, refundReference: 'FT9' },
    'Refund of ₦50 paid, reference FT9.',
  ],
  [{ status: 'cancelled', payment: 'refunded', received: 50, refunded: 50 }, 'Refund of ₦50 paid, in cash.'],
  [
    { status: 'cancelled', payment: 'over', received: 600, refunded: 100, refundReference: 'FT9', owed: 500 },
    'Refund of ₦100 paid, reference FT9. Refund of ₦500 on its way.',
  ],
  [{ cashAtDoor: true }, 'Please have ₦12,500 in cash for the rider.'],
  [{ cashAtDoor: true, payment: 'short', received: 500 }, 'Please have ₦12,000 in cash for the rider.'],
  [{ cashAtDoor: true, payment: 'found', received: 12500 }, 'Payment received.'],
  [{ cashAtDoor: true, status: 'completed', payment: 'short', received: 12000 }, '₦500 is still due.'],
] as const)('a bill with %j is described as %j', (more, words) => {
  expect(Bill.describe({ ...bill, ...more } as Bill.Bill)).toBe(words)
})
