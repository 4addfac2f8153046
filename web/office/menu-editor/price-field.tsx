import { useState } from 'react'
import * as Money from '#domain/money/money.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { typedAmount } from '#web/ui/forms/typed-amount.ts'

type Props = {
  readonly label: string
  readonly price: Money.Naira
  readonly onChange: (price: Money.Naira) => void
}

/** A price. What is no price stays in the field with its error, and changes nothing. */
export function PriceField({ label, price, onChange }: Props) {
  const [typed, setTyped] = useState(String(price))
  const amount = typedAmount(typed)
  const isPrice = amount !== undefined && amount <= Money.highestPrice
  // The price was changed from outside of the field.
  const value = isPrice && amount !== price ? String(price) : typed
  return (
    <Field
      label={label}
      inputMode="numeric"
      autoComplete="off"
      maxLength={12}
      // What is typed next replaces the price.
      onFocus={({ currentTarget }) => currentTarget.select()}
      value={value}
      onChange={(event) => {
        setTyped(event.target.value)
        const next = typedAmount(event.target.value)
        if (next !== undefined && next <= Money.highestPrice) onChange(Money.naira(next))
      }}
      error={isPrice ? undefined : `Please enter whole naira. Until then it is ${Money.format(price)}.`}
    />
  )
}
