import type { CashPreparation, TillOrder } from '#contract/order/orders.ts'
import * as Money from '#domain/money/money.ts'
import * as Bill from '#domain/order/bill.ts'
import { orderCode } from '#domain/order/quote.ts'
import { call } from '#web/data/api/client.ts'
import { useDeskForm } from '#web/desk/orders/order-form.ts'
import { SheetForm } from '#web/ui/forms/sheet-form.tsx'
import { MoneyNeedsNetwork } from './money-needs-network.tsx'

/** Starts an unpaid order whose rider collects the cash. */
export function DoorCashForm({ order, onDone }: { order: TillOrder; onDone: () => void }) {
  const amount = Bill.due(order)
  const form = useDeskForm({
    record: (body: CashPreparation) =>
      call('POST /api/orders/:id/start-for-cash', { params: { id: order.orderId }, body }),
    order,
    onDone,
    initial: {},
  })

  function submit() {
    const done = `${orderCode(order.orderId)}: started, the rider collects ${Money.format(amount)}.`
    return form.send({}, { amount }, () => done)
  }

  return (
    <SheetForm form={form} onSubmit={submit} submit="Start cooking" onCancel={onDone} cancel="Wait">
      <MoneyNeedsNetwork />
      <p>
        The rider collects <strong>{Money.format(amount)}</strong> in cash, and the kitchen starts now. Tell the
        customer to have it ready.
      </p>
    </SheetForm>
  )
}
