import { isOpen, type OrderStatus, statuses } from './order.ts'

// Which orders the staff see. Apart from `order.ts`, so that pages of customers do not carry it.

export const orderStatuses = Object.keys(statuses) as OrderStatus[]

/** The statuses of orders that somebody still has to do something about. */
export const openStatuses: readonly OrderStatus[] = orderStatuses.filter(isOpen)

/** The statuses of orders that the kitchen has before it. */
export const kitchenStatuses: readonly OrderStatus[] = orderStatuses.filter(
  (status) => statuses[status].stage === 'kitchen',
)

/** Milliseconds for which the desk still shows a completed order: its customer may come back with a question. */
export const completedShownFor = 60 * 60_000

/**
 * Whether the desk shows an order: it is open, money is owed for it, or it was completed a moment ago. `sinceChange` is
 * milliseconds since its last change. `ordersAtDesk` in the server says the same in SQL; a test compares the two.
 */
export function isAtDesk(
  { status, owed }: { readonly status: OrderStatus; readonly owed: number },
  sinceChange: number,
): boolean {
  return isOpen(status) || owed > 0 || (status === 'completed' && sinceChange < completedShownFor)
}

/** Whether an order has come in, or its transfer was claimed again, and no member of staff has seen it yet. */
export function isUnacknowledged({
  status,
  acknowledgedAt,
}: {
  readonly status: OrderStatus
  readonly acknowledgedAt: unknown
}): boolean {
  return status === 'pending' && acknowledgedAt === null
}
