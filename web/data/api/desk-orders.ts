import type { DeskOrderList } from '#contract/order/orders.ts'
import { isAtDesk } from '#domain/order/visibility.ts'
import { serverNow } from './client.ts'
import { deskLiveOrders } from './live-orders.ts'
import { query } from './query.ts'

// Apart from `queries.ts`, so that pages of customers do not carry it.

/** The orders that the desk shows, oldest first. */
export const deskOrdersQuery = query('GET /api/desk/orders', { merge: mergeDeskOrders })

/** The desk's fetched list with the orders that the stream brought: those that the desk shows, oldest first. */
export function mergeDeskOrders(list: DeskOrderList): DeskOrderList {
  const shown = deskLiveOrders
    .mergeInto(list.orders)
    .filter((order) => isAtDesk(order, serverNow() - Date.parse(order.updatedAt)))
  return { orders: shown.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1)) }
}
