import { useId, useState } from 'react'
import type { CounterOrder } from '#contract/counter.ts'
import * as Money from '#domain/money.ts'
import type { Channel } from '#domain/order.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/forms/choice.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, useFormErrors } from '#web/ui/forms/form.tsx'
import { typedAmount } from '#web/ui/forms/typed-amount.ts'
import { changeOf } from '#web/ui/order/cash-change.ts'
import { Sheet, SheetContent } from '#web/ui/sheet.tsx'

type Payment = CounterOrder['payment']

type Props = {
  /** What the customer is told. The server prices the order again. */
  readonly total: Money.Naira
  readonly channel: Channel
  readonly onClose: () => void
  /** Keeps the order until the network is back. Rejects where it could not be stored. */
  readonly onKeep: (payment: Payment) => Promise<void>
}

/** The payment of an order that is taken without a network. It is placed once the network is back. */
export function OfflinePayment({ total, channel, onClose, onKeep }: Props) {
  const id = useId()
  const { form, errors, show, forgive, showFailure } = useFormErrors()
  const [method, setMethod] = useState<Payment['method']>(channel === 'phone' ? 'transfer' : 'cash')
  const [given, setGiven] = useState(String(total))
  const [reference, setReference] = useState('')
  const [busy, setBusy] = useState(false)
  const cash = typedAmount(given)

  async function keep() {
    if (busy) return
    const wrong = {
      ...(method === 'cash' && !cash && { amount: 'Please enter whole naira.' }),
      ...(method === 'card' &&
        reference.trim() === '' && { reference: "Enter the reference from the terminal's slip." }),
    }
    if (show(wrong)) return
    setBusy(true)
    try {
      await onKeep(
        method === 'cash'
          ? { method, amount: Math.min(cash ?? 0, total) }
          : method === 'card'
            ? { method, amount: total, reference: reference.trim() }
            : { method },
      )
    } catch (error) {
      setBusy(false)
      showFailure(error, [], 'This browser could not store the order. Please write it down.')
    }
  }

  return (
    <Sheet open onClose={() => !busy && onClose()} title="No network" bare>
      <SheetContent
        foot={
          <Button type="submit" form={id} busy={busy} className="w-full">
            Keep order · {Money.format(total)}
          </Button>
        }
      >
        <Form id={id} form={form} errors={errors} onSubmit={() => void keep()}>
          <p>
            The order is stored on this device, and placed once the network is back. It gets its code then. Where a dish
            or a price has changed by then, it is not placed, and stands on this screen with the reason.
          </p>
          <Choice
            legend="Payment method"
            name="method"
            value={method}
            onChange={setMethod}
            options={[
              { value: 'cash', label: 'Cash' },
              { value: 'card', label: 'Card' },
              { value: 'transfer', label: 'Transfer' },
            ]}
          />
          {method === 'cash' && (
            <Field
              label="Cash given (₦)"
              name="amount"
              inputMode="numeric"
              autoComplete="off"
              maxLength={16}
              value={given}
              error={errors.amount}
              hint={cash ? changeOf(total, cash) : undefined}
              onChange={(event) => {
                setGiven(event.target.value)
                forgive('amount')
              }}
            />
          )}
          {method === 'card' && (
            <Field
              label="Reference on the slip"
              name="reference"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={60}
              value={reference}
              error={errors.reference}
              hint="Each slip pays for one order."
              onChange={(event) => {
                setReference(event.target.value)
                forgive('reference')
              }}
            />
          )}
          {method === 'transfer' && (
            <p className="text-soft">The code to write in the transfer comes with the network.</p>
          )}
        </Form>
      </SheetContent>
    </Sheet>
  )
}
