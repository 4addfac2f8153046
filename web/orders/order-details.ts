import type { LocationList } from '#contract/menu/menu.ts'
import type { QuoteRequestBody } from '#contract/order/quotes.ts'
import type { User } from '#contract/session.ts'
import type { Naira } from '#domain/money/money.ts'
import { asRequested, type Cart } from '#domain/order/cart.ts'
import * as Quote from '#domain/order/quote.ts'
import type { Problem } from '#domain/problem.ts'
import * as Delivery from '#domain/restaurant/delivery.ts'
import * as Phone from '#domain/text/phone.ts'
import type { OrderDetails } from '#web/data/storage/details-store.ts'

/**
 * Returns the id of the customer's own location, or of the location chosen for another address (CART-6); '' before a
 * choice.
 */
export function destination(details: OrderDetails, user: User | undefined): string {
  return details.differentAddress || !user ? details.locationId : user.location
}

/** Returns the location that the order goes to. Undefined for a pick-up, and while the locations are unknown. */
export function placeOf(
  details: OrderDetails,
  user: User | undefined,
  locations: LocationList | undefined,
): Delivery.Location | undefined {
  const to = destination(details, user)
  return details.deliveryMethod === 'pick-up' ? undefined : locations?.find(({ id }) => id === to)
}

/** CART-10: returns everything that is missing before the order can be paid. The server checks the same conditions. */
export function missing(
  details: OrderDetails,
  user: User | undefined,
  place: Delivery.Location | undefined,
  subtotal: Naira,
): readonly Pick<Problem, 'detail' | 'field'>[] {
  if (user && (user.username === '' || user.phone === '')) return [{ detail: Quote.incompleteProfile }]
  if (details.deliveryMethod === 'pick-up') return []
  const own = details.differentAddress ? undefined : user
  const noAddress = own && !own.guest ? Quote.noDefaultAddress : Quote.noAddress
  const hasAddress = (own ? own.address : details.deliveryAddress.trim()) !== ''
  const wrongPlace =
    destination(details, user) === '' ? 'Please choose a location.' : Delivery.tooSmall(place, subtotal)
  return [
    ...(hasAddress ? [] : [{ field: 'deliveryAddress', detail: noAddress }]),
    ...(wrongPlace === undefined ? [] : [{ field: 'locationId', detail: wrongPlace }]),
  ]
}

/**
 * Returns the sentence for a contact without a phone number; undefined for other contacts. A contact is free text
 * (PAY-7), so this is no error.
 */
export function numberless(contact: string, user: User | undefined): string | undefined {
  if (contact.trim() === '' || !Phone.toCall(contact, user?.phone).isOwn) return undefined
  return `No phone number yet.${user?.phone ? ` We would call ${Phone.format(user.phone)}.` : ''}`
}

/**
 * Returns the body of the quote request. '' stands for the profile's value (PAY-7). A gate note is added to an address,
 * so the profile's address is then sent too.
 */
export function quoteRequest(cart: Cart, details: OrderDetails, user?: User): QuoteRequestBody {
  const isDelivery = details.deliveryMethod === 'delivery'
  const gateNote = isDelivery ? details.gateNote.trim() : ''
  const elsewhere = isDelivery && details.differentAddress
  const address = elsewhere ? details.deliveryAddress.trim() : gateNote === '' ? '' : (user?.address ?? '')
  return {
    items: asRequested(counted(cart, details)),
    deliveryMethod: details.deliveryMethod,
    deliveryAddress: address === '' || gateNote === '' ? address : `${address}. ${gateNote}`,
    locationId: elsewhere ? details.locationId : address === '' ? '' : (user?.location ?? ''),
    contactPhone: details.differentPhone ? details.contactPhone.trim() : '',
    payerName: details.differentPayer ? details.payerName.trim() : '',
    customerName: details.customerName.trim(),
    ...(details.slot !== '' && { slot: details.slot }),
  }
}

/** Returns the ordered lines: those that are available at the chosen time. */
export function counted({ items }: Cart, { without }: Pick<OrderDetails, 'without'>): Cart['items'] {
  const left = without.split(' ')
  return items.filter(({ id }) => !left.includes(id))
}
