import type { LiveEvent } from '#contract/live.ts'
import type { Order } from '#contract/orders.ts'
import { orderCode } from '#domain/quote.ts'
import type { Wish } from './service.ts'

/** What a phone shows. It may lie on a table for all to read: no name, phone, address or sum. */
export type Message = { readonly title: string; readonly body: string; readonly path: string; readonly tag: string }

export type News = { readonly message: Message; readonly wish: Wish }

/** Seconds. After that the order's page says it better. */
const goodFor = 3600

/** What the customer is told of an event while they are elsewhere, if anything. */
export function newsOf(event: LiveEvent): News | undefined {
  switch (event.type) {
    case 'payment.found':
    case 'payment.over':
      return news(event.data, 'Payment confirmed', (code) => `Order ${code} goes to the kitchen.`, 'normal')
    case 'order.dish-sold-out':
      return news(event.data, 'A dish sold out', (code) => `Choose what you want instead in order ${code}.`, 'high')
    case 'order.ready': {
      const isDelivery = event.data.deliveryMethod === 'delivery'
      const waits = isDelivery ? 'waits for its rider' : 'is hot, and waits for you'
      return news(event.data, 'Your food is ready', (code) => `Order ${code} ${waits}.`, 'high')
    }
    case 'order.rider-assigned':
      return news(event.data, 'On the way', (code) => `A rider has order ${code}.`, 'high')
    case 'order.placed':
    case 'order.acknowledged':
    case 'order.escalated':
    case 'order.escalation-sent':
    case 'order.escalation-failed':
    case 'order.started':
    case 'order.recalled':
    case 'order.completed':
    case 'order.cancelled':
    case 'order.dish-available':
    case 'order.substitution-chosen':
    case 'order.picked-up':
    case 'order.delivery-failed':
    case 'payment.claimed':
    case 'payment.short':
    case 'payment.not-found':
    case 'payment.refunded':
    case 'item.changed':
    case 'kitchen-load.changed':
    case 'delivery.changed':
    case 'rating.given':
    case 'account.changed':
      return undefined
  }
}

/** For the owner: an order that nobody has taken, `waited` minutes after the customer sent the money. */
export function unacknowledged(order: Order, waited: number): News {
  const { message, wish } = news(
    order,
    'Nobody has taken an order',
    (code) => `Order ${code} has waited ${waited === 1 ? 'a minute' : `${waited} minutes`} for the desk.`,
    'high',
  )
  return { message: { ...message, path: '/desk' }, wish }
}

function news({ id }: Order, title: string, body: (code: string) => string, urgency: Wish['urgency']): News {
  // What is newer of an order takes the place of what is older, at the push service and on the phone.
  return {
    message: { title, body: body(orderCode(id)), path: '/orders', tag: id },
    wish: { ttl: goodFor, urgency, topic: id },
  }
}
