import { useRef, useState } from 'react'
import type { Order } from '#contract/order/orders.ts'
import { call } from '#web/data/api/client.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { SheetForm } from '#web/ui/forms/sheet-form.tsx'
import { UsualReasons } from '#web/ui/forms/usual-reasons.tsx'
import { NeedsNetwork } from '#web/ui/needs-network.tsx'
import { useOwnOrder } from './own-order.ts'
import { RefundNote } from './refund-note.tsx'

const usual = ['Ordered by mistake', 'It takes too long', 'I want something else']

type Props = { readonly order: Order; readonly onKeep: () => void; readonly onDone: () => void }

export function CancelOwnForm({ order, onKeep, onDone }: Props) {
  const { busy, act } = useOwnOrder(order.orderId)
  const [reason, setReason] = useState('')
  const form = useRef<HTMLFormElement>(null)

  function submit() {
    void act(
      // A customer gets an `Order`, as here. The type of the answer includes the `DeskOrder` that staff get.
      () =>
        call('POST /api/orders/:id/cancel', {
          params: { id: order.orderId },
          body: { reason: reason.trim() },
        }) as Promise<Order>,
      onDone,
    )
  }

  return (
    <SheetForm
      form={{ form, errors: {}, busy }}
      onSubmit={submit}
      submit="Cancel order"
      danger
      onCancel={onKeep}
      cancel="Keep order"
    >
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
    </SheetForm>
  )
}
