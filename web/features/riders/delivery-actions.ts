import type { Delivery } from '#contract/riders.ts'
import type { Trip } from '#domain/order.ts'
import type { TapEntry } from '#web/sync/outbox/queued-actions.ts'

/** Where a tap leads, once the house agrees. */
const leadsTo = { 'pick-up': 'out', handover: 'delivered', failure: 'failed' } as const satisfies Record<string, Trip>

export type What = keyof typeof leadsTo

/** How a delivery stands if all that waits is agreed to. */
export function tripAfter(delivery: Delivery, taps: readonly TapEntry[]): Trip {
  const last = taps.at(-1)?.deed.what
  return last !== undefined && last in leadsTo ? leadsTo[last as What] : delivery.trip
}
