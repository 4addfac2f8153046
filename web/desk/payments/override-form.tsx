import { useId } from 'react'
import type { Override, TillOrder } from '#contract/order/orders.ts'
import * as Money from '#domain/money/money.ts'
import * as Bill from '#domain/order/bill.ts'
import { orderCode } from '#domain/order/quote.ts'
import { shortestReason } from '#domain/text/words.ts'
import { call } from '#web/data/api/client.ts'
import { useDeskForm } from '#web/desk/orders/order-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { SheetContent } from '#web/ui/sheet.tsx'
import { MoneyNeedsNetwork } from './money-needs-network.tsx'

/** The owner's override: the kitchen starts an unpaid order, with a reason. */
export function OverrideForm({ order, onDone }: { order: TillOrder; onDone: () => void }) {
  const id = useId()
  const { form, errors, busy, fields, field, send } = useDeskForm({
    record: (body: Override) => call('POST /api/orders/:id/start-unpaid', { params: { id: order.orderId }, body }),
    order,
    onDone,
    first: { reason: '' },
  })

  function submit() {
    const body: Override = { reason: fields.reason.trim() }
    const wrong: Record<string, string> =
      body.reason.length < shortestReason ? { reason: 'Enter a reason for the audit.' } : {}
    void send(wrong, body, () => `${orderCode(order.orderId)}: started unpaid.`)
  }

  return (
    <SheetContent
      foot={
        <div className="flex flex-wrap gap-2">
          <Button look="secondary" className="flex-auto" onClick={onDone}>
            Wait
          </Button>
          <Button type="submit" form={id} look="danger" busy={busy} className="flex-auto">
            Start unpaid
          </Button>
        </div>
      }
    >
      <Form id={id} form={form} errors={errors} onSubmit={submit}>
        <MoneyNeedsNetwork />
        <p>
          <strong className="text-alarm">{Money.format(Bill.due(order))} is not confirmed.</strong> The kitchen starts
          in your name, and the payment stays open.
        </p>
        <Field label="Reason" {...field('reason')} autoComplete="off" maxLength={200} />
      </Form>
    </SheetContent>
  )
}
