import type { CategorySummary, MenuItem } from '#contract/menu/menu.ts'
import type { DeskOrder } from '#contract/order/orders.ts'
import { besideOf } from '#domain/menu/line-choices.ts'
import { can } from '#domain/order/decide.ts'

/**
 * The number of portions of a dish in several orders, such as '6 × Jollof Rice'. For an extra, `itemId` is the id of
 * the dish with which it is ordered.
 */
export type Count = { readonly name: string; readonly count: number; readonly itemId: string }

/**
 * Returns the portions to cook of each dish and extra, highest count first. A side is added to the dish of the same
 * name.
 */
export function dishCounts(orders: readonly DeskOrder[]): Count[] {
  const counts = new Map<string, Count>()
  const add = (name: string, count: number, itemId: string) =>
    counts.set(name, { itemId, name, count: (counts.get(name)?.count ?? 0) + count })
  for (const { items: lines } of orders) {
    // Skip sold-out lines, which wait for the customer's choice.
    for (const { itemId, name, quantity, extras: choices } of lines.filter(
      ({ soldOutAt }) => soldOutAt === undefined,
    )) {
      add(name, quantity, itemId)
      for (const choice of besideOf(choices)) add(choice.name, choice.quantity * quantity, itemId)
    }
  }
  return [...counts.values()].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}

/** Groups the counts by category in menu order. Dishes of unlisted categories come last, without a title. */
export function byCategory(
  counts: readonly Count[],
  items: readonly Pick<MenuItem, 'id' | 'name' | 'category'>[],
  categories: readonly Pick<CategorySummary, 'id' | 'title'>[],
): { readonly title: string; readonly counts: readonly Count[] }[] {
  const listed = items.filter(({ category }) => categories.some(({ id }) => id === category))
  const categoryOf = ({ name, itemId }: Count) =>
    (listed.find((item) => item.name === name) ?? listed.find(({ id }) => id === itemId))?.category ?? ''
  return [...categories, { id: '', title: '' }]
    .map(({ id, title }) => ({ title, counts: counts.filter((count) => categoryOf(count) === id) }))
    .filter(({ counts }) => counts.length > 0)
}

const keys = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const

/** Assigns the number keys 1 to 9 to orders. An order keeps its number; a new order gets the lowest free number. */
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

/**
 * Returns the ready orders that can still be taken back to 'being cooked', latest first. `now` is epoch milliseconds.
 */
export function justReady(orders: readonly DeskOrder[], now: number): DeskOrder[] {
  return orders
    .filter((order) => order.readyAt !== null && can('recall', order, undefined, now))
    .sort((a, b) => Date.parse(b.readyAt ?? '') - Date.parse(a.readyAt ?? ''))
}
