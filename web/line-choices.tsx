import * as Money from '#domain/money.ts'
import type { PricedChoice } from '#domain/pricing.ts'

/**
 * What was chosen with a dish, group by group: 'Extra sides: 2 × Coleslaw +₦3,000'. Sizes and variants are in the
 * dish's name already.
 */
export function LineChoices({ choices }: { choices: readonly PricedChoice[] }) {
  const shown = choices.filter(({ role }) => role === 'extra' || role === 'topping')
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
