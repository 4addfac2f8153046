import { useQueryClient } from '@tanstack/react-query'
import type { Order } from '#contract/order/orders.ts'
import { call } from '#web/data/api/client.ts'
import { applyOwnOrders } from '#web/data/api/live-orders.ts'
import { toastFailed } from '#web/data/toast.ts'
import { useSend } from '#web/ui/use-send.ts'

/**
 * Returns the customer's actions on an order. The page changes only with the server's answer; after a refusal the order
 * is read again.
 */
export function useOwnOrder(id: string) {
  const client = useQueryClient()
  const { busy, send, callOnce } = useSend()

  const apply = (order: Order) => applyOwnOrders(client, [order])

  async function showFailure(error: unknown) {
    toastFailed(error)
    // A customer gets an `Order`, as here. The type of the answer includes the `DeskOrder` that staff get.
    await call('GET /api/orders/:id', { params: { id } }).then(
      (order) => apply(order as Order),
      () => {},
    )
  }

  return {
    busy,
    callOnce,
    /** `onDone` runs before the page shows the changed order, because the change may remove the calling form. */
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
