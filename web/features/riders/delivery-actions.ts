import type { Delivery } from '#contract/riders.ts'
import type { DeliveryStatus } from '#domain/order.ts'
import type { TapEntry } from '#web/sync/outbox/queued-actions.ts'

/** Where a tap leads, once the restaurant agrees. */
const leadsTo = { 'pick-up': 'out-for-delivery', handover: 'delivered', failure: 'failed' } as const satisfies Record<
  string,
  DeliveryStatus
>

export type What = keyof typeof leadsTo

/** How a delivery stands if all that waits is agreed to. */
export function deliveryStatusAfter(delivery: Delivery, taps: readonly TapEntry[]): DeliveryStatus {
  const last = taps.at(-1)?.write.what
  return last !== undefined && last in leadsTo ? leadsTo[last as What] : delivery.deliveryStatus
}
