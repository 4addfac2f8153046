import type { Role } from '../restaurant/policy.ts'
import { isOpen, type OrderStatus } from './statuses.ts'

/** Milliseconds for which the desk still shows a completed order: its customer may come back with a question. */
export const completedShownFor = 60 * 60_000

/** Milliseconds for which kitchen and riders still find an order that is over. */
const finishedKnownFor = 24 * 60 * 60_000

/**
 * Whether an order is hidden from a role: kitchen and riders no longer see an order that has been over for a day. Both times are
 * in milliseconds; `finishedAt` is undefined while the order is not over.
 */
export function isHiddenFromRole(role: Role, finishedAt: number | undefined, now: number): boolean {
  const forgets = role === 'kitchen' || role === 'rider'
  return forgets && finishedAt !== undefined && now - finishedAt >= finishedKnownFor
}

/**
 * Whether the desk shows an order: it is open, money is owed for it, or it was completed a moment ago. The kitchen's documents
 * have no `owed`. `sinceChange` is milliseconds since the last change. `ordersAtDesk` in the server says the same in SQL; a test
 * compares the two.
 */
export function isAtDesk(
  { status, owed = 0 }: { readonly status: OrderStatus; readonly owed?: number | undefined },
  sinceChange: number,
): boolean {
  return isOpen(status) || owed > 0 || (status === 'completed' && sinceChange < completedShownFor)
}
