import { expect, test } from 'vitest'
import type { DeskOrder } from '#contract/order/orders.ts'
import type { OrderAction } from '#web/data/outbox/queue.ts'
import type { ActionEntry } from '#web/data/outbox/queued-actions.ts'
import { afterQueuedActions } from './after-queued-actions.ts'
import { labelsOf } from './desk-actions.ts'

const order = {
  orderId: 'ORDER0001',
  status: 'pending',
  payment: 'found',
  acknowledgedAt: null,
  deliveryStatus: 'unassigned',
  awaitingSubstitution: false,
} as DeskOrder
const owner = { id: 'owner', role: 'owner' } as const
const at = Date.parse('2026-11-20T18:00:00Z')
const queued = (action: OrderAction['action'], more: object = {}) => ({
  at,
  write: { kind: 'action', id: order.orderId, action, body: {} } as ActionEntry['write'],
  waits: true,
  ...more,
})

test('an order with queued actions is shown as acknowledged, and in the state after these actions', () => {
  expect(afterQueuedActions(order, [], owner)).toBe(order)
  expect(afterQueuedActions(order, [queued('acknowledge')], owner)).toMatchObject({
    status: 'pending',
    acknowledgedAt: '2026-11-20T18:00:00.000Z',
  })
  expect(afterQueuedActions(order, [queued('start'), queued('mark-ready')], owner)).toMatchObject({
    status: 'ready',
    deliveryStatus: 'unassigned',
  })
  expect(afterQueuedActions(order, [queued('start'), queued('assign-rider')], owner)).toMatchObject({
    status: 'preparing',
    deliveryStatus: 'assigned',
  })
  expect(
    afterQueuedActions({ ...order, status: 'preparing' }, [queued('mark-ready'), queued('recall')], owner),
  ).toMatchObject({ status: 'preparing' })
  expect(
    afterQueuedActions({ ...order, status: 'ready' }, [queued('complete'), queued('undo-completion')], owner),
  ).toMatchObject({
    status: 'ready',
  })
  expect(afterQueuedActions({ ...order, payment: 'found' }, [queued('undo-confirmation')], owner)).toMatchObject({
    status: 'pending',
    payment: 'claimed',
  })
})

test('refused queued actions, and queued actions on other orders, do not change how an order is shown', () => {
  const no = { status: 409, code: 'order-moved-on', detail: '' } as const
  expect(afterQueuedActions(order, [queued('start', { refused: no })], owner)).toBe(order)
  expect(afterQueuedActions({ ...order, orderId: 'ORDER0002' }, [queued('start')], owner).status).toBe('pending')
})

test('labels of queued actions are listed in the sequence of the actions', () => {
  expect(labelsOf([queued('start'), queued('mark-ready')])).toBe('Start, Ready')
})
