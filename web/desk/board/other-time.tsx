import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeskOrder } from '#contract/order/orders.ts'
import { orderCode } from '#domain/order/quote.ts'
import { slotTitle } from '#domain/restaurant/slot-words.ts'
import { call, serverNow } from '#web/data/api/client.ts'
import { applyDeskOrders } from '#web/data/api/desk-orders.ts'
import { deskActions } from '#web/desk/orders/desk-actions.ts'
import { toastFinal } from '#web/desk/orders/order-actions.ts'
import SlotSheet from '#web/orders/slots/slot-sheet.tsx'
import { Button } from '#web/ui/button.tsx'
import { useSend } from '#web/ui/use-send.ts'

export function OtherTime({ order }: { order: DeskOrder }) {
  const client = useQueryClient()
  const { busy, send } = useSend()
  const [isPicking, setIsPicking] = useState(false)
  const { orderId, version, slot = '' } = order

  async function move(next: string) {
    const options = { params: { id: orderId }, body: { slot: next, version } }
    // The server answers with a `DeskOrder` to staff, and with an `Order` to a customer.
    applyDeskOrders(client, [(await call('POST /api/orders/:id/change-slot', options)) as DeskOrder])
    toastFinal(`${orderCode(orderId)}: ${slotTitle(Date.parse(next), serverNow())}.`)
  }

  return (
    <>
      <Button
        variant="secondary"
        busy={busy}
        className="min-h-11! flex-auto px-2.5! text-control"
        onClick={() => setIsPicking(true)}
      >
        {deskActions['change-slot'].label}
      </Button>
      {isPicking && (
        <SlotSheet
          about={{ orderId }}
          isDelivery={order.deliveryMethod === 'delivery'}
          names={order.items.map(({ name }) => name)}
          chosen={slot}
          onChoose={(next) => void send(() => move(next))}
          onClose={() => setIsPicking(false)}
        />
      )}
    </>
  )
}
