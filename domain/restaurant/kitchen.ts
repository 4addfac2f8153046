import { minute } from './lagos.ts'

/** The range of preparation time that customers read, in minutes (HOME-1). */
export type PreparationTime = { readonly least: number; readonly most: number }

export type KitchenLoad = {
  /** Paid or claimed orders that are not ready yet. */
  readonly open: number
  /** The number of open orders at which the estimate reaches the longest preparation time. */
  readonly capacity: number
  /** The learned correction in minutes, see `learned`; 0 without a correction. */
  readonly learned?: number
}

/** Returns the range in a rush: both of its ends move by the minutes that staff have added. */
export function inRush({ least, most }: PreparationTime, rushMinutes: number): PreparationTime {
  return { least: least + rushMinutes, most: most + rushMinutes }
}

/** Returns the minutes that the number of open orders suggests, within the range. */
export function estimatedMinutes(time: PreparationTime, load: KitchenLoad): number {
  const fullness = Math.min(1, Math.max(0, load.open) / Math.max(1, load.capacity))
  return Math.round(time.least + (time.most - time.least) * fullness)
}

/**
 * Returns the minutes until an order placed now is ready: the estimate plus the learned correction, within the range.
 */
export function preparationMinutes(time: PreparationTime, load: KitchenLoad): number {
  const minutes = Math.round(estimatedMinutes(time, load) + (load.learned ?? 0))
  return Math.min(time.most, Math.max(time.least, minutes))
}

/**
 * The largest learned corrections in minutes. The correction for 'sooner' is small, because a broken promise costs more
 * than a long promise.
 */
const furthest = { sooner: 5, later: 20 } as const

/**
 * Each order moves the learned correction by a sixteenth of the difference between that correction and the order's own
 * deviation from the estimate.
 */
const remembered = 16

/**
 * Returns the learned correction in minutes after one more order: a moving mean that begins at 0. One order moves the
 * correction by less than two minutes. `estimated` is the estimate without the correction, because the promise already
 * includes the correction.
 */
export function learned(before: number, { estimated, took }: { estimated: number; took: number }): number {
  const beyond = Math.min(furthest.later, Math.max(-furthest.sooner, took - estimated))
  return before + (beyond - before) / remembered
}

/** Returns when an order placed now would be ready, in epoch milliseconds, rounded up to five minutes. */
export function readyBy(now: number, time: PreparationTime, load: KitchenLoad): number {
  return fullFive(now + preparationMinutes(time, load) * minute)
}

/** Rounds up to five minutes. */
export function fullFive(time: number): number {
  return Math.ceil(time / (5 * minute)) * 5 * minute
}
