import type { DeskOrder } from '#contract/orders.ts'
import type { DeliveryStatus, OrderStatus } from '#domain/order.ts'
import type { OrderAction } from '#web/sync/outbox/queue.ts'
import type { ActionEntry } from '#web/sync/outbox/queued-actions.ts'

type Queued = Pick<ActionEntry<'orders'>, 'at' | 'write' | 'waits' | 'refused'>

const leadsTo: Readonly<Partial<Record<OrderAction['action'], OrderStatus>>> = {
  preparation: 'preparing',
  'preparation-withdrawal': 'pending',
  readiness: 'ready',
  recall: 'preparing',
  completion: 'completed',
  'completion-withdrawal': 'ready',
}

const deliveryAfter: Readonly<Partial<Record<OrderAction['action'], DeliveryStatus>>> = {
  rider: 'assigned',
  'rider-change': 'assigned',
  'rider-withdrawal': 'unassigned',
}

const labels: Readonly<Record<OrderAction['action'], string>> = {
  acknowledgement: 'Acknowledge',
  preparation: 'Start',
  'preparation-acknowledgement': 'Acknowledge',
  'preparation-withdrawal': 'Undo start',
  readiness: 'Ready',
  recall: 'Recall',
  completion: 'Complete',
  'completion-withdrawal': 'Undo complete',
  'payment-confirmation-withdrawal': 'Undo confirmation',
  rider: 'Rider',
  'rider-change': 'Other rider',
  'rider-withdrawal': 'No rider',
}

/** An order in the state after its queued actions: the buttons and the alarm on this device follow from it. */
export function afterQueuedActions(order: DeskOrder, queued: readonly Queued[]): DeskOrder {
  const waiting = queued.filter(({ write, refused }) => write.id === order.id && !refused)
  const first = waiting[0]
  if (!first) return order
  const actions = waiting.map(({ write }) => write.action)
  const status = actions.map((action) => leadsTo[action]).findLast((status) => status !== undefined)
  const delivery = actions.map((action) => deliveryAfter[action]).findLast((status) => status !== undefined)
  return {
    ...order,
    acknowledgedAt: order.acknowledgedAt ?? new Date(first.at).toISOString(),
    ...(status && { status }),
    ...(delivery && { deliveryStatus: delivery }),
    ...(actions.includes('payment-confirmation-withdrawal') && { payment: 'claimed' }),
  }
}

/** 'Start, Ready': the labels of queued actions, in their order. */
export function actionLabels(queued: readonly Pick<Queued, 'write'>[]): string {
  return queued.map(({ write }) => labels[write.action]).join(', ')
}
