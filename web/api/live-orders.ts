import type { Order, OrderList } from '#contract/orders.ts'
import { isAtDesk } from '#domain/desk.ts'
import { merge } from './merge.ts'

/** More than a night's open orders; what falls out has long been in every list. */
const mostKept = 500

/** Orders as the stream brought them, in the order they came: a list that was under way meanwhile may be older. */
class Arrivals {
  readonly #orders = new Map<string, Order>()

  note(order: Order): void {
    if ((this.#orders.get(order.id)?.version ?? 0) >= order.version) return
    this.#orders.delete(order.id)
    this.#orders.set(order.id, order)
    for (const id of this.#orders.keys()) if (this.#orders.size > mostKept) this.#orders.delete(id)
  }

  /** As it came last; what was not told since the page was opened is not known. */
  latest(id: string): Order | undefined {
    return this.#orders.get(id)
  }

  addTo({ orders }: OrderList): Order[] {
    return [...merge(orders, [...this.#orders.values()])]
  }

  clear(): void {
    this.#orders.clear()
  }
}

/** Those of the customer who is signed in. */
export const ownArrivals = new Arrivals()

/** Everybody's, as the desk sees them. */
export const deskArrivals = new Arrivals()

/** Nothing of one person is left for the next. */
export function forgetArrivals(): void {
  ownArrivals.clear()
  deskArrivals.clear()
}

/** A customer's list with what arrived since it was asked for: newest first. */
export function withOwnArrivals(list: OrderList): OrderList {
  return { orders: ownArrivals.addTo(list).sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)) }
}

/** The desk's list with what arrived since it was asked for: those that the desk shows, oldest first. */
export function withDeskArrivals(list: OrderList): OrderList {
  const shown = deskArrivals.addTo(list).filter((order) => isAtDesk(order, Date.now() - Date.parse(order.updatedAt)))
  return { orders: shown.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1)) }
}
