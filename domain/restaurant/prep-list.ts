import { minute } from './lagos.ts'

/** What the kitchen does before it starts to cook a dish. */
export type Prep = {
  /** 'Thaw' */
  readonly task: string
  /** Minutes before the start of the order. */
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
  /** When the task must be done, for the first of the orders that are due together. Epoch milliseconds, as `due`. */
  readonly by: number
  readonly due: number
}

/** The tasks before orders for later: one for each dish and slot, the most urgent first. */
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
