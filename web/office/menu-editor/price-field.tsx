import { useState } from 'react'
import * as Money from '#domain/money/money.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { typedAmount } from '#web/ui/forms/typed-amount.ts'

type Props = {
  readonly label: string
  readonly price: Money.Naira
  readonly onChange: (price: Money.Naira) => void
}

/** A price field. Invalid text stays in the field with its error, and changes nothing. */
export function PriceField({ label, price, onChange }: Props) {
  const { typed, error, type } = useTypedPrice({ price, onChange }, String)
  return (
    <Field
      label={label}
      inputMode="numeric"
      autoComplete="off"
      maxLength={12}
      // Select the price, so that typing replaces it.
      onFocus={({ currentTarget }) => currentTarget.select()}
      value={typed}
      onChange={({ target }) => type(target.value)}
      error={error}
    />
  )
}

/** A price field on a dish's card. Escape restores the earlier price. */
export function PriceInPlace({ label, price, onChange }: Props) {
  const { typed, error, type } = useTypedPrice({ price, onChange }, Money.format)
  const [before, setBefore] = useState(typed)
  return (
    <span className="min-w-0">
      <input
        aria-label={label}
        aria-invalid={error === undefined ? undefined : true}
        title={error ?? 'Change the price'}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        value={typed}
        onFocus={({ currentTarget }) => {
          setBefore(typed)
          currentTarget.select()
        }}
        onBlur={() => error === undefined && type(Money.format(price))}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Escape') type(before)
          if (key === 'Escape' || key === 'Enter') currentTarget.blur()
        }}
        onChange={({ target }) => type(target.value)}
        className="figures price field-sizing-content min-h-11 min-w-0 max-w-full rounded-control border border-transparent bg-transparent px-2 underline decoration-dotted decoration-soft underline-offset-4 hover:border-edge focus:border-edge focus:bg-ground focus:no-underline aria-invalid:border-alarm"
      />
      {error !== undefined && (
        <span role="alert" className="block px-2 text-alarm text-small">
          {error}
        </span>
      )}
    </span>
  )
}

function useTypedPrice({ price, onChange }: Pick<Props, 'price' | 'onChange'>, write: (price: Money.Naira) => string) {
  const [typed, setTyped] = useState(() => write(price))
  const amount = typedAmount(typed)
  const isPrice = amount !== undefined && amount <= Money.highestPrice
  return {
    // If the price was changed elsewhere, show the new price instead of the typed text.
    typed: isPrice && amount !== price ? write(price) : typed,
    error: isPrice ? undefined : `Please enter whole naira. Until then it is ${Money.format(price)}.`,
    type(text: string) {
      setTyped(text)
      const next = typedAmount(text)
      if (next !== undefined && next <= Money.highestPrice && next !== price) onChange(Money.naira(next))
    },
  }
}
