import type { QueryClient } from '@tanstack/react-query'
import type { DeskOrder, DeskOrderList } from '#contract/order/orders.ts'
import { isAtDesk } from '#domain/order/visibility.ts'
import { serverNow } from './client.ts'
import { deskLiveOrders } from './live-orders.ts'
import { query, setAnswer } from './query.ts'

// Not in `queries.ts`, because customers' pages load that file and need no board.

export const deskOrdersQuery = query('GET /api/desk/orders', { merge: mergeDeskOrders })

/** Puts orders from an answer or the stream on the board; the newer of two versions wins. */
export function applyDeskOrders(client: QueryClient, orders: readonly DeskOrder[]): void {
  for (const order of orders) deskLiveOrders.add(order)
  if (orders.length > 0) setAnswer(client, 'GET /api/desk/orders', mergeDeskOrders)
}

/** Merges the fetched list with the stream's orders. Returns the orders that the desk shows, oldest first. */
export function mergeDeskOrders(list: DeskOrderList): DeskOrderList {
  const shown = deskLiveOrders
    .mergeInto(list.orders)
    .filter((order) => isAtDesk(order, serverNow() - Date.parse(order.updatedAt)))
  return { orders: shown.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1)) }
}
