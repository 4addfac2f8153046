import type { QueryClient } from '@tanstack/react-query'
import type { DeskOrder, Order, OrderList } from '#contract/order/orders.ts'
import { setAnswer } from './query.ts'
import { VersionedStore } from './versioned-store.ts'

/** More than the open orders of a night: an evicted order is so old that every fetched list has its last version. */
const mostHeld = 500

/** Orders of the signed-in customer from the stream. A list requested before a change may lack that change. */
const ownLiveOrders = new VersionedStore<Order>(mostHeld)

/** Orders of all customers from the stream, with the fields that this member of staff may read. */
export const deskLiveOrders = new VersionedStore<DeskOrder>(mostHeld)

export function clearLiveOrders(): void {
  ownLiveOrders.clear()
  deskLiveOrders.clear()
}

/** Shows orders from an answer or the stream; the newer of two versions wins. */
export function applyOwnOrders(client: QueryClient, orders: readonly Order[]): void {
  for (const order of orders) ownLiveOrders.add(order)
  if (orders.length > 0) setAnswer(client, 'GET /api/orders', mergeOwnOrders)
}

/** Merges a customer's fetched list with the stream's orders, newest first. */
export function mergeOwnOrders(list: OrderList): OrderList {
  return { ...list, orders: ownLiveOrders.mergeInto(list.orders).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)) }
}
