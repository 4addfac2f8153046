import type { Cancellation, DeskOrder, TillOrder } from '#contract/order/orders.ts'
import * as Money from '#domain/money/money.ts'
import { orderCode } from '#domain/order/quote.ts'
import { shortestReason } from '#domain/text/words.ts'
import { call } from '#web/data/api/client.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { SheetForm } from '#web/ui/forms/sheet-form.tsx'
import { UsualReasons } from '#web/ui/forms/usual-reasons.tsx'
import { NeedsNetwork } from '#web/ui/needs-network.tsx'
import { atDesk } from './order-actions.ts'
import { useDeskForm } from './order-form.ts'

const usual = ['A dish is sold out', 'No transfer arrived', 'The customer asked for it']

/** Asks for the reason of a cancellation and for confirmation, because a cancellation cannot be undone. */
export function CancelForm({ order, onDone }: { order: TillOrder; onDone: () => void }) {
  const form = useDeskForm({
    record: (body: Cancellation) =>
      call('POST /api/orders/:id/cancel', { params: { id: order.orderId }, body }).then(atDesk),
    order,
    onDone,
    initial: { reason: '' },
  })
  const { fields, field, set, send } = form

  function submit() {
    const body: Cancellation = { reason: fields.reason.trim() }
    const wrong: Record<string, string> =
      body.reason.length < shortestReason ? { reason: 'Enter a reason for the customer.' } : {}
    void send(wrong, body, ({ owed = Money.zero }: DeskOrder) =>
      owed > 0
        ? `${orderCode(order.orderId)} is cancelled. ${Money.format(owed)} is owed.`
        : `${orderCode(order.orderId)} is cancelled.`,
    )
  }

  return (
    <SheetForm form={form} onSubmit={submit} submit="Cancel order" danger onCancel={onDone} cancel="Keep order">
      <NeedsNetwork>Cancelling needs the network. Keep this open until it is back.</NeedsNetwork>
      <p>
        Cancel the order of {order.customerName}? The customer reads the reason.
        {order.received > 0 && (
          <strong className="mt-2 block text-alarm">
            {Money.format(order.received)} was paid and must be refunded.
          </strong>
        )}
        {order.deliveryStatus === 'out-for-delivery' && (
          <strong className="mt-2 block">{order.assignedRider?.name} is out with it. Please call.</strong>
        )}
      </p>
      <Field label="Reason" {...field('reason')} autoComplete="off" maxLength={200} />
      <UsualReasons reasons={usual} onChoose={(reason) => set('reason', reason)} />
    </SheetForm>
  )
}
