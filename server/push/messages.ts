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
export function newsOf({ type, data }: LiveEvent): News | undefined {
  const order = data as Order
  const code = orderCode(order.id)
  switch (type) {
    case 'payment.found':
    case 'payment.over':
      return news(order, 'Payment confirmed', `Order ${code} goes to the kitchen.`, 'normal')
    case 'order.dish-sold-out':
      return news(order, 'A dish sold out', `Choose what you want instead in order ${code}.`, 'high')
    case 'order.ready':
      return news(
        order,
        'Your food is ready',
        order.deliveryMethod === 'delivery'
          ? `Order ${code} waits for its rider.`
          : `Order ${code} is hot, and waits for you.`,
        'high',
      )
    case 'order.rider-assigned':
    case 'order.on-the-way':
      return news(order, 'On the way', `A rider has order ${code}.`, 'high')
    default:
      return undefined
  }
}

/** For the owner: an order that nobody has taken, `waited` minutes after the customer sent the money. */
export function unacknowledged(order: Order, waited: number): News {
  const { message, wish } = news(
    order,
    'Nobody has taken an order',
    `Order ${orderCode(order.id)} has waited ${waited === 1 ? 'a minute' : `${waited} minutes`} for the desk.`,
    'high',
  )
  return { message: { ...message, path: '/desk' }, wish }
}

function news({ id }: Order, title: string, body: string, urgency: Wish['urgency']): News {
  // What is newer of an order takes the place of what is older, at the push service and on the phone.
  return { message: { title, body, path: '/orders', tag: id }, wish: { ttl: goodFor, urgency, topic: id } }
}
