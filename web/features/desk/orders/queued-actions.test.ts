import { expect, test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import type { OrderTap } from '#web/sync/outbox/queue.ts'
import type { TapEntry } from '#web/sync/outbox/queued-actions.ts'
import { afterTaps, tapWords } from './queued-actions.ts'

const order = { id: 'ORDER0001', status: 'pending', acknowledgedAt: null, deliveryStatus: 'unassigned' } as Order
const at = Date.parse('2026-11-20T18:00:00Z')
const tap = (what: OrderTap['what'], more: object = {}) => ({
  at,
  write: { kind: 'tap', of: 'orders', id: order.id, what, body: {} } as TapEntry<'orders'>['write'],
  waits: true,
  ...more,
})

test('what waits leads where it will lead once it has gone out, and silences the alarm here', () => {
  expect(afterTaps(order, [])).toBe(order)
  expect(afterTaps(order, [tap('acknowledgement')])).toMatchObject({
    status: 'pending',
    acknowledgedAt: '2026-11-20T18:00:00.000Z',
  })
  expect(afterTaps(order, [tap('preparation'), tap('readiness')])).toMatchObject({
    status: 'ready',
    deliveryStatus: 'unassigned',
  })
  expect(afterTaps(order, [tap('preparation'), tap('rider')])).toMatchObject({
    status: 'preparing',
    deliveryStatus: 'assigned',
  })
  expect(afterTaps(order, [tap('readiness'), tap('recall')])).toMatchObject({ status: 'preparing' })
})

test('what was refused, or is about another order, leads nowhere', () => {
  const no = { status: 409, code: 'order-moved-on', detail: '' } as const
  expect(afterTaps(order, [tap('preparation', { refused: no })])).toBe(order)
  expect(afterTaps({ ...order, id: 'ORDER0002' }, [tap('preparation')]).status).toBe('pending')
})

test('what waits is told in the order in which it was tapped', () => {
  expect(tapWords([tap('preparation'), tap('readiness')])).toBe('Start, Ready')
})
