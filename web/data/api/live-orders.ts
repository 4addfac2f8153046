import type { QueryClient } from '@tanstack/react-query'
import type { DeskOrder, Order, OrderList } from '#contract/order/orders.ts'
import { setAnswer } from './query.ts'
import { VersionedStore } from './versioned-store.ts'

/**
 * The most orders in a store: more than the open orders of a night. A full store drops the order that has been
 * unchanged for longest. Every list that was fetched since that order's last change already has its latest version.
 */
const mostHeld = 500

/**
 * Orders of the signed-in customer from the stream. They are merged into each fetched list, because a list that was
 * requested before a change may lack the change.
 */
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
