import { expect, test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { naira } from '#domain/money.ts'
import { customerWords } from './customer-changes.ts'

const order = (more: Partial<Order>) =>
  ({ id: 'ABCDEFGHJ', status: 'pending', version: 1, substitutions: [], cancelledBy: null, ...more }) as Order
const answer = { dish: 'Suya', instead: null, less: naira(4000), by: 'customer' } as const
const nothing = () => undefined

test('an order that its customer cancelled has left the board, and is told', () => {
  const gone = order({ status: 'cancelled', version: 2, cancelledBy: 'customer', cancelReason: 'By mistake' })
  expect(customerWords([order({})], [], () => gone)).toEqual(['DEFGHJ was cancelled by the customer: By mistake'])
  // Owed money, it is still in the list.
  expect(customerWords([order({})], [{ ...gone, cancelReason: '' }], nothing)).toEqual([
    'DEFGHJ was cancelled by the customer.',
  ])
})

test('it is told once', () => {
  const gone = order({ status: 'cancelled', version: 2, cancelledBy: 'customer', cancelReason: '' })
  expect(customerWords([gone], [gone], nothing)).toEqual([])
})

test('what the restaurant did itself is no news', () => {
  const gone = order({ status: 'cancelled', version: 2, cancelledBy: 'restaurant', cancelReason: 'No fish' })
  expect(customerWords([order({})], [], () => gone)).toEqual([])
  expect(customerWords([order({})], [], nothing)).toEqual([])
  expect(
    customerWords([order({})], [order({ version: 2, substitutions: [{ ...answer, by: 'restaurant' }] })], nothing),
  ).toEqual([])
})

test('what a customer chose is told', () => {
  expect(customerWords([order({})], [order({ version: 2, substitutions: [answer] })], nothing)).toEqual([
    'DEFGHJ: Suya sold out: taken off, ₦4,000 less. Said by the customer.',
  ])
})
