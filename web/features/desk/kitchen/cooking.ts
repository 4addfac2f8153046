import type { DeskOrder } from '#contract/orders.ts'
import { recallWithin } from '#domain/order-actions.ts'
import { besideOf } from '#web/ui/order/line-choices.tsx'

/** '6 × Jollof Rice' over several orders. */
export type Count = { readonly name: string; readonly count: number }

/**
 * How often each dish and each extra is to be cooked, most first. A side counts with the dish of the same name. What is
 * needed once is left out, because its ticket shows it.
 */
export function dishCounts(orders: readonly DeskOrder[]): Count[] {
  const counts = new Map<string, number>()
  const add = (name: string, count: number) => counts.set(name, (counts.get(name) ?? 0) + count)
  for (const { lines } of orders) {
    // A sold-out line waits for the customer's choice.
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

/** The orders that can still be recalled, latest first. `now` is epoch milliseconds. */
export function justReady(orders: readonly DeskOrder[], now: number): DeskOrder[] {
  return orders
    .filter(
      ({ status, deliveryStatus }) =>
        status === 'ready' && deliveryStatus !== 'out-for-delivery' && deliveryStatus !== 'failed',
    )
    .filter(({ readyAt }) => readyAt !== null && now - Date.parse(readyAt) < recallWithin)
    .sort((a, b) => Date.parse(b.readyAt ?? '') - Date.parse(a.readyAt ?? ''))
}
