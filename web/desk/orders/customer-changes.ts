import type { DeskOrder } from '#contract/order/orders.ts'
import { orderCode } from '#domain/order/quote.ts'
import { isOpen } from '#domain/order/statuses.ts'
import * as Substitution from '#domain/order/substitution.ts'

/**
 * Returns a sentence for each change by a customer between two versions of the board. `latest` returns the newest known
 * version of an order, for orders that have left the board.
 */
export function customerChanges(
  before: readonly DeskOrder[],
  after: readonly DeskOrder[],
  latest: (id: string) => DeskOrder | undefined,
): string[] {
  const now = new Map(after.map((order) => [order.orderId, order]))
  return before
    .filter(({ status }) => isOpen(status))
    .flatMap((old) => {
      const order = now.get(old.orderId) ?? latest(old.orderId)
      if (!order || order.version <= old.version) return []
      const code = orderCode(order.orderId)
      if (order.cancelledBy === 'customer') {
        return [`${code} was cancelled by the customer${order.cancelReason ? `: ${order.cancelReason}` : '.'}`]
      }
      return order.substitutions
        .slice(old.substitutions.length)
        .filter(({ by }) => by === 'customer')
        .map((answer) => `${code}: ${Substitution.say(answer)} Said by the customer.`)
    })
}
