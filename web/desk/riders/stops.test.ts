import { expect, test } from 'vitest'
import type { Delivery } from '#contract/order/riders.ts'
import { byNextStop } from './stops.ts'

const stop = (id: string, deliveryStatus: Delivery['deliveryStatus'], status: Delivery['status'], minutes: number) => ({
  orderId: id,
  deliveryStatus,
  status,
  readyBy: new Date(Date.UTC(2026, 10, 23, 12, minutes)).toISOString(),
})

test('a rider’s stops are sorted in the groups picked up, ready, being cooked and failed, and by promise within each group', () => {
  const deliveries = [
    stop('came back', 'failed', 'ready', 0),
    stop('cooking', 'assigned', 'preparing', 5),
    stop('to pick up', 'assigned', 'ready', 20),
    stop('carried later', 'out-for-delivery', 'ready', 30),
    stop('carried', 'out-for-delivery', 'ready', 10),
  ] as Delivery[]
  expect(byNextStop(deliveries, ({ deliveryStatus }) => deliveryStatus).map(({ orderId }) => orderId)).toEqual([
    'carried',
    'carried later',
    'to pick up',
    'cooking',
    'came back',
  ])
})
