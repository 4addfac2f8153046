import { useState } from 'react'
import type { Cancellation, Order } from '#contract/orders.ts'
import * as Money from '#domain/money.ts'
import { orderCode } from '#domain/quote.ts'
import { ApiFailure, sentence } from '#web/api.ts'
import { Form, useFormErrors } from '#web/form.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { said, useDeeds } from './deeds.ts'

const usual = ['A dish has run out', 'No transfer arrived', 'The customer asked for it']

/** Asks before it cancels: there is no way back. */
export function CancelForm({ order, onDone }: { order: Order; onDone: () => void }) {
  const { record, refused } = useDeeds()
  const { form, errors, show, forgive, showFailure } = useFormErrors()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)

  async function submit() {
    if (busy) return
    const body: Cancellation = { reason: reason.trim() }
    // As the contract bounds it.
    if (show(body.reason.length < 3 ? { reason: 'Say why: the customer reads it.' } : {})) return
    setBusy(true)
    try {
      await record('cancellation', order, body)
      onDone()
      said(`${orderCode(order.id)} is cancelled.`)
    } catch (error) {
      setBusy(false)
      if (error instanceof ApiFailure && error.problem.code === 'order-moved-on') {
        onDone()
        await refused(error, order)
      } else {
        showFailure(
          error,
          ['reason'],
          sentence(error, 'The house did not answer. Please check the network and try again.'),
        )
      }
    }
  }

  return (
    <Form form={form} errors={errors} onSubmit={() => void submit()}>
      <p>
        This takes the order of {order.customerName} off the board for good. They read the reason.
        {order.received > 0 && (
          <strong className="mt-2 block text-alarm">
            {Money.format(order.received)} came in for it and must go back to the customer.
          </strong>
        )}
      </p>
      <Field
        label="Reason"
        name="reason"
        value={reason}
        onChange={(event) => {
          setReason(event.target.value)
          forgive('reason')
        }}
        error={errors.reason}
        autoComplete="off"
        maxLength={200}
        required
      />
      {/* biome-ignore lint/a11y/useSemanticElements: shortcuts for the field above, not a part of the form */}
      <div role="group" aria-label="Usual reasons" className="flex flex-wrap gap-2">
        {usual.map((text) => (
          <button
            key={text}
            type="button"
            onClick={() => {
              setReason(text)
              forgive('reason')
            }}
            className="min-h-11 rounded-full bg-raise2 px-4 text-sm"
          >
            {text}
          </button>
        ))}
      </div>
      <div className="mt-1 flex flex-wrap gap-2">
        <Button look="secondary" className="flex-1 whitespace-nowrap" onClick={onDone}>
          Keep order
        </Button>
        <Button type="submit" look="danger" busy={busy} className="flex-1 whitespace-nowrap">
          Cancel order
        </Button>
      </div>
    </Form>
  )
}
