import { expect, test } from 'vitest'
import type { Order, Receipt } from '#contract/order/orders.ts'
import { naira } from '#domain/money/money.ts'
import { receiptText } from './receipt-text.ts'

const restaurant = { name: 'Iná Grill', address: '5 Ahmadu Bello Way', phone: '+2348031234567' }

const order = {
  orderId: 'ABCDEFGHJ',
  status: 'completed',
  payment: 'over',
  deliveryMethod: 'delivery',
  items: [
    {
      name: 'Half Chicken',
      quantity: 2,
      itemTotal: naira(19000),
      extras: [
        {
          label: 'Free side',
          name: 'Jollof',
          role: 'extra',
          quantity: 1,
          price: naira(0),
          group: 'side',
          id: 'jollof',
        },
        { label: 'Extra sides', name: 'Plantain', role: 'extra', quantity: 2, price: naira(1500), group: 'x', id: 'p' },
      ],
    },
  ],
  substitutions: [{ dish: 'Suya', instead: null, less: naira(4000), by: 'customer' }],
  subtotal: naira(19000),
  deliveryFee: naira(1500),
  totalAmount: naira(20500),
  received: naira(24500),
  refunded: naira(4000),
  refundReference: 'FT-1',
  owed: naira(0),
  createdAt: '2026-11-20T20:40:00.000Z',
} as unknown as Order

const receipt: Receipt = {
  order,
  payments: [
    {
      amount: naira(24500),
      account: { id: 'demo', bank: 'Demo Bank', number: '0000000011', name: 'Iná Grill Ltd' },
      at: '2026-11-20T20:45:00.000Z',
    },
  ],
  refunds: [
    { amount: naira(3000), reference: 'FT1', at: '2026-11-20T21:00:00.000Z' },
    { amount: naira(1000), reference: null, at: '2026-11-20T21:10:00.000Z' },
  ],
}

test('a text receipt contains the restaurant, dishes, sums, payments and refunds', () => {
  expect(receiptText(receipt, restaurant).split('\n')).toEqual([
    'Iná Grill',
    '5 Ahmadu Bello Way, 0803\u00a0123\u00a04567',
    '',
    'Order DEFGHJ, 20 Nov 2026, 21:40',
    '2 × Half Chicken: ₦19,000',
    '  Free side: Jollof',
    '  Extra sides: 2 × Plantain',
    'Suya sold out: taken off, ₦4,000 less.',
    'Subtotal: ₦19,000',
    'Delivery: ₦1,500',
    'Total: ₦20,500',
    'Paid ₦24,500, 20 Nov 2026, 21:45, to Demo Bank 0000000011',
    'Refunded ₦3,000, 20 Nov 2026, 22:00, reference FT1',
    'Refunded ₦1,000, 20 Nov 2026, 22:10, in cash',
    'Payment received. Refund of ₦4,000 paid, reference FT-1.',
  ])
})

test('a text receipt of an unpaid pick-up has no delivery fee and ends with the payment state', () => {
  const unpaid = { ...order, deliveryMethod: 'pick-up', payment: 'claimed', received: 0, refunded: 0 } as Order
  const text = receiptText({ order: unpaid, payments: [], refunds: [] }, restaurant)
  expect(text).not.toContain('Delivery:')
  expect(text.split('\n').at(-1)).toBe('We are checking your transfer.')
})
