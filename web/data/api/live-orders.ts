import type { DeskOrder, Order, OrderList } from '#contract/order/orders.ts'
import { merge } from './merge.ts'

/** More than a night's open orders; an order that is evicted here is in every fetched list by then. */
const mostHeld = 500

/** Orders that the stream brought, in the order they came: a list that was requested before may be older. */
class LiveOrders<Document extends Order | DeskOrder> {
  readonly #orders = new Map<string, Document>()

  add(order: Document): void {
    if ((this.#orders.get(order.id)?.version ?? 0) >= order.version) return
    this.#orders.delete(order.id)
    this.#orders.set(order.id, order)
    for (const id of this.#orders.keys()) if (this.#orders.size > mostHeld) this.#orders.delete(id)
  }

  /** The newest version that came since the page was opened. */
  latest(id: string): Document | undefined {
    return this.#orders.get(id)
  }

  mergeInto({ orders }: { readonly orders: readonly Document[] }): Document[] {
    return [...merge(orders, [...this.#orders.values()])]
  }

  clear(): void {
    this.#orders.clear()
  }
}

/** Orders of the customer who is signed in. */
export const ownLiveOrders = new LiveOrders<Order>()

/** Orders of all customers, as this member of staff sees them. */
export const deskLiveOrders = new LiveOrders<DeskOrder>()

/** For a change of account. */
export function clearLiveOrders(): void {
  ownLiveOrders.clear()
  deskLiveOrders.clear()
}

/** A customer's fetched list with the orders that the stream brought: newest first. */
export function mergeOwnOrders(list: OrderList): OrderList {
  return { ...list, orders: ownLiveOrders.mergeInto(list).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)) }
}
