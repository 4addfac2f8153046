import { useMemo } from 'react'
import type { DeskOrder } from '#contract/order/orders.ts'
import * as Payment from '#domain/order/payment.ts'
import { useClock } from '#web/data/clock.ts'
import { isForLater } from './board.ts'

type Split = {
  /** The paid orders for later that the kitchen does not have to start yet, the next one first. */
  readonly later: readonly DeskOrder[]
  readonly due: readonly DeskOrder[]
}

/** Splits orders into paid orders for later and due orders. An order becomes due when the kitchen must start it. */
export function useLater(orders: readonly DeskOrder[]): Split {
  const waits = (order: DeskOrder, now: number) => Payment.covers(order.payment) && isForLater(order, now)
  const ids = useClock((now) =>
    orders
      .filter((order) => waits(order, now))
      .map(({ orderId }) => orderId)
      .join(' '),
  )
  return useMemo(() => {
    const found = new Set(ids?.split(' '))
    return {
      later: orders.filter(({ orderId }) => found.has(orderId)).toSorted((a, b) => slotOf(a) - slotOf(b)),
      due: orders.filter(({ orderId }) => !found.has(orderId)),
    }
  }, [orders, ids])
}

export function slotOf({ slot, readyBy }: DeskOrder): number {
  return Date.parse(slot ?? readyBy)
}
