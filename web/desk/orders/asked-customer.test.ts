import { expect, test } from 'vitest'
import type { DeskOrder } from '#contract/order/orders.ts'
import { callToAsk } from './asked-customer.ts'

test('for an order without an account, the desk shows the phone number to call, and the kitchen shows that the desk calls', () => {
  const order = { customerId: null, contactPhone: '+2348035551234', customerPhone: '+2348035551234' } as DeskOrder
  expect(callToAsk(order).replaceAll('\u00a0', ' ')).toBe('call 0803 555 1234')
  expect(callToAsk({ customerId: null } as DeskOrder)).toBe('the desk calls')
  expect(callToAsk({ ...order, contactPhone: 'Not Provided', customerPhone: 'Not Provided' } as DeskOrder)).toBe(
    'the customer gave no phone',
  )
  expect(callToAsk({ ...order, customerId: 'ada' })).toBe('')
})
