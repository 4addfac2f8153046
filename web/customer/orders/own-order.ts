import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Order } from '#contract/order/orders.ts'
import { call, sentence } from '#web/data/api/client.ts'
import { mergeOwnOrders, ownLiveOrders } from '#web/data/api/live-orders.ts'
import { setAnswer } from '#web/data/api/query.ts'
import { toast, toastTime } from '#web/data/toast.ts'

/** The actions of a customer on their order. The page changes only with the server's answer; after a refusal the order is read again. */
export function useOwnOrder(id: string) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  function apply(order: Order) {
    ownLiveOrders.add(order)
    setAnswer(client, 'GET /api/orders', mergeOwnOrders)
  }

  return {
    busy,
    /** `onDone` is called before the page shows the changed order, because the calling form may be removed by then. */
    async act(change: () => Promise<Order>, onDone: () => void = () => {}): Promise<void> {
      if (busy) return
      setBusy(true)
      try {
        const order = await change()
        onDone()
        apply(order)
      } catch (error) {
        toast(sentence(error, 'Could not reach the restaurant. Please try again.'), {
          kind: 'bad',
          duration: toastTime.longer,
        })
        // One's own order is answered whole.
        await call('GET /api/orders/:id', { params: { id } }).then(
          (order) => apply(order as Order),
          () => {},
        )
      } finally {
        setBusy(false)
      }
    },
  }
}
