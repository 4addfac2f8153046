import { useQuery } from '@tanstack/react-query'
import type { Slots, SlotsBody } from '#contract/order/slots.ts'
import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import * as Cart from '#domain/order/cart.ts'
import * as Lagos from '#domain/restaurant/lagos.ts'
import { nearestTo } from '#domain/restaurant/later.ts'
import type { OrderDetails } from '#web/data/storage/details-store.ts'
import { destination } from '#web/orders/order-details.ts'
import { slotsQuery } from '#web/orders/slots/slots-query.ts'
import { type Today, useToday } from './cart-check.ts'

export type CartTime = {
  /** The chosen slot; '' for as soon as possible. */
  readonly slot: string
  readonly body: SlotsBody
  /**
   * The reason why the chosen slot is not available. Undefined if the slot is available, or if the server has not
   * answered.
   */
  readonly problem: string | undefined
  /**
   * A slot at which the whole cart is available: the nearest to the chosen slot, or else the first of all. Undefined if
   * there is none.
   */
  readonly forAll: string | undefined
}

/**
 * Returns the time chosen for the cart, and the result of checking the cart for that time. Requests slots from the
 * server if the customer has chosen one, or if a dish is outside its served hours.
 */
export function useCartTime(
  cart: Cart.Cart,
  details: OrderDetails,
  user: User | undefined,
  { later }: Pick<Site, 'later'>,
): { readonly time: CartTime; readonly today: Today } {
  const slot = later ? details.slot : ''
  const body: SlotsBody = {
    items: Cart.asRequested(cart.items),
    deliveryMethod: details.deliveryMethod,
    locationId: details.deliveryMethod === 'delivery' ? destination(details, user) : '',
  }
  const now = useToday(cart)
  const asks = later !== undefined && cart.items.length > 0 && (slot !== '' || now.notThen.length > 0)
  const date = slot === '' ? undefined : Lagos.dateOf(Date.parse(slot))
  const { data, isPlaceholderData } = useQuery({ ...slotsQuery({ cart: body }, date), enabled: asks })
  const known = isPlaceholderData || data?.date !== (date ?? data?.date) ? undefined : data
  const found = known?.slots.find(({ at }) => at === slot)
  const then = useToday(cart, { slot, without: found?.without })
  return {
    today: slot === '' ? now : then,
    time: {
      slot,
      body,
      problem: slot !== '' && known && (!found || found.reason) ? gone : undefined,
      forAll: known && nearest(known, slot),
    },
  }
}

const gone = 'This time is no longer free. Please choose another.'

function nearest({ slots, first }: Slots, slot: string): string | undefined {
  const free = slot === '' ? [] : slots.filter(({ reason, without }) => !reason && without.length === 0)
  const times = free.map(({ at }) => ({ at: Date.parse(at), written: at }))
  return nearestTo(Date.parse(slot), times)?.written ?? first ?? undefined
}
