import { isBeside } from '#domain/menu/line-choices.ts'
import type { PricedChoice } from '#domain/menu/pricing.ts'
import * as Money from '#domain/money/money.ts'

/** The choices of a line by group: 'Extra sides: 2 × Coleslaw +₦3,000'. */
export function LineChoices({ choices }: { choices: readonly PricedChoice[] }) {
  const shown = choices.filter(isBeside)
  const labels = [...new Set(shown.map(({ label }) => label))]
  if (labels.length === 0) return null
  return (
    <ul className="grid gap-0.5 text-sm text-soft">
      {labels.map((label) => (
        <li key={label}>
          {label}:{' '}
          {shown
            .filter((choice) => choice.label === label)
            .map(({ id, name, price, quantity }, index) => (
              <span key={id} className="text-text">
                {index > 0 && ', '}
                {quantity > 1 && `${quantity} × `}
                {name}
                {price > 0 && (
                  <span className="whitespace-nowrap text-soft"> +{Money.format(Money.times(price, quantity))}</span>
                )}
              </span>
            ))}
        </li>
      ))}
    </ul>
  )
}
