import type { Delivery } from '#contract/riders.ts'
import type { DeliveryStatus } from '#domain/order.ts'
import type { DeliveryAction } from '#web/sync/outbox/queue.ts'
import type { ActionEntry } from '#web/sync/outbox/queued-actions.ts'

/** The delivery status after each action. */
const leadsTo: Readonly<Record<DeliveryAction['action'], DeliveryStatus>> = {
  'pick-up': 'out-for-delivery',
  handover: 'delivered',
  failure: 'failed',
}

/** The delivery status after the queued actions. */
export function statusAfterActions(delivery: Delivery, queued: readonly ActionEntry<'deliveries'>[]): DeliveryStatus {
  const last = queued.at(-1)?.write.action
  return last ? leadsTo[last] : delivery.deliveryStatus
}

/** Naira that an action which is not answered yet says were collected. */
export function collectedBy(write: DeliveryAction): number {
  return write.action === 'handover' ? (write.body.collected ?? 0) : 0
}
