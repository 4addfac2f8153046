import { fail, ok, type Result } from '../problem.ts'
import type { DeliveryMethod } from '../restaurant/delivery.ts'
import * as Phone from '../text/phone.ts'
import type { Profile } from './quote.ts'

export const counterChannels = ['phone', 'walk-in'] as const
/** How an order came in: by the customer's own hand, or typed by staff at the counter. */
export type Channel = 'web' | (typeof counterChannels)[number]

/** What a guest is called who does not say: walked in, ate, and gone. */
export const walkIn = 'Walk-in'

/** Milliseconds for which a customer can add an order from the counter to an account. */
export const linkableFor = 7 * 24 * 60 * 60_000

/** Whom an order at the counter is for, as told. */
type Caller = {
  readonly channel: Exclude<Channel, 'web'>
  readonly deliveryMethod: DeliveryMethod
  readonly customerName: string
  /** As typed; '' where it was not told. */
  readonly customerPhone: string
}

/**
 * Whom the order is for. Who calls, or wants it brought, leaves a name and a phone: without them nobody could be called
 * back or found. Who stands at the counter may leave neither.
 */
export function guest({ channel, deliveryMethod, customerName, customerPhone }: Caller): Result<Profile> {
  const isNeeded = channel === 'phone' || deliveryMethod === 'delivery'
  if (isNeeded && customerName === '') return fail('invalid', 'Who is it for?', 'customerName')
  if (isNeeded && customerPhone === '') {
    const why = channel === 'phone' ? 'An order by phone' : 'A delivery'
    return fail('invalid', `${why} needs a phone number.`, 'customerPhone')
  }
  const phone = customerPhone === '' ? '' : Phone.kept(customerPhone)
  if (phone === undefined) return fail('invalid', Phone.invalidPhone, 'customerPhone')
  return ok({ username: customerName || walkIn, phone, address: '', location: '', isGuest: true })
}
