import * as Money from '#domain/money/money.ts'
import type { Channel } from '#domain/order/counter.ts'
import type { DeliveryMethod } from '#domain/restaurant/delivery.ts'
import { SheetForm } from '#web/ui/forms/sheet-form.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { type Payment, PaymentFields, usePaymentFields } from './payment-fields.tsx'

type Props = {
  /** The amount that the customer is told. The server prices the order again when it is sent. */
  readonly total: Money.Naira
  readonly order: { readonly channel: Channel; readonly deliveryMethod: DeliveryMethod }
  readonly onClose: () => void
  /** Stores the order, which is sent once the network is back. Rejects if it cannot be stored. */
  readonly onKeep: (payment: Payment) => Promise<void>
}

/** Takes the payment for an order that was entered without a network. The order is placed once the network is back. */
export function OfflinePayment({ total, order, onClose, onKeep }: Props) {
  const fields = usePaymentFields(total, order)
  const { form, wrong } = fields

  async function keep() {
    if (form.show(wrong) || !(await fields.confirmAmount())) return
    const unstored = 'This browser could not store the order. Please write it down.'
    await form.send(wrong, () => onKeep(fields.payment()), unstored)
  }

  return (
    <Sheet open onClose={() => !form.busy && onClose()} title="No network" bare>
      <SheetForm form={form} onSubmit={keep} submit={`Keep order · ${Money.format(total)}`}>
        <p>
          The order waits on this device and is placed once the network is back; it gets its code then. If a dish or a
          price has changed by then, the order is not placed, and this screen shows why.
        </p>
        <PaymentFields
          fields={fields}
          transfer={<p className="text-soft">The code to write in the transfer appears once the network is back.</p>}
        />
      </SheetForm>
    </Sheet>
  )
}
