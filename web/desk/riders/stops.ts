import type { Delivery } from '#contract/order/riders.ts'
import { type DeliveryStatus, isIn } from '#domain/order/statuses.ts'

const turn: Readonly<Record<DeliveryStatus, number>> = {
  'out-for-delivery': 0,
  assigned: 1,
  unassigned: 1,
  failed: 3,
  delivered: 4,
}

/**
 * Sorts stops: deliveries that were picked up, then ready, being cooked, failed and delivered ones. Within a group, the
 * earliest promise comes first.
 */
export function byNextStop(
  deliveries: readonly Delivery[],
  statusOf: (delivery: Delivery) => DeliveryStatus,
): Delivery[] {
  const rank = (delivery: Delivery) => {
    const waits = turn[statusOf(delivery)]
    return waits === 1 && !isIn(delivery.status, 'cooked') ? 2 : waits
  }
  return deliveries.toSorted((a, b) => rank(a) - rank(b) || Date.parse(a.readyBy) - Date.parse(b.readyBy))
}
