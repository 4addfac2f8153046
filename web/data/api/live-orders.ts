import type { QueryClient } from '@tanstack/react-query'
import type { DeskOrder, Order, OrderList } from '#contract/order/orders.ts'
import { setAnswer } from './query.ts'
import { VersionedStore } from './versioned-store.ts'

/** More than a night's open orders; an order that is evicted here is in every fetched list by then. */
const mostHeld = 500

/** Orders of the customer who is signed in that the stream brought: a list that was requested before may be older. */
const ownLiveOrders = new VersionedStore<Order>(mostHeld)

/** Orders of all customers that the stream brought, as this member of staff sees them. */
export const deskLiveOrders = new VersionedStore<DeskOrder>(mostHeld)

/** For a change of account. */
export function clearLiveOrders(): void {
  ownLiveOrders.clear()
  deskLiveOrders.clear()
}

/** Shows orders that an answer or the stream brought: the newer of two versions stays. */
export function applyOwnOrders(client: QueryClient, orders: readonly Order[]): void {
  for (const order of orders) ownLiveOrders.add(order)
  if (orders.length > 0) setAnswer(client, 'GET /api/orders', mergeOwnOrders)
}

/** A customer's fetched list with the orders that the stream brought: newest first. */
export function mergeOwnOrders(list: OrderList): OrderList {
  return { ...list, orders: ownLiveOrders.mergeInto(list.orders).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)) }
}
