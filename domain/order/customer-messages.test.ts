import { expect, test } from 'vitest'
import { customerMessages, type MessagedOrder } from './customer-messages.ts'

const order: MessagedOrder = {
  orderId: '0007Q4MKX',
  status: 'pending',
  deliveryMethod: 'pick-up',
  deliveryStatus: null,
  payment: 'found',
  awaitingSubstitution: false,
  cancelledBy: null,
  readyBy: Date.parse('2026-12-01T11:05:00Z'),
  slot: null,
}
const forLater = { ...order, slot: Date.parse('2026-12-01T11:30:00Z') }

test('REACH-1 TIME-4: a paid order for later is confirmed with its day and slot, another one with its ready-by time', () => {
  expect(customerMessages['payment.found']?.text(order)).toContain('ready by 12:05')
  expect(customerMessages['payment.found']?.text(forLater)).toContain('is set for Tuesday 1 December, 12:30')
})

test('REACH-1 TIME-4: a moved slot is told to customers of orders for later alone', () => {
  expect(customerMessages['order.slot-changed']?.text(order)).toBeUndefined()
  expect(customerMessages['order.slot-changed']?.text(forLater)).toContain('now set for Tuesday 1 December, 12:30')
})
