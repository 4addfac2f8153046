import { useEffect, useId, useState } from 'react'
import type { CounterOrder, CounterPlaced } from '#contract/counter.ts'
import type { Quote } from '#contract/quotes.ts'
import * as Money from '#domain/money.ts'
import type { Channel } from '#domain/order.ts'
import * as Phone from '#domain/phone.ts'
import { ApiFailure, call, sentence } from '#web/api/client.ts'
import { useSessionEnd } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/forms/choice.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, useFormErrors } from '#web/ui/forms/form.tsx'
import { typedAmount } from '#web/ui/forms/typed-amount.ts'
import { changeOf } from '#web/ui/order/cash-change.ts'
import { Totals } from '#web/ui/order/totals.tsx'
import { Sheet, SheetContent } from '#web/ui/sheet.tsx'
import { TransferTo } from './transfer-to.tsx'

type Props = {
  readonly quote: Quote
  readonly channel: Channel
  /** The payment that was sent before a reload and not answered. */
  readonly sent: Payment | undefined
  /** Called before a payment is sent, and with undefined after a refusal. */
  readonly onSent: (payment: Payment | undefined) => void
  readonly onClose: () => void
  readonly onPlaced: (placed: CounterPlaced) => void
}

type Payment = CounterOrder['payment']
type Method = Payment['method']

const noAnswer = 'Could not reach the restaurant. Press again: the order is placed only once.'

/** The quote and its payment. The order is placed once, however often the button is pressed. */
export function PaymentSheet({ quote, channel, sent, onSent, onClose, onPlaced }: Props) {
  const id = useId()
  const { form, errors, show, forgive, showFailure } = useFormErrors()
  const [method, setMethod] = useState<Method>(sent?.method ?? (channel === 'phone' ? 'transfer' : 'cash'))
  const [given, setGiven] = useState(String(sent?.method === 'cash' ? sent.amount : quote.total))
  const [reference, setReference] = useState(sent?.method === 'card' ? sent.reference : '')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(sent && new Error(noAnswer))
  // A payment without an answer may have arrived, so only the same one may be sent again.
  const unanswered = failure !== undefined && !(failure instanceof ApiFailure)
  useSessionEnd(failure)
  const cash = typedAmount(given)

  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once, for a payment of before the reload
  useEffect(() => {
    if (sent) show({ '': noAnswer })
  }, [])

  async function place() {
    if (busy) return
    const wrong = {
      ...(method === 'cash' && !cash && { amount: 'Please enter whole naira.' }),
      ...(method === 'card' &&
        reference.trim() === '' && { reference: "Enter the reference from the terminal's slip." }),
    }
    if (show(wrong)) return
    setBusy(true)
    try {
      const payment = paymentOf(method, quote, cash ?? 0, reference.trim())
      onSent(payment)
      onPlaced(await call('POST /api/desk/orders', { body: { quoteId: quote.id, payment } }))
    } catch (error) {
      setFailure(error)
      setBusy(false)
      if (error instanceof ApiFailure) onSent(undefined)
      showFailure(error, ['amount', 'reference'], sentence(error, noAnswer))
    }
  }

  return (
    <Sheet open onClose={() => !unanswered && !busy && onClose()} title={`Payment of ${quote.id.slice(-6)}`} bare>
      <SheetContent
        foot={
          <Button type="submit" form={id} busy={busy} className="w-full">
            Place order · {Money.format(quote.total)}
          </Button>
        }
      >
        <Form id={id} form={form} errors={errors} onSubmit={() => void place()}>
          <p className="wrap-anywhere">
            <strong>{quote.customerName}</strong>, {Phone.format(quote.contactPhone)}
            {quote.deliveryAddress !== null && (
              <span className="block text-soft">
                {quote.deliveryAddress}, {quote.deliveryLocation}
              </span>
            )}
          </p>
          <Totals subtotal={quote.subtotal} fee={quote.deliveryFee} />
          {/* A retry sends the same payment. */}
          <fieldset disabled={unanswered} className="grid min-w-0 gap-4">
            <legend className="sr-only">Payment</legend>
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
                hint={cash ? changeOf(quote.total, cash) : undefined}
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
            {method === 'transfer' && <TransferTo quote={quote} />}
          </fieldset>
        </Form>
      </SheetContent>
    </Sheet>
  )
}

/** The payment of the order. Cash beyond the total is given back as change. */
function paymentOf(method: Method, { total }: Quote, cash: number, reference: string): Payment {
  switch (method) {
    case 'cash':
      return { method, amount: Math.min(cash, total) }
    case 'card':
      return { method, amount: total, reference }
    case 'transfer':
      return { method }
  }
}
