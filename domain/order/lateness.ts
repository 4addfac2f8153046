import { type DeliveryStatus, isIn, type OrderStatus } from './statuses.ts'

const minute = 60_000

/** How long a finished dish may stand: after ten minutes somebody should look, after twenty it is no longer hot. */
const waiting = { soon: 10 * minute, late: 20 * minute }

/** How long a rider may be out before somebody should call. */
const riding = { soon: 30 * minute, late: 45 * minute }

export type Pace = 'fine' | 'soon' | 'late'

/** Epoch milliseconds. `since`: when the order was ready, or left with its rider. */
type Times = { readonly placed: number; readonly promised: number; readonly since: number }

/**
 * How an order does against its promise: 'soon' in the last third of the promised time. The promise of a ready order is
 * kept; from then on the time it waits counts. `now` is epoch milliseconds.
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
