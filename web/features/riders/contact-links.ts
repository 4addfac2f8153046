import type { Delivery } from '#contract/riders.ts'
import { orderCode } from '#domain/quote.ts'

export function callLink({ callPhone }: Delivery): string | undefined {
  return callPhone === null ? undefined : `tel:${callPhone}`
}

/** A WhatsApp chat with the customer, with a first message filled in. */
export function chatLink(delivery: Delivery, restaurant: string): string | undefined {
  const text = `Hello ${delivery.customerName}, I have your order ${orderCode(delivery.id)} from ${restaurant}.`
  const { callPhone } = delivery
  return callPhone === null ? undefined : `https://wa.me/${callPhone.slice(1)}?text=${encodeURIComponent(text)}`
}

/** A search for the address, which phones open in their map app. */
export function mapLink({ address, location }: Delivery): string {
  const place = [address, location, 'Lagos'].filter(Boolean).join(', ')
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`
}
