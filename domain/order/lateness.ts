import { minute } from '../restaurant/lagos.ts'
import { type DeliveryStatus, isIn, type OrderStatus } from './statuses.ts'

/**
 * Waiting times of a ready order in milliseconds: after ten minutes somebody should check, after twenty the food is no
 * longer hot.
 */
const waiting = { soon: 10 * minute, late: 20 * minute }

/**
 * Times since a rider left, in milliseconds: after thirty minutes somebody should check, after 45 somebody should call.
 */
const riding = { soon: 30 * minute, late: 45 * minute }

export type Pace = 'fine' | 'soon' | 'late'

/** Times in epoch milliseconds. `since` is the time at which the order was ready, or left with its rider. */
type Times = { readonly placed: number; readonly promised: number; readonly since: number }

/**
 * Returns how late an order is. Before an order is ready, 'soon' is the last third of the time from placing to promise,
 * and 'late' the time after the promise. Once the order is ready, the time since it was ready or left with its rider
 * decides. `now` is in epoch milliseconds.
 */
export function pace(
  { status, deliveryStatus }: { readonly status: OrderStatus; readonly deliveryStatus: DeliveryStatus | null },
  { placed, promised, since }: Times,
  now: number,
): Pace {
  if (isIn(status, 'cooked')) {
    const { soon, late } = deliveryStatus === 'out-for-delivery' ? riding : waiting
    return now - since >= late ? 'late' : now - since >= soon ? 'soon' : 'fine'
  }
  const left = promised - now
  return left < 0 ? 'late' : left <= (promised - placed) / 3 ? 'soon' : 'fine'
}
