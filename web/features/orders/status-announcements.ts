import type { Order } from '#contract/orders.ts'
import * as Bill from '#domain/bill.ts'
import { tab } from '#domain/order.ts'
import { orderCode } from '#domain/quote.ts'
import * as Substitution from '#domain/substitution.ts'

export type OrderTab = 'pending' | 'preparing' | 'ready'

/** Something to tell the customer, and the tab where it can be seen. */
export type News = { readonly text: string; readonly tab: OrderTab | 'done' }

/** What has become of the orders between two readings. An order that was not there before is no news. */
export function statusAnnouncements(before: readonly Order[], now: readonly Order[]): News[] {
  return now.flatMap((order) => {
    const old = before.find(({ id }) => id === order.id)
    if (!old) return []
    const code = orderCode(order.id)
    if (old.status !== order.status) return [{ text: becoming(order, code), tab: tab(order.status) }]
    if (order.awaitingSubstitution && !old.awaitingSubstitution) {
      return [{ text: `A dish of order ${code} sold out. What would you like instead?`, tab: tab(order.status) }]
    }
    const decided = order.substitutions.slice(old.substitutions.length).find(({ by }) => by === 'restaurant')
    if (decided) return [{ text: `Order ${code}: ${Substitution.say(decided)}`, tab: tab(order.status) }]
    if (order.deliveryStatus === 'out-for-delivery' && old.deliveryStatus !== 'out-for-delivery') {
      return [{ text: `Order ${code} is on its way to you.`, tab: tab(order.status) }]
    }
    if (order.assignedRider && old.assignedRider?.name !== order.assignedRider.name) {
      return [{ text: `${order.assignedRider.name} brings order ${code}.`, tab: tab(order.status) }]
    }
    if (old.payment !== order.payment || old.received !== order.received || old.refunded !== order.refunded) {
      return [{ text: `Order ${code}: ${Bill.describe(order)}`, tab: tab(order.status) }]
    }
    return []
  })
}

function becoming({ status, deliveryMethod, cancelReason, cancelledBy }: Order, code: string): string {
  switch (status) {
    case 'preparing':
      return `Order ${code} is on the fire.`
    case 'ready':
      return deliveryMethod === 'delivery'
        ? `Order ${code} is ready and on its way soon.`
        : `Order ${code} is ready. Come and get it!`
    case 'completed':
      return `Order ${code} is complete. Enjoy!`
    case 'cancelled':
      if (cancelledBy === 'customer') return `You cancelled order ${code}.`
      return `Order ${code} was cancelled${cancelReason ? `: ${cancelReason}` : '.'}`
    default:
      return `Order ${code} is pending.`
  }
}

/** Under a cancelled order. */
export function whyCancelled({ cancelledBy, cancelReason }: Order): string {
  return cancelledBy === 'customer'
    ? ['You cancelled this order.', cancelReason].filter(Boolean).join(' ')
    : `${cancelReason}`
}
