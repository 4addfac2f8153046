import type { Delivery } from '#contract/order/riders.ts'
import { orderCode } from '#domain/order/quote.ts'
import * as Pin from '#domain/restaurant/pin.ts'
import * as Phone from '#domain/text/phone.ts'

type ContactLink = { readonly href: string; readonly label: string }

/**
 * Returns links for calling the numbers in the delivery's contact. If the contact has no number, returns a link to the
 * account's number, marked as such.
 */
export function callLinks({ contactPhone, callPhone }: Delivery): ContactLink[] {
  const { numbers, isOwn } = Phone.toCall(contactPhone, callPhone)
  return numbers.map((number) => {
    const named = isOwn ? `Call the account’s number, ${Phone.format(number)}` : `Call ${Phone.format(number)}`
    return { href: `tel:${number}`, label: isOwn || numbers.length > 1 ? named : 'Call' }
  })
}

/** Returns a link to a WhatsApp chat with the first of the numbers, with a prefilled message. */
export function chatLink(delivery: Delivery, restaurant: string): ContactLink | undefined {
  const text = `Hello ${delivery.customerName}, I have your order ${orderCode(delivery.orderId)} from ${restaurant}.`
  const { numbers, isOwn } = Phone.toCall(delivery.contactPhone, delivery.callPhone)
  const [number] = numbers
  if (number === undefined) return undefined
  const href = `https://wa.me/${number.slice(1)}?text=${encodeURIComponent(text)}`
  return { href, label: isOwn ? 'WhatsApp the account’s number' : 'WhatsApp' }
}

/** Returns a map link to the pin of the address. If the address has no pin, the link searches for its words. */
export function mapLink({ deliveryAddress: address, deliveryLocation: location }: Delivery): string {
  return Pin.mapLink(address, [address, location, 'Lagos'].filter(Boolean).join(', '))
}
