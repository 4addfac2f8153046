import type { Order } from '#contract/order/orders.ts'
import type { OrderEvent } from '#domain/order/actions.ts'
import type { MessagedOrder } from '#domain/order/customer-messages.ts'
import { covers } from '#domain/order/payment.ts'
import { orderCode } from '#domain/order/quote.ts'
import { writtenSlot } from '#domain/restaurant/slot-words.ts'
import type { PushOptions } from './service.ts'

/** The content of a notification. Other people may see the screen, so it contains no name, phone, address or amount. */
type Message = { readonly title: string; readonly body: string; readonly path: string; readonly tag: string }

export type Notification = { readonly message: Message; readonly options: PushOptions }

/** A notification that is not delivered within this time is dropped, because the order's page is then more current. */
const timeToLiveSeconds = 3600

/** Returns the customer's notification of an event of an order; undefined if the event has none. */
export function notificationOf(
  type: OrderEvent,
  order: Pick<MessagedOrder, 'orderId' | 'deliveryMethod' | 'payment' | 'slot'>,
): Notification | undefined {
  switch (type) {
    case 'payment.rejected':
      return orderNotification(
        order,
        'Transfer sent back',
        (code) => `Please see order ${code}: the money goes back to your bank.`,
        'high',
      )
    case 'payment.found':
    case 'payment.over':
      return orderNotification(
        order,
        'Payment confirmed',
        (code) =>
          order.slot === null
            ? `Order ${code} goes to the kitchen.`
            : `Order ${code} is set for ${writtenSlot(order.slot)}.`,
        'normal',
      )
    case 'payment.confirmation-undone':
      // Another payment still covers the order, so its customer needs no message.
      if (covers(order.payment)) return undefined
      return orderNotification(
        order,
        'Not confirmed yet',
        (code) => `We are checking the transfer for order ${code} again.`,
        'high',
      )
    case 'order.dish-sold-out':
      return orderNotification(
        order,
        'A dish sold out',
        (code) => `Choose what you want instead in order ${code}.`,
        'high',
      )
    case 'order.slot-asked':
      return orderNotification(
        order,
        'Another time?',
        (code) => `We cannot keep the time of order ${code}. Choose another, or get your money back.`,
        'high',
      )
    case 'order.slot-changed': {
      const { slot } = order
      if (slot === null) return undefined
      return orderNotification(
        order,
        'Another time',
        (code) => `Order ${code} is now set for ${writtenSlot(slot)}.`,
        'normal',
      )
    }
    case 'order.ready': {
      const isDelivery = order.deliveryMethod === 'delivery'
      const waits = isDelivery ? 'waits for its rider' : 'is hot, and waits for you'
      return orderNotification(order, 'Your food is ready', (code) => `Order ${code} ${waits}.`, 'high')
    }
    case 'order.rider-assigned':
      return orderNotification(order, 'On the way', (code) => `A rider has order ${code}.`, 'high')
    case 'order.placed':
    case 'order.linked':
    case 'order.acknowledged':
    case 'order.first-confirmed':
    case 'order.escalated':
    case 'order.escalation-sent':
    case 'order.escalation-failed':
    case 'order.slot-kept':
    case 'order.fell-due':
    case 'order.started':
    case 'order.start-undone':
    case 'order.recalled':
    case 'order.completed':
    case 'order.completion-undone':
    case 'order.cancelled':
    case 'order.dish-available':
    case 'order.substitution-chosen':
    case 'order.rider-unassigned':
    case 'order.picked-up':
    case 'order.delivery-failed':
    case 'payment.claimed':
    case 'payment.short':
    case 'payment.not-found':
    case 'payment.late':
    case 'payment.refunded':
      return undefined
  }
}

/**
 * Returns the owner's notification about an unacknowledged order. `waited` is the number of minutes for which the order
 * has rung.
 */
export function escalationNotification(
  order: Pick<Order, 'orderId'>,
  { waited, isDeskEmpty }: { waited: number; isDeskEmpty: boolean },
): Notification {
  const since = waited < 1 ? '' : ` ${waited === 1 ? 'a minute' : `${waited} minutes`}`
  const { message, options } = orderNotification(
    order,
    isDeskEmpty ? 'Nobody is at the desk' : 'Nobody has acknowledged an order',
    (code) => `Order ${code} has waited${since} for the desk.`,
    'high',
  )
  return { message: { ...message, path: '/desk' }, options }
}

/** The notification with which an owner tests a device. */
export const testNotification: Notification = {
  message: { title: 'Test call', body: 'Calls about waiting orders reach this device.', path: '/desk', tag: 'test' },
  options: { ttl: 60, urgency: 'high', topic: 'test' },
}

/** Returns the notification for owners that an owner's account was added, changed or signed out. */
export function ownerChangeNotification(id: string): Notification {
  return {
    message: {
      title: 'An owner’s account was changed',
      body: 'An owner was added, changed or signed out. Not you? See the audit in the office.',
      path: '/office/staff',
      tag: id,
    },
    options: { ttl: 24 * timeToLiveSeconds, urgency: 'high', topic: topicOf(id) },
  }
}

/** Returns the notification for owners about a change of the bank accounts that takes effect after this many hours. */
export function accountChangeNotification(id: string, hours: number): Notification {
  const after = hours === 1 ? 'an hour' : `${hours} hours`
  return {
    message: {
      title: 'The bank accounts are to change',
      body: `Customers see the new ones in ${after}. Not you? Revoke it in the office.`,
      path: '/office/settings/payment',
      tag: id,
    },
    options: { ttl: hours * timeToLiveSeconds, urgency: 'high', topic: topicOf(id) },
  }
}

/** Push services accept a topic of at most 32 characters, and a UUID has 36. */
const topicOf = (id: string) => id.replaceAll('-', '')

function orderNotification(
  { orderId: id }: Pick<Order, 'orderId'>,
  title: string,
  body: (code: string) => string,
  urgency: PushOptions['urgency'],
): Notification {
  // A newer notification replaces an older one: on the phone by its tag, at the push service by its topic. Both are the
  // order's id.
  return {
    message: { title, body: body(orderCode(id)), path: '/orders', tag: id },
    options: { ttl: timeToLiveSeconds, urgency, topic: id },
  }
}
