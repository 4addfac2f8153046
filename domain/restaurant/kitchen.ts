import { minute } from './lagos.ts'

/** How long the restaurant says a meal takes, in minutes: HOME-1. */
export type PreparationTime = { readonly least: number; readonly most: number }

export type KitchenLoad = {
  /** Paid or claimed orders that are not ready yet. */
  readonly open: number
  /** How many orders the kitchen cooks side by side before the longest stated time is reached. */
  readonly capacity: number
  /** What the last orders took beyond the formula, as `learned` has it; 0 where nothing is known. */
  readonly learned?: number
}

/**
 * The stated time in a rush, which the staff see and no formula does: they add minutes, and what the restaurant states moves
 * with what it promises. By itself a kitchen that is over its capacity states no more than its longest time.
 */
export function inRush({ least, most }: PreparationTime, rushMinutes: number): PreparationTime {
  return { least: least + rushMinutes, most: most + rushMinutes }
}

/** Minutes by how full the kitchen is alone, between the stated bounds. */
export function estimatedMinutes(time: PreparationTime, load: KitchenLoad): number {
  const fullness = Math.min(1, Math.max(0, load.open) / Math.max(1, load.capacity))
  return Math.round(time.least + (time.most - time.least) * fullness)
}

/** Minutes until an order placed now is ready: the estimate with what was learned, within the stated bounds. */
export function preparationMinutes(time: PreparationTime, load: KitchenLoad): number {
  const minutes = Math.round(estimatedMinutes(time, load) + (load.learned ?? 0))
  return Math.min(time.most, Math.max(time.least, minutes))
}

/** Minutes by which the last orders can move a promise. Sooner only a little: a promise that is not kept costs more. */
const furthest = { sooner: 5, later: 20 } as const

/** How many orders it takes until the older ones hardly count. */
const remembered = 16

/**
 * What the kitchen's last orders took beyond the estimate, in minutes, with one more order: a moving mean that begins at 0, so
 * that few orders move it little and no single one by more than about a minute. It compares with the estimate and not with the
 * promise, or a promise that has learned would unlearn.
 */
export function learned(before: number, { estimated, took }: { estimated: number; took: number }): number {
  const beyond = Math.min(furthest.later, Math.max(-furthest.sooner, took - estimated))
  return before + (beyond - before) / remembered
}

/** When an order placed now would be ready: epoch milliseconds, up to the next full five minutes. */
export function readyBy(now: number, time: PreparationTime, load: KitchenLoad): number {
  return fullFive(now + preparationMinutes(time, load) * minute)
}

/** Up to the next full five minutes. */
export function fullFive(time: number): number {
  return Math.ceil(time / (5 * minute)) * 5 * minute
}
