import { useRef, useState } from 'react'
import type { Order } from '#contract/orders.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { UsualReasons } from '#web/ui/forms/usual-reasons.tsx'
import { NeedsNetwork } from '#web/ui/needs-network.tsx'
import { SheetContent } from '#web/ui/sheet.tsx'
import { useOwnOrder } from './own-order.ts'
import { MoneyBack } from './refund-note.tsx'

const usual = ['Ordered by mistake', 'It takes too long', 'I want something else']

type Props = { readonly order: Order; readonly onKeep: () => void; readonly onDone: () => void }

/** Asks before it cancels, and says first what becomes of the money. */
export function CancelOwnForm({ order, onKeep, onDone }: Props) {
  const { busy, say } = useOwnOrder(order.id)
  const [reason, setReason] = useState('')
  const form = useRef<HTMLFormElement>(null)

  function submit() {
    void say(
      () => call('POST /api/orders/:id/cancellation', { params: order, body: { reason: reason.trim() } }),
      onDone,
    )
  }

  return (
    <SheetContent>
      <Form form={form} errors={{}} onSubmit={submit}>
        <p>The kitchen has not begun yet, so nothing is cooked.</p>
        <MoneyBack order={order} />
        <NeedsNetwork>Cancelling needs the network.</NeedsNetwork>
        <Field
          label="Why? You need not say"
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
