import type { CounterQuoteRequest } from '#contract/counter.ts'
import type { LocationList } from '#contract/menu.ts'
import type { Cart } from '#domain/cart.ts'
import * as Delivery from '#domain/delivery.ts'
import type { Naira } from '#domain/money.ts'
import type { Wish } from '#web/sync/storage/counter-draft.ts'

/** What the server is asked to price. */
export function requestOf(cart: Cart, wish: Wish): CounterQuoteRequest {
  const isBrought = wish.deliveryMethod === 'delivery'
  return {
    ...wish,
    customerName: wish.customerName.trim(),
    customerPhone: wish.customerPhone.trim(),
    deliveryAddress: isBrought ? wish.deliveryAddress.trim() : '',
    locationId: isBrought ? wish.locationId : '',
    lines: cart.lines.map(({ itemId, selection, quantity, note }) => ({ itemId, selection, quantity, note })),
  }
}

/** Undefined while the place is not known. */
export function feeOf({ deliveryMethod, locationId }: Wish, places: LocationList | undefined): Naira | undefined {
  return Delivery.fee(
    deliveryMethod,
    places?.find(({ id }) => id === locationId),
  )
}
