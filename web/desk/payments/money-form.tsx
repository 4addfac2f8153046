import { useState } from 'react'
import type { TillOrder } from '#contract/order/orders.ts'
import type { PaymentMethod } from '#domain/order/payment.ts'
import { Choice } from '#web/ui/forms/choice.tsx'
import { PaymentForm } from './payment-form.tsx'
import { TillForm } from './till-form.tsx'

type Props = { readonly order: TillOrder; readonly onDone: () => void }

/** Records a payment by transfer, cash or card. Fills a bare sheet. */
export function MoneyForm(props: Props) {
  const [method, setMethod] = useState<PaymentMethod>('transfer')
  const choice = (
    <Choice
      legend="How did they pay?"
      name="method"
      value={method}
      onChange={setMethod}
      options={[
        { value: 'transfer', label: 'Transfer' },
        { value: 'cash', label: 'Cash' },
        { value: 'card', label: 'Card' },
      ]}
    />
  )
  return method === 'transfer' ? (
    <PaymentForm {...props}>{choice}</PaymentForm>
  ) : (
    <TillForm key={method} {...props} method={method}>
      {choice}
    </TillForm>
  )
}
