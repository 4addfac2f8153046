import type { Order } from '#contract/orders.ts'
import { recallWithin } from '#domain/order-actions.ts'
import { besideOf } from '#web/ui/order/line-choices.tsx'

/** '6 × Jollof Rice' over all orders on the fire. */
export type Count = { readonly name: string; readonly count: number }

/**
 * What is to be made all in all: dishes with their size, and what goes beside them or on them, a side that is a dish of
 * its own elsewhere counted with it. The most first; what there is one of stands on its ticket.
 */
export function merged(orders: readonly Order[]): Count[] {
  const counts = new Map<string, number>()
  const add = (name: string, count: number) => counts.set(name, (counts.get(name) ?? 0) + count)
  for (const { lines } of orders) {
    // What is sold out waits for a word, not for the fire.
    for (const { name, quantity, choices } of lines.filter(({ soldOutAt }) => soldOutAt === undefined)) {
      add(name, quantity)
      for (const choice of besideOf(choices)) add(choice.name, choice.quantity * quantity)
    }
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .filter(({ count }) => count > 1)
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}

/** What has just left the pass and can still be called back, the latest first. `now` is epoch milliseconds. */
export function justReady(orders: readonly Order[], now: number): Order[] {
  return orders
    .filter(
      ({ status, deliveryStatus }) =>
        status === 'ready' && deliveryStatus !== 'out-for-delivery' && deliveryStatus !== 'failed',
    )
    .filter(({ readyAt }) => readyAt !== null && now - Date.parse(readyAt) < recallWithin)
    .sort((a, b) => Date.parse(b.readyAt ?? '') - Date.parse(a.readyAt ?? ''))
}
