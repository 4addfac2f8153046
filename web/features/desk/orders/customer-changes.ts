import type { Order } from '#contract/orders.ts'
import { isOpen } from '#domain/order.ts'
import { orderCode } from '#domain/quote.ts'
import * as Substitution from '#domain/substitution.ts'

/**
 * What customers have done to orders between two looks at the board. An order that nobody has to do anything about has left
 * it; `latest` is what became of that one, if it was told.
 */
export function customerWords(
  before: readonly Order[],
  after: readonly Order[],
  latest: (id: string) => Order | undefined,
): string[] {
  return before
    .filter(({ status }) => isOpen(status))
    .flatMap((old) => {
      const order = after.find(({ id }) => id === old.id) ?? latest(old.id)
      if (!order || order.version <= old.version) return []
      const code = orderCode(order.id)
      if (order.cancelledBy === 'customer') {
        return [`${code} was cancelled by the customer${order.cancelReason ? `: ${order.cancelReason}` : '.'}`]
      }
      return order.substitutions
        .slice(old.substitutions.length)
        .filter(({ by }) => by === 'customer')
        .map((answer) => `${code}: ${Substitution.say(answer)} Said by the customer.`)
    })
}
