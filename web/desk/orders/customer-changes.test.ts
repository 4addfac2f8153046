import { expect, test } from 'vitest'
import type { DeskOrder } from '#contract/order/orders.ts'
import { naira } from '#domain/money/money.ts'
import { customerChanges } from './customer-changes.ts'

const order = (more: Partial<DeskOrder>) =>
  ({ orderId: 'ABCDEFGHJ', status: 'pending', version: 1, substitutions: [], cancelledBy: null, ...more }) as DeskOrder
const answer = { dish: 'Suya', instead: null, less: naira(4000), by: 'customer' } as const
const nothing = () => undefined

test('the desk reports a customer’s cancellation, although the order has left the board', () => {
  const gone = order({ status: 'cancelled', version: 2, cancelledBy: 'customer', cancelReason: 'By mistake' })
  expect(customerChanges([order({})], [], () => gone)).toEqual(['DEFGHJ was cancelled by the customer: By mistake'])
  // With a refund owed, a cancelled order stays in the list, so its latest version need not be looked up.
  expect(customerChanges([order({})], [{ ...gone, cancelReason: '' }], nothing)).toEqual([
    'DEFGHJ was cancelled by the customer.',
  ])
})

test('the desk reports a customer’s cancellation once', () => {
  const gone = order({ status: 'cancelled', version: 2, cancelledBy: 'customer', cancelReason: '' })
  expect(customerChanges([gone], [gone], nothing)).toEqual([])
})

test('the desk does not report cancellations and substitutions that the restaurant made', () => {
  const gone = order({ status: 'cancelled', version: 2, cancelledBy: 'restaurant', cancelReason: 'No fish' })
  expect(customerChanges([order({})], [], () => gone)).toEqual([])
  expect(customerChanges([order({})], [], nothing)).toEqual([])
  expect(
    customerChanges([order({})], [order({ version: 2, substitutions: [{ ...answer, by: 'restaurant' }] })], nothing),
  ).toEqual([])
})

test('the desk reports a customer’s substitution', () => {
  expect(customerChanges([order({})], [order({ version: 2, substitutions: [answer] })], nothing)).toEqual([
    'DEFGHJ: Suya sold out: taken off, ₦4,000 less. Said by the customer.',
  ])
})
