import type { LiveEvent } from '#contract/live.ts'
import type { Order } from '#contract/orders.ts'
import { orderCode } from '#domain/quote.ts'
import type { PushOptions } from './service.ts'

/** What a phone shows. Other people may see the screen, so it holds no name, phone, address or amount. */
export type Message = { readonly title: string; readonly body: string; readonly path: string; readonly tag: string }

export type Notification = { readonly message: Message; readonly options: PushOptions }

/** Seconds. A notification that is older has been overtaken by the order's page. */
const timeToLive = 3600

/** The customer's notification of an event, if there is one. */
export function notificationOf({ type, data }: LiveEvent): Notification | undefined {
  const order = data as Order
  const code = orderCode(order.id)
  switch (type) {
    case 'payment.found':
    case 'payment.over':
      return orderNotification(order, 'Payment confirmed', `Order ${code} goes to the kitchen.`, 'normal')
    case 'order.dish-sold-out':
      return orderNotification(order, 'A dish sold out', `Choose what you want instead in order ${code}.`, 'high')
    case 'order.ready':
      return orderNotification(
        order,
        'Your food is ready',
        order.deliveryMethod === 'delivery'
          ? `Order ${code} waits for its rider.`
          : `Order ${code} is hot, and waits for you.`,
        'high',
      )
    case 'order.rider-assigned':
      return orderNotification(order, 'On the way', `A rider has order ${code}.`, 'high')
    default:
      return undefined
  }
}

/** For the owner: an order that nobody has acknowledged, `waited` minutes after the customer claimed the payment. */
export function escalationNotification(order: Order, waited: number): Notification {
  const { message, options } = orderNotification(
    order,
    'Nobody has acknowledged an order',
    `Order ${orderCode(order.id)} has waited ${waited === 1 ? 'a minute' : `${waited} minutes`} for the desk.`,
    'high',
  )
  return { message: { ...message, path: '/desk' }, options }
}

function orderNotification({ id }: Order, title: string, body: string, urgency: PushOptions['urgency']): Notification {
  // With the order's id as tag and topic a newer notification replaces an older one, on the phone and at the push service.
  return { message: { title, body, path: '/orders', tag: id }, options: { ttl: timeToLive, urgency, topic: id } }
}
