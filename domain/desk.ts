import { type DeliveryStatus, deliveryStatuses, isOpen, type OrderStatus, type Role, statuses } from './order.ts'
import { covers, type PaymentState, paymentStates } from './payment.ts'

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

/** Whether an order of this status may have a rider. */
const forRiders: Readonly<Record<OrderStatus, boolean>> = {
  pending: false,
  preparing: true,
  ready: true,
  completed: false,
  cancelled: false,
}

export const riderStatuses: readonly OrderStatus[] = /* @__PURE__ */ orderStatuses.filter((status) => forRiders[status])

/** Whether a delivery of this status is in a rider's hands. */
const carried: Readonly<Record<DeliveryStatus, boolean>> = {
  unassigned: false,
  assigned: true,
  'out-for-delivery': true,
  failed: false,
  delivered: false,
}

export const carriedStatuses: readonly DeliveryStatus[] = /* @__PURE__ */ deliveryStatuses.filter(
  (status) => carried[status],
)

/** Null for a pick-up. */
export function isCarried(status: DeliveryStatus | null): boolean {
  return status !== null && carried[status]
}

/** The states of a payment that the kitchen can rely on. */
export const coveredStates: readonly PaymentState[] = /* @__PURE__ */ paymentStates.filter(covers)

/** Milliseconds for which the desk still shows a completed order: its customer may come back with a question. */
export const completedShownFor = 60 * 60_000

/** Milliseconds for which kitchen and riders still find an order that is over. */
const finishedKnownFor = 24 * 60 * 60_000

/**
 * Whether an order has left a role's hands: kitchen and riders know nothing more of one that has been over for a day. Both
 * times are in milliseconds; `finishedAt` is undefined while the order is not over.
 */
export function hasLeft(role: Role, finishedAt: number | undefined, now: number): boolean {
  const leaves = role === 'kitchen' || role === 'rider'
  return leaves && finishedAt !== undefined && now - finishedAt >= finishedKnownFor
}

/**
 * Whether the desk shows an order: it is open, money is owed for it, or it was completed a moment ago. The kitchen is not
 * told of money owed. `sinceChange` is milliseconds since its last change. `ordersAtDesk` in the server says the same in
 * SQL; a test compares the two.
 */
export function isAtDesk(
  { status, owed = 0 }: { readonly status: OrderStatus; readonly owed?: number | undefined },
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

/**
 * Since when an order waits for whoever it rings for: since its transfer was claimed last, and in the kitchen since the money
 * was found, which may be long after that, or since it was started unpaid. Moments as dates, or as instants that are all
 * written alike.
 */
export function ringsSince<Moment extends object | string>({
  claimedAt,
  foundAt,
  startedAt,
}: {
  readonly claimedAt: Moment
  readonly foundAt: Moment | null
  readonly startedAt: Moment | null
}): Moment {
  return [foundAt, startedAt].reduce<Moment>((last, at) => (at !== null && at > last ? at : last), claimedAt)
}
