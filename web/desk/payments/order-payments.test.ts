import { expect, test } from 'vitest'
import { validPayments } from './order-payments.ts'

const moved = (amount: number, undone?: true) => ({
  at: '2026-11-28T13:05:00.000Z',
  amount,
  ...(undone && { undone }),
  method: 'transfer' as const,
  reference: null,
  sender: 'ADA OBI',
})

test('DESK-3: refunds, and payments that were undone, are left out of the payments that can be undone', () => {
  const money = [moved(3000), moved(2000), moved(-2000, true), moved(2500), moved(-500)]
  expect(validPayments(money).map(({ amount }) => amount)).toEqual([3000, 2500])
  expect(validPayments([...money, moved(-2500, true)]).map(({ amount }) => amount)).toEqual([3000])
})
