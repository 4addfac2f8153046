import type { DeliveryMethod } from '#domain/delivery.ts'
import { persisted, usePersisted } from './persisted.ts'

/**
 * How the order reaches the customer and who pays: kept in the browser under `orderDetails` (PAY-5) until it is placed.
 * `deliveryFee` and `finalTotal` are what was shown last; the server never reads them.
 */
export type OrderDetails = {
  readonly deliveryMethod: DeliveryMethod
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
