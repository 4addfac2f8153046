import { useId } from 'react'
import type { CashPreparation, TillOrder } from '#contract/order/orders.ts'
import * as Money from '#domain/money/money.ts'
import * as Bill from '#domain/order/bill.ts'
import { orderCode } from '#domain/order/quote.ts'
import { call } from '#web/data/api/client.ts'
import { useDeskForm } from '#web/desk/orders/order-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { SheetContent } from '#web/ui/sheet.tsx'
import { MoneyNeedsNetwork } from './money-needs-network.tsx'

/** The kitchen starts an order that is not paid, and the rider collects for it. */
export function DoorCashForm({ order, onDone }: { order: TillOrder; onDone: () => void }) {
  const id = useId()
  const amount = Bill.due(order)
  const { form, errors, busy, send } = useDeskForm({
    record: (body: CashPreparation) =>
      call('POST /api/orders/:id/start-for-cash', { params: { id: order.orderId }, body }),
    order,
    onDone,
    first: {},
  })

  return (
    <SheetContent
      foot={
        <div className="flex flex-wrap gap-2">
          <Button look="secondary" className="flex-auto" onClick={onDone}>
            Wait
          </Button>
          <Button type="submit" form={id} busy={busy} className="flex-auto">
            Start cooking
          </Button>
        </div>
      }
    >
      <Form
        id={id}
        form={form}
        errors={errors}
        onSubmit={() =>
          void send(
            {},
            { amount },
            () => `${orderCode(order.orderId)}: started, the rider collects ${Money.format(amount)}.`,
          )
        }
      >
        <MoneyNeedsNetwork />
        <p>
          The rider collects <strong>{Money.format(amount)}</strong> in cash, and the kitchen starts now. Tell the
          customer to have it ready.
        </p>
      </Form>
    </SheetContent>
  )
}
