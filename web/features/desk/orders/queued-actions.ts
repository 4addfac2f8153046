import type { DeskOrder } from '#contract/orders.ts'
import type { OrderStatus } from '#domain/order.ts'
import type { OrderAction } from '#web/sync/outbox/queue.ts'
import type { ActionEntry } from '#web/sync/outbox/queued-actions.ts'

type Queued = Pick<ActionEntry<'orders'>, 'at' | 'write' | 'waits' | 'refused'>

const leadsTo: Readonly<Partial<Record<OrderAction['action'], OrderStatus>>> = {
  preparation: 'preparing',
  readiness: 'ready',
  recall: 'preparing',
  completion: 'completed',
}

const labels: Readonly<Record<OrderAction['action'], string>> = {
  acknowledgement: 'Acknowledge',
  preparation: 'Start',
  readiness: 'Ready',
  recall: 'Recall',
  completion: 'Complete',
  rider: 'Rider',
  'rider-change': 'Other rider',
}

/** An order in the state after its queued actions: the buttons and the alarm on this device follow from it. */
export function afterQueuedActions(order: DeskOrder, queued: readonly Queued[]): DeskOrder {
  const waiting = queued.filter(({ write, refused }) => write.id === order.id && !refused)
  const first = waiting[0]
  if (!first) return order
  const actions = waiting.map(({ write }) => write.action)
  const status = actions.map((action) => leadsTo[action]).findLast((status) => status !== undefined)
  const isAssigned = actions.some((action) => action === 'rider' || action === 'rider-change')
  return {
    ...order,
    acknowledgedAt: order.acknowledgedAt ?? new Date(first.at).toISOString(),
    ...(status && { status }),
    ...(isAssigned && { deliveryStatus: 'assigned' }),
  }
}

/** 'Start, Ready': the labels of queued actions, in their order. */
export function actionLabels(queued: readonly Pick<Queued, 'write'>[]): string {
  return queued.map(({ write }) => labels[write.action]).join(', ')
}
