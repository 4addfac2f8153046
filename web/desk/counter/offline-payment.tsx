import * as Money from '#domain/money/money.ts'
import type { Channel } from '#domain/order/counter.ts'
import type { DeliveryMethod } from '#domain/restaurant/delivery.ts'
import { useFormErrors } from '#web/ui/forms/form.tsx'
import { SheetForm } from '#web/ui/forms/sheet-form.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useSend } from '#web/ui/use-send.ts'
import { type Payment, PaymentFields, usePaymentFields } from './payment-fields.tsx'

type Props = {
  /** The amount told to the customer. The server prices the order again. */
  readonly total: Money.Naira
  readonly order: { readonly channel: Channel; readonly deliveryMethod: DeliveryMethod }
  readonly onClose: () => void
  /** Stores the order until the network is back. Rejects where it could not be stored. */
  readonly onKeep: (payment: Payment) => Promise<void>
}

/** The payment of an order entered offline, which is placed once the network is back. */
export function OfflinePayment({ total, order, onClose, onKeep }: Props) {
  const { form, errors, show, forgive, showFailure } = useFormErrors()
  const fields = usePaymentFields(total, order)
  const { busy, send } = useSend()

  async function keep() {
    if (show(fields.wrong) || !(await fields.confirmAmount())) return
    await send(() => onKeep(fields.payment()), {
      onFailure: (error) => showFailure(error, 'This browser could not store the order. Please write it down.'),
    })
  }

  return (
    <Sheet open onClose={() => !busy && onClose()} title="No network" bare>
      <SheetForm form={{ form, errors, busy }} onSubmit={keep} submit={`Keep order · ${Money.format(total)}`}>
        <p>
          The order waits on this device and is placed once the network is back; it gets its code then. If a dish or a
          price has changed by then, the order is not placed, and this screen shows why.
        </p>
        <PaymentFields
          fields={fields}
          errors={errors}
          forgive={forgive}
          transfer={<p className="text-soft">The code to write in the transfer appears once the network is back.</p>}
        />
      </SheetForm>
    </Sheet>
  )
}
