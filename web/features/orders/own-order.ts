import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { call, sentence } from '#web/api/client.ts'
import { ownArrivals, withOwnArrivals } from '#web/api/live-orders.ts'
import { queries } from '#web/api/queries.ts'
import { toast, toastTime } from '#web/ui/toast.tsx'

/**
 * Says something about one's own order. Nothing on the page moves before the restaurant has answered; where it says no, the
 * order is shown as it has become.
 */
export function useOwnOrder(id: string) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  function keep(order: Order) {
    ownArrivals.note(order)
    client.setQueryData(queries.orders().queryKey, (list) => list && withOwnArrivals(list))
  }

  return {
    busy,
    /** `taken` comes before the page shows the order as it has become: what asked is gone by then. */
    async say(change: () => Promise<Order>, taken: () => void = () => {}): Promise<void> {
      if (busy) return
      setBusy(true)
      try {
        const order = await change()
        taken()
        keep(order)
      } catch (error) {
        toast(sentence(error, 'We could not be reached. Please try again.'), {
          kind: 'bad',
          duration: toastTime.longer,
        })
        await call('GET /api/orders/:id', { params: { id } }).then(keep, () => {})
      } finally {
        setBusy(false)
      }
    },
  }
}
