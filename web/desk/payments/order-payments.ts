import { useQuery } from '@tanstack/react-query'
import type { OrderStory } from '#contract/found-orders.ts'
import type { TillOrder } from '#contract/order/orders.ts'
import { query } from '#web/data/api/query.ts'

type Money = OrderStory['money'][number]

/** Returns the payments that are not undone, oldest first. An undo always takes back the last payment. */
export function validPayments(money: readonly Money[]): Money[] {
  const valid: Money[] = []
  for (const each of money) {
    if (each.undone) valid.pop()
    else if (each.amount > 0) valid.push(each)
  }
  return valid
}

/** Returns the payments and refunds of an order. Empty until a list is loaded that agrees with the order's sums. */
export function useMoney({ orderId: id, received, refunded }: TillOrder): readonly Money[] {
  const { data } = useQuery(query('GET /api/office/orders/:id', { params: { id }, staleTime: 0 }))
  return data?.order.received === received && data.order.refunded === refunded ? data.money : []
}

/** Returns the payments that are not undone. */
export function usePayments(order: TillOrder): Money[] {
  return validPayments(useMoney(order))
}
