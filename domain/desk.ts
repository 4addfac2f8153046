import { isOpen, type OrderStatus, statuses } from './order.ts'

// Which orders the staff see. Apart from `order.ts`, so that pages of customers do not carry it.

// Marked as pure, so that the customers' pages, which ask `isAtDesk`, do not carry the lists.
export const orderStatuses = /* @__PURE__ */ Object.keys(statuses) as OrderStatus[]

/** The statuses of orders that somebody still has to do something about. */
export const openStatuses: readonly OrderStatus[] = /* @__PURE__ */ orderStatuses.filter(isOpen)

/** Whether the kitchen has orders of this status before it. */
const inKitchen: Readonly<Record<OrderStatus, boolean>> = {
  pending: true,
  preparing: true,
  ready: false,
  completed: false,
  cancelled: false,
}

export const kitchenStatuses: readonly OrderStatus[] = /* @__PURE__ */ orderStatuses.filter(
  (status) => inKitchen[status],
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
