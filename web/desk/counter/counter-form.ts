import type { LocationList } from '#contract/menu/menu.ts'
import type { CounterQuoteRequest } from '#contract/order/counter.ts'
import { asRequested, type Cart } from '#domain/order/cart.ts'
import type * as Delivery from '#domain/restaurant/delivery.ts'
import { newKey } from '#web/data/outbox/key.ts'
import type { CounterDetails } from '#web/data/storage/counter-draft.ts'
import { persisted } from '#web/data/storage/persisted.ts'

const tablet = persisted('counter-tablet', '', (stored) => (typeof stored === 'string' ? stored : undefined))

/**
 * Returns this browser's id. Without the id, the server would take equal orders from two tablets of one account for one
 * order sent twice.
 */
export function tabletKey(): string {
  tablet.set((key) => key || newKey())
  return tablet.get()
}

export function requestOf(cart: Cart, details: CounterDetails): CounterQuoteRequest {
  const isBrought = details.deliveryMethod === 'delivery'
  return {
    ...details,
    customerName: details.customerName.trim(),
    customerPhone: details.customerPhone.trim(),
    deliveryAddress: isBrought ? details.deliveryAddress.trim() : '',
    locationId: isBrought ? details.locationId : '',
    items: asRequested(cart.items),
  }
}

/** Returns the delivery place. Undefined for a pick-up or an unknown location. */
export function placeOf(
  { deliveryMethod, locationId }: CounterDetails,
  places: LocationList | undefined,
): Delivery.Location | undefined {
  return deliveryMethod === 'pick-up' ? undefined : places?.find(({ id }) => id === locationId)
}

export const portionWords = (count: number) => (count === 1 ? '1 portion' : `${count} portions`)
