import type { DeskOrder } from '#contract/orders.ts'
import { recallWithin } from '#domain/order-actions.ts'
import { besideOf } from '#web/ui/order/line-choices.tsx'

/** '6 × Jollof Rice' over several orders. */
export type Count = { readonly name: string; readonly count: number }

/**
 * How often each dish and each extra is to be cooked, most first. A side counts with the dish of the same name.
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
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}

const keys = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

/** The numbers of the first nine orders. An order keeps its number; a new one gets the lowest that is free. */
export function numbersFor(before: ReadonlyMap<string, number>, ids: readonly string[]): ReadonlyMap<string, number> {
  const now = new Map([...before].filter(([id]) => ids.includes(id)))
  const taken = new Set(now.values())
  for (const id of ids) {
    const free = keys.find((key) => !taken.has(key))
    if (now.has(id) || free === undefined) continue
    now.set(id, free)
    taken.add(free)
  }
  const isSame = now.size === before.size && [...now].every(([id, key]) => before.get(id) === key)
  return isSame ? before : now
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
