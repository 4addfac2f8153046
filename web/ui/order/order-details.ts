import type { LocationList } from '#contract/menu.ts'
import type { QuoteRequestBody } from '#contract/quotes.ts'
import type { User } from '#contract/session.ts'
import type { Cart } from '#domain/cart.ts'
import * as Delivery from '#domain/delivery.ts'
import type { Naira } from '#domain/money.ts'
import type { Problem } from '#domain/problem.ts'
import * as Quote from '#domain/quote.ts'
import type { OrderDetails } from '#web/sync/storage/details-store.ts'

/** Where the order goes: the place typed or chosen for it, else the customer's own (CART-6). '' where neither is known. */
export function destination(details: OrderDetails, user: User | undefined): string {
  const chosen = details.differentAddress || !user ? details.locationId : ''
  return Delivery.destination(chosen, user?.locationId ?? '')
}

/** The fee of the place it goes to. Undefined while the place, or its fee, is not known. */
export function feeOf(
  details: OrderDetails,
  user: User | undefined,
  locations: LocationList | undefined,
): Naira | undefined {
  const to = destination(details, user)
  return Delivery.fee(
    details.deliveryMethod,
    locations?.find(({ id }) => id === to),
  )
}

/** CART-10: what is still missing before the order can be paid; the server says the same of the same. */
export function missing(details: OrderDetails, user: User): Pick<Problem, 'detail' | 'field'> | undefined {
  if (user.username === '' || user.phone === '') return { detail: Quote.incompleteProfile }
  if (details.deliveryMethod === 'pick-up') return undefined
  if (!details.differentAddress) {
    return user.address === '' ? { field: 'deliveryAddress', detail: Quote.noDefaultAddress } : undefined
  }
  if (details.deliveryAddress.trim() === '') return { field: 'deliveryAddress', detail: Quote.noAddress }
  if (destination(details, user) === '') return { field: 'locationId', detail: 'Please choose a location.' }
  return undefined
}

/** What is asked of the server: no price in it. '' lets the profile stand in (PAY-7). */
export function quoteRequest(cart: Cart, details: OrderDetails): QuoteRequestBody {
  const elsewhere = details.deliveryMethod === 'delivery' && details.differentAddress
  return {
    lines: cart.lines.map(({ itemId, selection, quantity, note }) => ({ itemId, selection, quantity, note })),
    deliveryMethod: details.deliveryMethod,
    deliveryAddress: elsewhere ? details.deliveryAddress.trim() : '',
    locationId: elsewhere ? details.locationId : '',
    contactPhone: details.differentPhone ? details.contactPhone.trim() : '',
    payerName: details.differentPayer ? details.payerName.trim() : '',
    customerName: details.customerName.trim(),
  }
}
