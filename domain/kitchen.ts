/** How long the restaurant says a meal takes, in minutes: HOME-1. */
export type PreparationTime = { readonly least: number; readonly most: number }

export type KitchenLoad = {
  /** Paid or claimed orders that are not ready yet. */
  readonly open: number
  /** How many orders the kitchen cooks side by side before the longest stated time is reached. */
  readonly capacity: number
}

const minute = 60_000

/**
 * The stated time in a rush, which the staff see and no formula does: they add minutes, and what the restaurant states moves
 * with what it promises. By itself a kitchen that is over its capacity states no more than its longest time.
 */
export function inRush({ least, most }: PreparationTime, rushMinutes: number): PreparationTime {
  return { least: least + rushMinutes, most: most + rushMinutes }
}

/** Minutes until an order placed now is ready: between the stated bounds, by how full the kitchen is. */
export function preparationMinutes(time: PreparationTime, load: KitchenLoad): number {
  const fullness = Math.min(1, Math.max(0, load.open) / Math.max(1, load.capacity))
  return Math.round(time.least + (time.most - time.least) * fullness)
}

/** When an order placed now would be ready: epoch milliseconds, up to the next full five minutes. */
export function readyBy(now: number, time: PreparationTime, load: KitchenLoad): number {
  const step = 5 * minute
  return Math.ceil((now + preparationMinutes(time, load) * minute) / step) * step
}

/** Lagos keeps one hour ahead of UTC all year. */
const ahead = 60 * minute
const day = 24 * 60 * minute

/** When the restaurant begins its next day after `now`, both epoch milliseconds. `begins` is Lagos time, '06:00'. */
export function nextOpening(now: number, begins: string): number {
  const [hours = 0, minutes = 0] = begins.split(':').map(Number)
  const offset = (hours * 60 + minutes) * minute - ahead
  return (Math.floor((now - offset) / day) + 1) * day + offset
}
