import type { Order } from '#contract/orders.ts'
import type { OrderStatus } from '#domain/order.ts'

export const statusWords = {
  pending: 'Pending',
  preparing: 'Preparing',
  ready: 'Ready',
  completed: 'Completed',
  cancelled: 'Cancelled',
} as const satisfies Record<OrderStatus, string>

/** The reason of a cancelled order. */
export function whyCancelled({ cancelledBy, cancelReason }: Order): string {
  return cancelledBy === 'customer'
    ? ['You cancelled this order.', cancelReason].filter(Boolean).join(' ')
    : `${cancelReason}`
}
