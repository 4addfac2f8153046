import { useRef, useState } from 'react'
import type { Order } from '#contract/order/orders.ts'
import { call } from '#web/data/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { UsualReasons } from '#web/ui/forms/usual-reasons.tsx'
import { NeedsNetwork } from '#web/ui/needs-network.tsx'
import { SheetContent } from '#web/ui/sheet.tsx'
import { useOwnOrder } from './own-order.ts'
import { RefundNote } from './refund-note.tsx'

const usual = ['Ordered by mistake', 'It takes too long', 'I want something else']

type Props = { readonly order: Order; readonly onKeep: () => void; readonly onDone: () => void }

/** Confirms a cancellation by the customer, with what happens to the money. */
export function CancelOwnForm({ order, onKeep, onDone }: Props) {
  const { busy, act } = useOwnOrder(order.orderId)
  const [reason, setReason] = useState('')
  const form = useRef<HTMLFormElement>(null)

  function submit() {
    void act(
      // One's own order is answered with the customer's document.
      () =>
        call('POST /api/orders/:id/cancel', {
          params: { id: order.orderId },
          body: { reason: reason.trim() },
        }) as Promise<Order>,
      onDone,
    )
  }

  return (
    <SheetContent>
      <Form form={form} errors={{}} onSubmit={submit}>
        <p>The kitchen has not begun yet, so nothing is cooked.</p>
        <RefundNote order={order} />
        <NeedsNetwork>Cancelling needs the network.</NeedsNetwork>
        <Field
          label="Reason (optional)"
          name="reason"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          autoComplete="off"
          maxLength={200}
        />
        <UsualReasons reasons={usual} onChoose={setReason} />
        <div className="mt-1 flex flex-wrap gap-2">
          <Button look="secondary" className="flex-1 whitespace-nowrap" onClick={onKeep}>
            Keep order
          </Button>
          <Button type="submit" look="danger" busy={busy} className="flex-1 whitespace-nowrap">
            Cancel order
          </Button>
        </div>
      </Form>
    </SheetContent>
  )
}
