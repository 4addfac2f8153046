import type { Order } from '#contract/order/orders.ts'

/** Says why an order was cancelled. */
export function whyCancelled({ cancelledBy, cancelReason }: Order): string {
  return cancelledBy === 'customer'
    ? ['You cancelled this order.', cancelReason].filter(Boolean).join(' ')
    : `${cancelReason}`
}
