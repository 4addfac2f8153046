import type { ReactNode } from 'react'
import type { LaterTillPayment, TillOrder } from '#contract/order/orders.ts'
import * as DoubtfulSum from '#domain/books/doubtful-sum.ts'
import * as Money from '#domain/money/money.ts'
import * as Bill from '#domain/order/bill.ts'
import { call } from '#web/data/api/client.ts'
import { useConfirmAmount } from '#web/data/confirm-action.ts'
import { recordedOnce } from '#web/data/outbox/call-once.ts'
import { useDeskForm } from '#web/desk/orders/order-form.ts'
import { changeOf } from '#web/orders/cash-change.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { SheetForm } from '#web/ui/forms/sheet-form.tsx'
import { typedAmount } from '#web/ui/forms/typed-amount.ts'
import { MoneyNeedsNetwork } from './money-needs-network.tsx'
import { comparison, outcome } from './payment-form.tsx'

type Props = {
  readonly order: TillOrder
  readonly method: LaterTillPayment['method']
  readonly onDone: () => void
  readonly children: ReactNode
}

export function TillForm({ order, method, onDone, children }: Props) {
  const due = Bill.due(order)
  const form = useDeskForm({
    record: (body: LaterTillPayment) =>
      call('POST /api/orders/:id/till-payment', { params: { id: order.orderId }, body }),
    order,
    onDone,
    initial: { amount: String(due), reference: '' },
    confirms: true,
    unanswered: recordedOnce,
  })
  const { fields, field, send } = form
  const given = typedAmount(fields.amount) ?? 0
  // Cash beyond the due sum is given back as change.
  const amount = method === 'cash' ? Math.min(given, due) : given
  const confirmAmount = useConfirmAmount(
    method === 'cash' ? DoubtfulSum.askCash(given, due) : DoubtfulSum.ask(given, due, 'what is due'),
  )

  async function submit() {
    const reference = fields.reference.trim()
    const seen = { received: order.received }
    const body: LaterTillPayment =
      method === 'cash' ? { method, amount, ...seen } : { method, amount, reference, ...seen }
    const wrong = {
      ...(given === 0 && { amount: 'Please enter whole naira.' }),
      ...(method === 'card' && reference === '' && { reference: "Enter the reference from the terminal's slip." }),
    }
    if (await confirmAmount(wrong)) await send(wrong, body, (after) => outcome(after, Money.naira(amount)))
  }

  return (
    <SheetForm form={form} onSubmit={submit} submit={`Take ${Money.format(Money.naira(amount))}`}>
      <MoneyNeedsNetwork />
      {children}
      <Field
        label={method === 'cash' ? 'Cash given (₦)' : 'Amount on the slip (₦)'}
        {...field('amount')}
        inputMode="numeric"
        autoComplete="off"
        hint={given === 0 ? undefined : method === 'cash' ? changeOf(due, given) : comparison(due, Money.naira(given))}
        maxLength={16}
      />
      {method === 'card' && (
        <Field
          label="Reference on the slip"
          {...field('reference')}
          hint="Each slip pays for one order."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
        />
      )}
    </SheetForm>
  )
}
