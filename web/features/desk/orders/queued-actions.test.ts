import { expect, test } from 'vitest'
import type { DeskOrder } from '#contract/orders.ts'
import type { OrderAction } from '#web/sync/outbox/queue.ts'
import type { ActionEntry } from '#web/sync/outbox/queued-actions.ts'
import { actionLabels, afterQueuedActions } from './queued-actions.ts'

const order = { id: 'ORDER0001', status: 'pending', acknowledgedAt: null, deliveryStatus: 'unassigned' } as DeskOrder
const at = Date.parse('2026-11-20T18:00:00Z')
const queued = (action: OrderAction['action'], more: object = {}) => ({
  at,
  write: { kind: 'action', collection: 'orders', id: order.id, action, body: {} } as ActionEntry<'orders'>['write'],
  waits: true,
  ...more,
})

test('queued actions show the order in the state after them, acknowledged', () => {
  expect(afterQueuedActions(order, [])).toBe(order)
  expect(afterQueuedActions(order, [queued('acknowledgement')])).toMatchObject({
    status: 'pending',
    acknowledgedAt: '2026-11-20T18:00:00.000Z',
  })
  expect(afterQueuedActions(order, [queued('preparation'), queued('readiness')])).toMatchObject({
    status: 'ready',
    deliveryStatus: 'unassigned',
  })
  expect(afterQueuedActions(order, [queued('preparation'), queued('rider')])).toMatchObject({
    status: 'preparing',
    deliveryStatus: 'assigned',
  })
  expect(afterQueuedActions(order, [queued('readiness'), queued('recall')])).toMatchObject({ status: 'preparing' })
  expect(afterQueuedActions(order, [queued('completion'), queued('completion-withdrawal')])).toMatchObject({
    status: 'ready',
  })
  expect(afterQueuedActions({ ...order, payment: 'found' }, [queued('payment-confirmation-withdrawal')])).toMatchObject(
    {
      status: 'pending',
      payment: 'claimed',
    },
  )
})

test('refused actions and actions on another order change nothing', () => {
  const no = { status: 409, code: 'order-moved-on', detail: '' } as const
  expect(afterQueuedActions(order, [queued('preparation', { refused: no })])).toBe(order)
  expect(afterQueuedActions({ ...order, id: 'ORDER0002' }, [queued('preparation')]).status).toBe('pending')
})

test('labels are listed in the order of the actions', () => {
  expect(actionLabels([queued('preparation'), queued('readiness')])).toBe('Start, Ready')
})
