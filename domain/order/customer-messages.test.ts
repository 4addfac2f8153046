import { expect, test } from 'vitest'
import { defaultTexts, type MessagedOrder, textOf, textProblem } from './customer-messages.ts'

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

test('REACH-1 TIME-4: the message about a payment names the day and slot of an order for later, and the ready-by time of other orders', () => {
  expect(textOf('payment.found', order)).toBe('Payment confirmed for order 7Q4MKX, ready by 12:05.')
  expect(textOf('payment.over', forLater)).toBe(
    'Payment confirmed for order 7Q4MKX, set for Tuesday 1 December, 12:30.',
  )
})

test('REACH-1 TIME-4: only orders for later have a message about a moved slot', () => {
  expect(textOf('order.slot-changed', order)).toBeUndefined()
  expect(textOf('order.slot-changed', forLater)).toBe('Order 7Q4MKX is now set for Tuesday 1 December, 12:30.')
})

test('REACH-1: an owner’s text replaces only the words of an event’s message; which orders get the message does not change', () => {
  const own = { 'payment.found': 'Thanks! {order} is {when}. {order}', 'order.ready': 'Come for {order}.' }
  expect(textOf('payment.found', order, own)).toBe('Thanks! 7Q4MKX is ready by 12:05. 7Q4MKX')
  expect(textOf('payment.over', order, own)).toBe(textOf('payment.found', order, own))
  expect(textOf('order.ready', order, own)).toBe('Come for 7Q4MKX.')
  expect(textOf('order.ready', { ...order, deliveryMethod: 'delivery' }, own)).toBeUndefined()
  expect(textOf('order.cancelled', order, own)).toBe('We are sorry: order 7Q4MKX was cancelled.')
  expect(textOf('order.rider-assigned', order, own)).toBeUndefined()
})

test('REACH-1: an owner’s text is refused without the placeholder {order}, or with a placeholder that its event does not have', () => {
  for (const [event, text] of Object.entries(defaultTexts)) expect(textProblem(event, text)).toBeUndefined()
  expect(textProblem('order.ready', 'It is ready.')).toMatch('Please add {order}')
  expect(textProblem('payment.found', 'Order {order}: {when}')).toBeUndefined()
  expect(textProblem('payment.found', 'Order {order}: {time}')).toMatch('“{time}” has no meaning here')
  for (const text of ['{order} is {when}', '{order', '{order} }', '{{order}}', '{Order}', '{}']) {
    expect(textProblem('order.ready', text)).toMatch(/has no meaning here. Please use \{order\}\.$/)
  }
  for (const event of ['order.rider-assigned', 'payment.over', 'constructor']) {
    expect(textProblem(event, 'Order {order}')).toBe('There is no such message.')
  }
})
