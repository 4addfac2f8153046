import type { Delivery } from '#contract/riders.ts'
import type { DeliveryStatus } from '#domain/order.ts'
import type { ActionEntry } from '#web/sync/outbox/queued-actions.ts'

/** The delivery status after each action. */
const leadsTo = { 'pick-up': 'out-for-delivery', handover: 'delivered', failure: 'failed' } as const satisfies Record<
  string,
  DeliveryStatus
>

export type DeliveryAction = keyof typeof leadsTo

/** The delivery status after the queued actions. */
export function statusAfterActions(delivery: Delivery, queued: readonly ActionEntry[]): DeliveryStatus {
  const last = queued.at(-1)?.write.action
  return last !== undefined && last in leadsTo ? leadsTo[last as DeliveryAction] : delivery.deliveryStatus
}
