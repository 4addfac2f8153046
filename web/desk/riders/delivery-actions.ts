import type { Delivery } from '#contract/order/riders.ts'
import { actions, type Rule } from '#domain/order/actions.ts'
import type { DeliveryStatus } from '#domain/order/statuses.ts'
import type { OrderAction } from '#web/data/outbox/queue.ts'
import type { ActionEntry } from '#web/data/outbox/queued-actions.ts'

export function statusAfterActions(delivery: Delivery, queued: readonly ActionEntry[]): DeliveryStatus {
  const last = queued.at(-1)
  const rule: Rule | undefined = last && actions[last.write.action]
  return rule?.to?.deliveryStatus ?? delivery.deliveryStatus
}

/** Returns the naira that an unanswered action reports as collected. */
export function collectedBy(write: OrderAction): number {
  return write.action === 'deliver' ? (write.body.collected ?? 0) : 0
}
