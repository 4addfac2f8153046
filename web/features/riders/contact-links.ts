import type { Delivery } from '#contract/riders.ts'
import * as Phone from '#domain/phone.ts'
import { orderCode } from '#domain/quote.ts'

/** The phone as E.164; undefined where the text is no phone number. */
function numberOf({ contactPhone }: Delivery): string | undefined {
  return Phone.parse(contactPhone) ?? (/^\+[1-9]\d{6,14}$/.test(contactPhone) ? contactPhone : undefined)
}

export function callLink(delivery: Delivery): string | undefined {
  const number = numberOf(delivery)
  return number && `tel:${number}`
}

/** A WhatsApp chat with the customer, with a first message filled in. */
export function chatLink(delivery: Delivery, restaurant: string): string | undefined {
  const text = `Hello ${delivery.customerName}, I have your order ${orderCode(delivery.id)} from ${restaurant}.`
  return numberOf(delivery) && `https://wa.me/${numberOf(delivery)?.slice(1)}?text=${encodeURIComponent(text)}`
}

/** A search for the address, which phones open in their map app. */
export function mapLink({ address, location }: Delivery): string {
  const place = [address, location, 'Lagos'].filter(Boolean).join(', ')
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`
}
