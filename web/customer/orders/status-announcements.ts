import type { Order } from '#contract/order/orders.ts'
import * as Bill from '#domain/order/bill.ts'
import { orderCode } from '#domain/order/quote.ts'
import { type OrderTab, tabOf } from '#domain/order/statuses.ts'
import * as Substitution from '#domain/order/substitution.ts'
import { writtenSlot } from '#domain/restaurant/slot-words.ts'

/** A sentence for the customer, and the tab with the order that the sentence is about. */
export type Announcement = { readonly text: string; readonly tab: OrderTab | 'done' }

/**
 * Returns an announcement for each change between two versions of the customer's orders. New orders are not announced.
 */
export function statusAnnouncements(before: readonly Order[], now: readonly Order[]): Announcement[] {
  return now.flatMap((order) => {
    const old = before.find(({ orderId }) => orderId === order.orderId)
    if (!old) return []
    const text = change(old, order, orderCode(order.orderId))
    return text === undefined ? [] : [{ text, tab: tabOf(order.status) }]
  })
}

const toldForMs = 24 * 3_600_000

/**
 * Returns cancellations that the customer may have missed, because no tab lists them (ORDER-2): those by the restaurant
 * in the last day, and those with a refund owed. `now` is epoch milliseconds.
 */
export function cancellations(orders: readonly Order[], now: number): Announcement[] {
  return orders
    .filter(({ status }) => status === 'cancelled')
    .filter(
      ({ owed, cancelledBy, updatedAt }) =>
        owed > 0 || (cancelledBy === 'restaurant' && now - Date.parse(updatedAt) < toldForMs),
    )
    .map((order) => ({ text: statusText(order, orderCode(order.orderId)), tab: 'done' }))
}

function change(old: Order, order: Order, code: string): string | undefined {
  if (old.status !== order.status) return statusText(order, code)
  if (order.awaitingSubstitution && !old.awaitingSubstitution) {
    return `A dish of order ${code} sold out. What would you like instead?`
  }
  if (order.slotQuestion && !old.slotQuestion) return `Order ${code} needs another time. When shall we cook for you?`
  if (order.slot && order.slot !== old.slot) {
    return `Order ${code} is for ${writtenSlot(Date.parse(order.slot))}.`
  }
  const decided = order.substitutions.slice(old.substitutions.length).find(({ by }) => by === 'restaurant')
  if (decided) return `Order ${code}: ${Substitution.say(decided)}`
  if (order.deliveryStatus === 'failed' && old.deliveryStatus !== 'failed') {
    return `Order ${code} could not be delivered. We will call you.`
  }
  if (order.deliveryStatus === 'out-for-delivery' && old.deliveryStatus !== 'out-for-delivery') {
    return `Order ${code} is on its way to you.`
  }
  if (order.assignedRider && old.assignedRider?.name !== order.assignedRider.name) {
    return `${order.assignedRider.name} brings order ${code}.`
  }
  if (old.payment !== order.payment || old.received !== order.received || old.refunded !== order.refunded) {
    return `Order ${code}: ${Bill.describe(order)}`
  }
  return undefined
}

function statusText(order: Order, code: string): string {
  const { status, deliveryMethod } = order
  switch (status) {
    case 'preparing':
      return `Order ${code} is on the fire.`
    case 'ready':
      return deliveryMethod === 'delivery'
        ? `Order ${code} is ready and waits for its rider.`
        : `Order ${code} is ready. Come and get it!`
    case 'completed':
      return `Order ${code} is complete. Enjoy!`
    case 'cancelled':
      return `${cancelled(order, code)} ${Bill.describe(order)}`
    case 'pending':
      return `Order ${code} is pending.`
  }
}

function cancelled({ cancelReason, cancelledBy }: Order, code: string): string {
  if (cancelledBy === 'customer') return `You cancelled order ${code}.`
  const told = `Order ${code} was cancelled${cancelReason ? `: ${cancelReason}` : ''}`
  return /[.!?]$/.test(told) ? told : `${told}.`
}
