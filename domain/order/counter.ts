import { fail, ok, type Result } from '../problem.ts'
import type { DeliveryMethod } from '../restaurant/delivery.ts'
import * as Phone from '../text/phone.ts'
import type { Profile } from './quote.ts'

export const counterChannels = ['phone', 'walk-in'] as const
/** How an order came in: from the customer's own device, or entered by staff at the counter. */
export type Channel = 'web' | (typeof counterChannels)[number]

export const walkIn = 'Walk-in'

/** The time for which a customer can add a counter order to an account, in milliseconds. */
export const linkableFor = 7 * 24 * 60 * 60_000

/**
 * Returns true if staff must call the customer of an order to ask something: without an account, the customer has no
 * screen for the question.
 */
export function mustBeCalled({ customerId }: { readonly customerId: string | null }): boolean {
  return customerId === null
}

type Caller = {
  readonly channel: Exclude<Channel, 'web'>
  readonly deliveryMethod: DeliveryMethod
  readonly customerName: string
  /** The phone as entered; '' if the guest gave none. */
  readonly customerPhone: string
}

/** Returns the guest's profile. A phone order or a delivery needs a name and a phone; a walk-in needs neither. */
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
