import type { Order } from '#contract/orders.ts'
import type { OrderStatus } from '#domain/order.ts'
import type { OrderTap } from '#web/sync/outbox/queue.ts'
import type { TapEntry } from '#web/sync/outbox/queued-actions.ts'

type Wait = Pick<TapEntry<'orders'>, 'at' | 'write' | 'waits' | 'refused'>

const leadsTo: Readonly<Partial<Record<OrderTap['what'], OrderStatus>>> = {
  preparation: 'preparing',
  readiness: 'ready',
  recall: 'preparing',
  completion: 'completed',
}

const words: Readonly<Record<OrderTap['what'], string>> = {
  acknowledgement: 'Taken',
  preparation: 'Start',
  readiness: 'Ready',
  recall: 'Recall',
  completion: 'Complete',
  rider: 'Rider',
  'rider-change': 'Other rider',
}

/** An order as it will be if all that waits is agreed to: what can be pressed next follows from it, and what rings. */
export function afterTaps(order: Order, taps: readonly Wait[]): Order {
  const waiting = taps.filter(({ write, refused }) => write.id === order.id && !refused)
  const first = waiting[0]
  if (!first) return order
  const tapped = waiting.map(({ write }) => write.what)
  const status = tapped.map((what) => leadsTo[what]).findLast((status) => status !== undefined)
  const isGiven = tapped.some((what) => what === 'rider' || what === 'rider-change')
  return {
    ...order,
    acknowledgedAt: order.acknowledgedAt ?? new Date(first.at).toISOString(),
    ...(status && { status }),
    ...(isGiven && { deliveryStatus: 'assigned' }),
  }
}

/** 'Start, Ready': what waits for the network, in the order in which it was tapped. */
export function tapWords(taps: readonly Pick<Wait, 'write'>[]): string {
  return taps.map(({ write }) => words[write.what]).join(', ')
}
