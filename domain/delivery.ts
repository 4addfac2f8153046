import type { Naira } from './money.ts'
import * as Money from './money.ts'

export type DeliveryMethod = 'delivery' | 'pick-up'

/** A place that the restaurant delivers to. */
export type Location = { readonly id: string; readonly name: string; readonly fee: Naira }

/** The location an order goes to: the one chosen for it, else the customer's own. '' where neither is known. */
export function destination(chosen: string, own: string): string {
  return chosen || own
}

/** The delivery fee; a pick-up has none. Undefined where the location is not known, or not delivered to. */
export function fee(method: DeliveryMethod, location: Pick<Location, 'fee'> | undefined): Naira | undefined {
  return method === 'pick-up' ? Money.zero : location?.fee
}

/** What is to be paid for dishes and delivery together (CART-6). */
export function total(subtotal: Naira, fee: Naira): Naira {
  return Money.add(subtotal, fee)
}
