import type { LocationList } from '#contract/menu.ts'
import type { QuoteRequestBody } from '#contract/quotes.ts'
import type { User } from '#contract/session.ts'
import type { Cart } from '#domain/cart.ts'
import type { Naira } from '#domain/money.ts'
import * as Money from '#domain/money.ts'
import type { Problem } from '#domain/problem.ts'
import * as Quote from '#domain/quote.ts'
import { persisted, usePersisted } from './persisted.ts'

/**
 * How the order reaches the customer and who pays: kept in the browser under `orderDetails` (PAY-5) until it is placed.
 * `deliveryFee` and `finalTotal` are what was shown last; the server never reads them.
 */
export type OrderDetails = {
  readonly deliveryMethod: Quote.DeliveryMethod
  /** Deliver to the address below instead of the profile's. */
  readonly differentAddress: boolean
  readonly deliveryAddress: string
  readonly locationId: string
  readonly differentPhone: boolean
  readonly contactPhone: string
  readonly differentPayer: boolean
  readonly payerName: string
  readonly customerName: string
  readonly deliveryFee: number
  readonly finalTotal: number
  /** The quote whose order was sent and not answered yet. After a reload it tells whether it arrived (PAY-8). */
  readonly placing: string
}

const initial: OrderDetails = {
  deliveryMethod: 'pick-up',
  differentAddress: false,
  deliveryAddress: '',
  locationId: '',
  differentPhone: false,
  contactPhone: '',
  differentPayer: false,
  payerName: '',
  customerName: '',
  deliveryFee: 0,
  finalTotal: 0,
  placing: '',
}

export const detailsStore = persisted<OrderDetails>('orderDetails', initial, (stored) =>
  stored && typeof stored === 'object' ? { ...initial, ...pick(stored as Record<string, unknown>) } : undefined,
)

export function useDetails(): OrderDetails {
  return usePersisted(detailsStore)
}

export function changeDetails(change: Partial<OrderDetails>): void {
  detailsStore.set((details) => ({ ...details, ...change }))
}

/** Pick-up has no fee and no address: choosing it clears what was typed (CART-5). */
export function choosePickUp(details: OrderDetails): OrderDetails {
  const { differentAddress, deliveryAddress, locationId, deliveryFee } = initial
  return { ...details, deliveryMethod: 'pick-up', differentAddress, deliveryAddress, locationId, deliveryFee }
}

/** Where the order goes: the place typed or chosen for it, else the customer's own (CART-6). '' where neither is known. */
export function destination(details: OrderDetails, user: User | undefined): string {
  return ((details.differentAddress || !user) && details.locationId) || (user?.locationId ?? '')
}

/** The fee of the place it goes to. Undefined while the place, or its fee, is not known. */
export function feeOf(
  details: OrderDetails,
  user: User | undefined,
  locations: LocationList | undefined,
): Naira | undefined {
  if (details.deliveryMethod === 'pick-up') return Money.zero
  const to = destination(details, user)
  return locations?.find(({ id }) => id === to)?.fee
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

/** Only fields of ours, of the type they should have. */
function pick(stored: Record<string, unknown>): Partial<OrderDetails> {
  const known = Object.fromEntries(
    Object.entries(initial).flatMap(([name, value]) =>
      typeof stored[name] === typeof value ? [[name, stored[name]]] : [],
    ),
  )
  if (known.deliveryMethod !== 'delivery') delete known.deliveryMethod
  return known
}
