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

test('desk and kitchen call out the code of a walk-in at the counter, and phone the customer of a delivery', () => {
  const walkIn = { orderId: 'ACD345TXY', customerId: null, channel: 'walk-in', deliveryMethod: 'pick-up' } as DeskOrder
  const noPhone = { ...walkIn, contactPhone: 'Not Provided', customerPhone: 'Not Provided' } as DeskOrder
  const phone = { ...walkIn, contactPhone: '+2348035551234', customerPhone: '+2348035551234' } as DeskOrder
  expect(callToAsk(walkIn)).toBe('call out 345TXY at the counter')
  expect(callToAsk(noPhone)).toBe('call out 345TXY at the counter')
  const call = 'call 0803 555 1234'
  expect(callToAsk(phone).replaceAll('\u00a0', ' ')).toBe(`call out 345TXY at the counter, or ${call}`)
  expect(callToAsk({ ...phone, deliveryMethod: 'delivery' }).replaceAll('\u00a0', ' ')).toBe(call)
})
