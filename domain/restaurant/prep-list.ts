import { minute } from './lagos.ts'

export type Prep = {
  /** The task's name: 'Thaw'. */
  readonly task: string
  /** The task is due this many minutes before the kitchen starts the order. */
  readonly ahead: number
}

type OrderForLater = {
  readonly startAt: number
  readonly due: number
  /** The dishes of all lines, by id: `Menu.portions`. */
  readonly portions: readonly (readonly [itemId: string, count: number])[]
}

type PrepEntry = {
  readonly itemId: string
  readonly task: string
  readonly count: number
  /** The deadline of the task: the earliest among the orders with the same `due`. Epoch milliseconds, like `due`. */
  readonly by: number
  readonly due: number
}

/** Returns the tasks for orders for later: one for each dish and slot, most urgent first. */
export function prepList(orders: readonly OrderForLater[], prepOf: (itemId: string) => Prep | undefined): PrepEntry[] {
  const entries = new Map<string, PrepEntry>()
  for (const { startAt, due, portions } of orders) {
    for (const [itemId, count] of portions) {
      const prep = prepOf(itemId)
      if (!prep) continue
      const key = `${itemId} ${due}`
      const before = entries.get(key)
      const by = Math.min(startAt - prep.ahead * minute, before?.by ?? Infinity)
      entries.set(key, { itemId, task: prep.task, count: count + (before?.count ?? 0), by, due })
    }
  }
  return [...entries.values()].sort((a, b) => a.by - b.by || a.due - b.due)
}
