import { useQueryClient } from '@tanstack/react-query'
import type { Order } from '#contract/order/orders.ts'
import { call } from '#web/data/api/client.ts'
import { applyOwnOrders } from '#web/data/api/live-orders.ts'
import { toastFailed } from '#web/data/toast.ts'
import { useSend } from '#web/ui/use-send.ts'

/** The actions of a customer on their order. The page changes only with the server's answer; after a refusal the order is read again. */
export function useOwnOrder(id: string) {
  const client = useQueryClient()
  const { busy, send, callOnce } = useSend()

  const apply = (order: Order) => applyOwnOrders(client, [order])

  async function showFailure(error: unknown) {
    toastFailed(error)
    // One's own order is answered whole.
    await call('GET /api/orders/:id', { params: { id } }).then(
      (order) => apply(order as Order),
      () => {},
    )
  }

  return {
    busy,
    callOnce,
    /** `onDone` is called before the page shows the changed order, because the calling form may be removed by then. */
    act(change: () => Promise<Order>, onDone: () => void = () => {}): Promise<void> {
      const request = async () => {
        const order = await change()
        onDone()
        apply(order)
      }
      return send(request, { onFailure: showFailure })
    },
  }
}
