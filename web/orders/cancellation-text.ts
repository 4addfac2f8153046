import type { Order } from '#contract/order/orders.ts'

export function whyCancelled({ cancelledBy, cancelReason }: Order): string {
  return cancelledBy === 'customer'
    ? ['You cancelled this order.', cancelReason].filter(Boolean).join(' ')
    : `${cancelReason}`
}
