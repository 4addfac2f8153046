import { isNaira } from '#domain/money/money.ts'
import type { DeliveryMethod } from '#domain/restaurant/delivery.ts'
import { useSignedIn } from '#web/data/api/session.ts'
import { persisted, usePersisted } from './persisted.ts'

/**
 * The order details, stored under `orderDetails` (PAY-5) until the order is placed. `deliveryFee` and `finalTotal` are
 * the amounts that the customer last saw; the server does not use them.
 */
export type OrderDetails = {
  /** The account for which the details were typed, and which alone may see them; '' before signing in. */
  readonly account: string
  readonly deliveryMethod: DeliveryMethod
  /** True to deliver to the address below instead of the profile's address. */
  readonly differentAddress: boolean
  readonly deliveryAddress: string
  readonly locationId: string
  /** A note for the rider in addition to the address. It is kept for the customer's next order. */
  readonly gateNote: string
  readonly differentPhone: boolean
  readonly contactPhone: string
  readonly differentPayer: boolean
  readonly payerName: string
  readonly customerName: string
  /** The beginning of the chosen slot as an ISO time; '' for as soon as possible. */
  readonly slot: string
  /**
   * The ids of the cart lines that are not available at the slot, separated by blanks. These lines stay in the cart.
   */
  readonly without: string
  readonly deliveryFee: number
  readonly finalTotal: number
  /**
   * The id of the quote whose order was sent but not answered. After a reload, the page asks the server whether the
   * order was placed (PAY-8).
   */
  readonly placing: string
  /** The id of the quote that the payment page shows. */
  readonly shown: string
  /** The time at which the shown quote expires, as an ISO time. */
  readonly shownUntil: string
  readonly shownTotal: number
  /** The request of the shown quote, as JSON. */
  readonly shownFor: string
  readonly shownLines: string
  /**
   * True if a sign-out has deleted the place of a delivery whose payment was shown. The customer then chooses again in
   * the cart, because the payment page would otherwise show the smaller amount of a pick-up without a word.
   */
  readonly cleared: boolean
}

const initial: OrderDetails = {
  account: '',
  deliveryMethod: 'pick-up',
  differentAddress: false,
  deliveryAddress: '',
  locationId: '',
  gateNote: '',
  differentPhone: false,
  contactPhone: '',
  differentPayer: false,
  payerName: '',
  customerName: '',
  slot: '',
  without: '',
  deliveryFee: 0,
  finalTotal: 0,
  placing: '',
  shown: '',
  shownUntil: '',
  shownTotal: 0,
  shownFor: '',
  shownLines: '',
  cleared: false,
}

export const detailsStore = persisted<OrderDetails>('orderDetails', initial, (stored) =>
  stored && typeof stored === 'object' ? { ...initial, ...pick(stored as Record<string, unknown>) } : undefined,
)

/** Returns the details. Of another account's details, which will be deleted, returns only the delivery method. */
export function useDetails(): OrderDetails {
  const details = usePersisted(detailsStore)
  const signedIn = useSignedIn()
  const isOwn = details.account === '' || (signedIn.state === 'in' && signedIn.user.id === details.account)
  return isOwn ? details : { ...initial, deliveryMethod: details.deliveryMethod }
}

export function changeDetails(change: Partial<OrderDetails>): void {
  detailsStore.set((details) => ({ ...details, ...change }))
}

/** Changes the details of a customer who goes on to payment, which then shows a new quote. */
export function changeBeforePayment(change: Partial<OrderDetails>): void {
  changeDetails({ shown: '', cleared: false, ...change })
}

/** Clears the details at the end of their account's session (AUTH-9). */
export function clearDetails({ deliveryMethod, shown, cleared }: OrderDetails): OrderDetails {
  return { ...initial, cleared: cleared || (shown !== '' && deliveryMethod === 'delivery') }
}

/** Deletes the details of a placed order, except for the gate note. */
export function forgetDetails(): void {
  detailsStore.set(({ account, gateNote }) => (gateNote === '' ? initial : { ...initial, account, gateNote }))
}

/** Chooses pick-up, and clears the address and the fee, which pick-up lacks (CART-5). */
export function choosePickUp(details: OrderDetails): OrderDetails {
  const { differentAddress, deliveryAddress, locationId, deliveryFee } = initial
  return { ...details, deliveryMethod: 'pick-up', differentAddress, deliveryAddress, locationId, deliveryFee }
}

/** Returns the known fields of the right type. Numbers must be amounts in naira. */
function pick(stored: Record<string, unknown>): Partial<OrderDetails> {
  const known = Object.fromEntries(
    Object.entries(initial).flatMap(([name, value]) =>
      typeof stored[name] === typeof value && (typeof value !== 'number' || isNaira(stored[name]))
        ? [[name, stored[name]]]
        : [],
    ),
  )
  if (known.deliveryMethod !== 'delivery') delete known.deliveryMethod
  return known
}
