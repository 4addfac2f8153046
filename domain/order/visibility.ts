import type { Role } from '../restaurant/policy.ts'
import { isOpen, type OrderStatus } from './statuses.ts'

/**
 * The time for which the desk still shows a completed order, in milliseconds: its customer may return with a question.
 */
export const completedShownFor = 60 * 60_000

const finishedKnownMs = 24 * 60 * 60_000

/**
 * Returns true if an order is hidden from a role: kitchen and riders stop seeing an order a day after it finished.
 * Times are in milliseconds; `finishedAt` is undefined while the order is open.
 */
export function isHiddenFromRole(role: Role, finishedAt: number | undefined, now: number): boolean {
  const forgets = role === 'kitchen' || role === 'rider'
  return forgets && finishedAt !== undefined && now - finishedAt >= finishedKnownMs
}

/**
 * Returns true if the desk shows an order: it is open, a refund is owed, or it was completed recently. The kitchen's
 * documents have no `owed`. `sinceChange` is milliseconds since the last change. A test compares this function with the
 * SQL of `ordersAtDesk`.
 */
export function isAtDesk(
  { status, owed = 0 }: { readonly status: OrderStatus; readonly owed?: number | undefined },
  sinceChange: number,
): boolean {
  return isOpen(status) || owed > 0 || (status === 'completed' && sinceChange < completedShownFor)
}
