import { useEffect, useState } from 'react'
import type { CounterPlaced } from '#contract/order/counter.ts'
import type { Quote } from '#contract/order/quotes.ts'
import * as Money from '#domain/money/money.ts'
import type { Channel } from '#domain/order/counter.ts'
import { noPhone } from '#domain/order/quote.ts'
import * as Phone from '#domain/text/phone.ts'
import { ApiFailure, call } from '#web/data/api/client.ts'
import { useSessionEnd } from '#web/data/api/session.ts'
import { Totals } from '#web/orders/totals.tsx'
import { SheetForm } from '#web/ui/forms/sheet-form.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { useSend } from '#web/ui/use-send.ts'
import { type Payment, PaymentFields, usePaymentFields } from './payment-fields.tsx'
import { TransferTo } from './transfer-to.tsx'

type Props = {
  readonly quote: Quote
  readonly channel: Channel
  /** The payment that was sent before a reload and is unanswered. */
  readonly sent: Payment | undefined
  /**
   * Called with a payment before the payment is sent, so that the draft keeps the payment over a reload. Called with
   * undefined after a refusal.
   */
  readonly onSent: (payment: Payment | undefined) => void
  readonly onClose: () => void
  /** Receives in `given` the cash in naira that the customer gave; undefined for another method. */
  readonly onPlaced: (placed: CounterPlaced, given: number | undefined) => void
}

const placedOnce = 'Could not reach the restaurant. Press again: the order is placed only once.'

/** The quote, and the fields for its payment. However often the button is pressed, one order is placed. */
export function PaymentSheet({ quote, channel, sent, onSent, onClose, onPlaced }: Props) {
  const fields = usePaymentFields(quote.totalAmount, { channel, deliveryMethod: quote.deliveryMethod }, sent)
  const { form, errors, show, showFailure } = fields.form
  const { busy, send } = useSend()
  const [failure, setFailure] = useState<unknown>(sent && new Error(placedOnce))
  // A payment that got no answer may have reached the server, so the fields are locked and a retry sends the same
  // payment.
  const unanswered = failure !== undefined && !(failure instanceof ApiFailure)
  useSessionEnd(failure)

  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once, for a payment sent before the reload
  useEffect(() => {
    if (sent) show({ '': placedOnce })
  }, [])

  async function submit() {
    if (show(fields.wrong) || !(await fields.confirmAmount())) return
    await send(place, { onFailure })
  }

  async function place() {
    const payment = fields.payment()
    onSent(payment)
    const placed = await call('POST /api/desk/orders', { body: { quoteId: quote.id, payment } })
    onPlaced(placed, fields.method === 'cash' ? fields.cash : undefined)
  }

  function onFailure(error: unknown) {
    setFailure(error)
    if (error instanceof ApiFailure) onSent(undefined)
    showFailure(error, placedOnce)
  }

  return (
    <Sheet open onClose={() => !unanswered && !busy && onClose()} title={`Payment of ${quote.id.slice(-6)}`} bare>
      <SheetForm
        form={{ form, errors, busy }}
        onSubmit={submit}
        submit={`Place order · ${Money.format(quote.totalAmount)}`}
      >
        <p className="wrap-anywhere">
          <strong>{quote.customerName}</strong>
          {quote.contactPhone !== noPhone && `, ${Phone.format(quote.contactPhone)}`}
          {quote.deliveryAddress !== null && (
            <span className="block text-soft">
              {quote.deliveryAddress}, {quote.deliveryLocation}
            </span>
          )}
        </p>
        <Totals of={quote} />
        <fieldset disabled={unanswered} className="grid min-w-0 gap-4">
          <legend className="sr-only">Payment</legend>
          <PaymentFields fields={fields} transfer={<TransferTo quote={quote} />} />
        </fieldset>
      </SheetForm>
    </Sheet>
  )
}
