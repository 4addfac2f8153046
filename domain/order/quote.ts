import type { Item, Selection, Sources } from '../menu/menu.ts'
import * as Menu from '../menu/menu.ts'
import type { PricedLine } from '../menu/pricing.ts'
import * as Pricing from '../menu/pricing.ts'
import type { Naira } from '../money/money.ts'
import * as Money from '../money/money.ts'
import type { TaxLine } from '../money/tax.ts'
import * as Tax from '../money/tax.ts'
import { fail, ok, type Result } from '../problem.ts'
import * as Delivery from '../restaurant/delivery.ts'
import * as Phone from '../text/phone.ts'
import * as Cart from './cart.ts'

/** The time for which a quote holds its prices, in milliseconds: enough to open a bank's app on a slow network. */
export const heldFor = 60 * 60 * 1000

/**
 * The time after expiry in which an order can still be placed with the quote, in milliseconds: the customer may be in
 * the bank's app or on a slow network.
 */
export const grace = 5 * 60 * 1000

/**
 * The time after expiry in which a customer who paid too late can still say that the money was sent, in milliseconds.
 * The desk then checks when the money came.
 */
export const claimableFor = 24 * 60 * 60 * 1000

/**
 * The highest total of a quote, in naira, because one payment can be recorded with at most this sum. Larger parties
 * order by phone.
 */
export const highestTotal = 1_000_000_000

/** A customer's request. It contains no prices. */
export type QuoteRequest = {
  readonly items: readonly {
    readonly itemId: string
    readonly selection: Selection
    readonly quantity: number
    readonly chefComment: string
  }[]
  readonly deliveryMethod: Delivery.DeliveryMethod
  /** The delivery address; '' means the address and location in the profile. */
  readonly deliveryAddress: string
  readonly locationId: string
  /** The contact phone; '' means the phone in the profile. Free text (PAY-7). */
  readonly contactPhone: string
  /** The name on the transfer; '' means the customer. Free text (PAY-7). */
  readonly payerName: string
  /** The name that the order is for; '' means the username. */
  readonly customerName: string
  /** The beginning of the chosen slot, an instant; missing for an order as soon as possible. */
  readonly slot?: string | undefined
}

export type Profile = {
  readonly username: string
  readonly phone: string
  readonly address: string
  readonly location: string
  /** Set for guests without an account: `username` is the name given at the counter, and the phone may be missing. */
  readonly isGuest?: true
}

/** The terms of a quote that has no id and holds no stock yet. */
export type QuoteTerms = {
  readonly items: readonly PricedLine[]
  readonly subtotal: Naira
  readonly deliveryFee: Naira
  /** Omitted if there are no taxes. */
  readonly taxLines?: readonly TaxLine[]
  readonly totalAmount: Naira
  readonly deliveryMethod: Delivery.DeliveryMethod
  readonly deliveryAddress: string | null
  readonly deliveryLocation: string | null
  /** Omitted if the way from the kitchen is unknown. */
  readonly drivingMinutes?: number
  readonly customerName: string
  readonly customerPhone: string
  readonly contactPhone: string
  readonly useDifferentPhone: boolean
  readonly differentPayer: boolean
  readonly payerName: string
  /** The text beside the order code in the transfer's narration: the username (ORDER-7). */
  readonly paymentReference: string
}

export const incompleteProfile = 'Please complete your profile details before proceeding.'
export const noDefaultAddress = 'Please add a default address to your profile or choose a different address.'
export const noAddress = 'Please enter the delivery address.'
const emptyCart = 'Your cart is empty!'

export const noPhone = 'Not Provided'

/** Prices a customer's request. `item` finds a dish of today's menu by id. */
export function price(
  request: QuoteRequest,
  profile: Profile,
  today: {
    readonly item: (id: string) => Item | undefined
    readonly sources: Sources
    readonly location: (id: string) => Delivery.Location | undefined
    readonly taxes: readonly Tax.Tax[]
  },
): Result<QuoteTerms> {
  if (request.items.length === 0) return fail('cart-empty', emptyCart, 'items')
  if (request.items.length > Cart.mostLines) {
    return fail('cart-too-large', `A cart holds ${Cart.mostLines} lines at most. For more, please call us.`, 'items')
  }
  if (!profile.isGuest && (profile.username === '' || profile.phone === '')) {
    return fail('profile-incomplete', incompleteProfile)
  }

  const delivery = deliveryOf(request, profile, today.location)
  if (!delivery.ok) return delivery

  const lines: PricedLine[] = []
  for (const [index, line] of request.items.entries()) {
    const item = today.item(line.itemId)
    if (!item) return fail('item-gone', 'A dish in your cart has left the menu. Please take it out.', `items.${index}`)
    const priced = Pricing.priceLine(item, today.sources, line.selection, line.quantity, line.chefComment)
    if (!priced.ok) {
      const { code, detail, field } = priced.problem
      const named = detail.startsWith(item.name) ? detail : `${item.name}: ${detail}`
      return fail(code, named, field === undefined ? `items.${index}` : `items.${index}.${field}`)
    }
    lines.push(priced.value)
  }

  const subtotal = Pricing.subtotal(lines)
  const { address, location } = delivery.value
  const tooSmall = Delivery.tooSmall(location, subtotal)
  if (tooSmall !== undefined) return fail('below-minimum', tooSmall, 'locationId')
  const deliveryFee = Delivery.fee(request.deliveryMethod, location, subtotal) ?? Money.zero
  const { taxLines, totalAmount } = Tax.bill(today.taxes, subtotal, deliveryFee)
  if (totalAmount > highestTotal) {
    return fail(
      'cart-too-large',
      'This is more than we can take in one order. For such a large order, please call us.',
      'items',
    )
  }
  const customerPhone = profile.phone || noPhone
  // '0803...' or '234803...' typed for the profile's '+234803...' is the same phone.
  const sameContact = request.contactPhone === '' || Phone.sole(request.contactPhone) === profile.phone
  const contactPhone = sameContact ? customerPhone : request.contactPhone
  return ok({
    items: lines,
    subtotal,
    deliveryFee,
    ...(taxLines.length > 0 && { taxLines }),
    totalAmount,
    deliveryMethod: request.deliveryMethod,
    deliveryAddress: address,
    deliveryLocation: location?.name ?? null,
    ...(location?.drivingMinutes && { drivingMinutes: location.drivingMinutes }),
    customerName: request.customerName || profile.username,
    customerPhone,
    contactPhone,
    useDifferentPhone: !sameContact,
    differentPayer: request.payerName !== '',
    payerName: request.payerName || profile.username,
    paymentReference: profile.username,
  })
}

/**
 * Returns one key for equal requests of one customer, so the same cart gets the same live quote in every tab. The
 * profile is part of the key, because empty fields of the request are filled from the profile.
 */
export function requestKey(request: QuoteRequest, profile: Profile): string {
  const { items: lines, ...details } = request
  const { username, phone, address, location } = profile
  return JSON.stringify([
    lines.map((line) => [line.itemId, Menu.selectionKey(line.selection), line.quantity, line.chefComment]),
    Object.entries(details).sort(([a], [b]) => (a < b ? -1 : 1)),
    [username, phone, address, location],
  ])
}

/** Letters and figures that nobody misreads in a transfer's narration: no 0/O, 1/I/L, 2/Z, 5/S, 8/B, U/V. */
export const orderIdAlphabet = '34679ACDEFGHJKMNPQRTWXY'

/**
 * Returns the nine characters of an order's id from at least 9 random bytes. Some bytes may be discarded, so pass more.
 */
export function orderId(random: Uint8Array): string {
  // The remainders of all 256 values of a byte would favour the first letters, so the highest values are discarded.
  const fair = 256 - (256 % orderIdAlphabet.length)
  const id = [...random]
    .filter((byte) => byte < fair)
    .slice(0, 9)
    .map((byte) => orderIdAlphabet[byte % orderIdAlphabet.length])
    .join('')
  if (id.length < 9) throw new RangeError('too few random bytes for an order id')
  return id
}

/** Returns the last six characters of an order's id, which people see and write. */
export function orderCode(id: string): string {
  return id.slice(-6)
}

/** Returns the text that the customer writes in the transfer's narration. */
export function narration(id: string, username: string): string {
  return `${orderCode(id)} ${username}`
}

function deliveryOf(
  request: QuoteRequest,
  profile: Profile,
  location: (id: string) => Delivery.Location | undefined,
): Result<{ address: string | null; location: Delivery.Location | undefined }> {
  if (request.deliveryMethod === 'pick-up') return ok({ address: null, location: undefined })
  const { deliveryAddress: address, locationId } = request
  const typed = locationId !== '' || profile.isGuest
  if (typed && address === '') return fail('invalid', noAddress, 'deliveryAddress')
  if (address === '' && profile.address === '') return fail('profile-incomplete', noDefaultAddress, 'deliveryAddress')
  const to = location(Delivery.destination(locationId, profile.location))
  if (!to) {
    return fail('location-unknown', 'We do not deliver there yet. Please choose a place from the list.', 'locationId')
  }
  return ok({ address: address || profile.address, location: to })
}
