import type { Delivery } from '#contract/riders.ts'
import type { DeliveryStatus } from '#domain/order.ts'
import type { DeliveryTap } from '#web/sync/outbox/queue.ts'
import type { TapEntry } from '#web/sync/outbox/queued-actions.ts'

/** Where a tap leads, once the restaurant agrees. */
const leadsTo: Readonly<Record<DeliveryTap['what'], DeliveryStatus>> = {
  'pick-up': 'out-for-delivery',
  handover: 'delivered',
  failure: 'failed',
}

/** How a delivery stands if all that waits is agreed to. */
export function deliveryStatusAfter(delivery: Delivery, taps: readonly TapEntry<'deliveries'>[]): DeliveryStatus {
  const last = taps.at(-1)?.write.what
  return last ? leadsTo[last] : delivery.deliveryStatus
}
