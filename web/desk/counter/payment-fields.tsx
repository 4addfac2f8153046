import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { CounterOrder } from '#contract/order/counter.ts'
import * as DoorCash from '#domain/books/door-cash.ts'
import * as DoubtfulSum from '#domain/books/doubtful-sum.ts'
import * as Money from '#domain/money/money.ts'
import type { Channel } from '#domain/order/counter.ts'
import type { DeliveryMethod } from '#domain/restaurant/delivery.ts'
import { kitchenLoadQuery } from '#web/data/api/kitchen-load-query.ts'
import { useConfirmAmount } from '#web/data/confirm-action.ts'
import { changeOf } from '#web/orders/cash-change.ts'
import { Choice } from '#web/ui/forms/choice.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { useFields } from '#web/ui/forms/form.tsx'
import { typedAmount } from '#web/ui/forms/typed-amount.ts'

export type Payment = CounterOrder['payment']

/**
 * Returns the fields of a counter order's payment. If a payment was `sent` before, the fields start with its values.
 */
export function usePaymentFields(
  total: Money.Naira,
  { channel, deliveryMethod }: { readonly channel: Channel; readonly deliveryMethod: DeliveryMethod },
  sent?: Payment,
) {
  const { data: kitchenLoad } = useQuery(kitchenLoadQuery)
  const [method, setMethod] = useState<Payment['method']>(sent?.method ?? (channel === 'phone' ? 'transfer' : 'cash'))
  const isDelivery = deliveryMethod === 'delivery'
  const form = useFields({
    amount: String(sent?.method === 'cash' ? sent.amount : total),
    reference: sent?.method === 'card' ? sent.reference : '',
  })
  const cash = typedAmount(form.fields.amount)
  const slip = form.fields.reference.trim()
  const atDoor =
    sent?.method === 'at-door' || (isDelivery && DoorCash.allow(total, kitchenLoad?.cashAtDoorUpTo ?? null).ok)
  const isCallers = channel === 'phone' && sent === undefined
  const confirmAmount = useConfirmAmount(
    method !== 'cash'
      ? ''
      : isCallers
        ? DoubtfulSum.askCaller(Math.min(cash ?? 0, total), { isDelivery, isAtDoor: atDoor })
        : DoubtfulSum.askCash(cash ?? 0, total),
  )
  return {
    form,
    total,
    atDoor,
    method,
    setMethod,
    cash,
    confirmAmount,
    wrong: {
      ...(method === 'cash' && !cash && { amount: 'Please enter whole naira.' }),
      ...(method === 'card' && slip === '' && { reference: "Enter the reference from the terminal's slip." }),
    },
    /** Returns the typed payment. Cash beyond the total is change, and not part of the payment. */
    payment(): Payment {
      switch (method) {
        case 'cash':
          return { method, amount: Math.min(cash ?? 0, total) }
        case 'card':
          return { method, amount: total, reference: slip }
        case 'transfer':
          return { method }
        case 'at-door':
          return { method }
      }
    },
  }
}

type Props = {
  readonly fields: ReturnType<typeof usePaymentFields>
  readonly transfer: ReactNode
}

export function PaymentFields({ fields, transfer }: Props) {
  const { form, total, atDoor, method, setMethod, cash } = fields
  return (
    <>
      <Choice
        legend="Payment method"
        name="method"
        value={method}
        onChange={setMethod}
        options={[
          { value: 'cash', label: 'Cash' },
          { value: 'card', label: 'Card' },
          { value: 'transfer', label: 'Transfer' },
          ...(atDoor ? [{ value: 'at-door', label: 'Cash at the door' } as const] : []),
        ]}
      />
      {method === 'cash' && (
        <Field
          {...form.field('amount')}
          label="Cash given (₦)"
          inputMode="numeric"
          autoComplete="off"
          maxLength={16}
          hint={cash ? changeOf(total, cash) : undefined}
        />
      )}
      {method === 'card' && (
        <Field
          {...form.field('reference')}
          label="Reference on the slip"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          hint="Each slip pays for one order."
        />
      )}
      {method === 'transfer' && transfer}
      {method === 'at-door' && (
        <p className="text-soft">
          The rider collects {Money.format(total)} in cash. The kitchen starts as soon as the order is placed.
        </p>
      )}
    </>
  )
}
