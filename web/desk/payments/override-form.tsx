import type { Override, TillOrder } from '#contract/order/orders.ts'
import * as Money from '#domain/money/money.ts'
import * as Bill from '#domain/order/bill.ts'
import { orderCode } from '#domain/order/quote.ts'
import { shortestReason } from '#domain/text/words.ts'
import { call } from '#web/data/api/client.ts'
import { useDeskForm } from '#web/desk/orders/order-form.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { SheetForm } from '#web/ui/forms/sheet-form.tsx'
import { MoneyNeedsNetwork } from './money-needs-network.tsx'

/** The owner starts an unpaid order in the kitchen, with a reason. */
export function OverrideForm({ order, onDone }: { order: TillOrder; onDone: () => void }) {
  const form = useDeskForm({
    record: (body: Override) => call('POST /api/orders/:id/start-unpaid', { params: { id: order.orderId }, body }),
    order,
    onDone,
    initial: { reason: '' },
  })
  const { fields, field, send } = form

  function submit() {
    const body: Override = { reason: fields.reason.trim() }
    const wrong: Record<string, string> =
      body.reason.length < shortestReason ? { reason: 'Enter a reason for the audit.' } : {}
    void send(wrong, body, () => `${orderCode(order.orderId)}: started unpaid.`)
  }

  return (
    <SheetForm form={form} onSubmit={submit} submit="Start unpaid" danger onCancel={onDone} cancel="Wait">
      <MoneyNeedsNetwork />
      <p>
        <strong className="text-alarm">{Money.format(Bill.due(order))} is not confirmed.</strong> The kitchen starts in
        your name, and the payment stays open.
      </p>
      <Field label="Reason" {...field('reason')} autoComplete="off" maxLength={200} />
    </SheetForm>
  )
}
