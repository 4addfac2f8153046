import type { Plan } from './calendar.ts'
import * as Lagos from './lagos.ts'

// The rules about orders for later that customers' pages need. These pages do not load the calendar.

/** The customer can move or cancel an order for later until this many milliseconds before the order's start. */
const changeableBefore = 30 * Lagos.minute

/** Returns true if an order still waits for the kitchen's start. */
export function isForLater({ startAt }: Pick<Plan, 'startAt'>, now: number): boolean {
  return now < startAt
}

/** Returns the time until which the customer can move an order for later. */
export function changeableUntil({ startAt }: Pick<Plan, 'startAt'>): number {
  return startAt - changeableBefore
}

/** Returns the slot nearest to a time in epoch milliseconds; undefined without slots. */
export function nearestTo<Slot extends { readonly at: number }>(
  wanted: number,
  slots: readonly Slot[],
): Slot | undefined {
  return [...slots].sort((a, b) => Math.abs(a.at - wanted) - Math.abs(b.at - wanted))[0]
}
