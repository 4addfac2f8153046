import type { DeskOrder } from '#contract/order/orders.ts'
import { decide } from '#domain/order/decide.ts'
import type { Actor } from '#domain/restaurant/policy.ts'
import type { ActionEntry } from '#web/data/outbox/queued-actions.ts'

type Queued = Pick<ActionEntry, 'at' | 'write' | 'refused'>

/** Returns the order as it will be after its queued actions, for the buttons and the alarm of this device. */
export function afterQueuedActions(order: DeskOrder, queued: readonly Queued[], actor: Actor): DeskOrder {
  let after = order
  for (const { write, at, refused } of queued) {
    if (write.id !== order.orderId || refused) continue
    const decision = decide(write.action, after, actor, new Date(at).toISOString())
    if (decision.ok) after = { ...after, ...decision.value.set }
  }
  return after
}
