import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Order, OrderList, PlaceOrder } from '#contract/orders.ts'
import { ApiFailure, ConnectionFailure, post } from '#web/api.ts'
import { changeDetails } from '#web/details-store.ts'
import { queries } from '#web/queries.ts'

/**
 * 'I've Made the Transfer'. However often it is pressed or sent, one quote makes one order (PAY-8). What was sent
 * without an answer is remembered: after a reload the page asks for it before it offers another.
 */
export function usePlaceOrder({ onPlaced }: { onPlaced: () => void }) {
  const client = useQueryClient()
  const underWay = useRef(false)
  const mutation = useMutation({
    mutationFn: (quoteId: string) => post<Order>('/api/orders', { quoteId } satisfies PlaceOrder),
    retry: (failures, error) => error instanceof ConnectionFailure && failures < 2,
    retryDelay: 1000,
    onMutate: (quoteId) => changeDetails({ placing: quoteId }),
    onSuccess: (order) => {
      client.setQueryData<OrderList>(queries.orders().queryKey, (list) => list && withOrder(list, order))
      onPlaced()
    },
    onError: (error) => {
      if (isNo(error)) changeDetails({ placing: '' })
    },
    onSettled: () => {
      underWay.current = false
    },
  })

  return {
    ...mutation,
    place(quoteId: string) {
      // Two presses in one frame come before the button can say that it is busy.
      if (underWay.current) return
      underWay.current = true
      mutation.mutate(quoteId)
    },
  }
}

/** Whether the server has said that there is no order. A lost answer, or a fault in the house, leaves it open. */
function isNo(error: unknown): boolean {
  return error instanceof ApiFailure && error.problem.status < 500
}

/** The live stream may have been quicker, and may know more. */
export function withOrder({ orders }: OrderList, order: Order): OrderList {
  return { orders: orders.some(({ id }) => id === order.id) ? orders : [order, ...orders] }
}
