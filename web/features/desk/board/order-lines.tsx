import type { PricedLine } from '#domain/pricing.ts'
import type { OrderLine } from '#domain/substitution.ts'
import { beside } from '#web/features/desk/orders/line-extras.ts'
import { Badge } from '#web/ui/badge.tsx'

type Props = {
  readonly lines: readonly OrderLine[]
  /** In the size that the kitchen needs. */
  readonly large: boolean
}

/** The dishes of an order. Sizes and variants are in the dish's name; choices are for each portion. */
export function OrderLines({ lines, large }: Props) {
  return (
    <ul className="grid gap-2.5">
      {lines.map((line, index) => (
        // Two lines may be the same dish with the same choices, and an order's lines never move.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <li key={index} className="grid justify-items-start gap-1">
          <p className={`font-semibold leading-snug ${large ? 'text-lg' : ''}`}>
            <span className="figures">{line.quantity}</span> × {line.name}{' '}
            {line.soldOutAt !== undefined && <Badge look="bad">Sold out</Badge>}
          </p>
          <Choices line={line} large={large} />
          {line.note !== '' && (
            <p className="wrap-anywhere rounded-lg bg-plantain px-2.5 py-1 font-semibold text-on-plantain text-sm">
              P.S.: {line.note}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

function Choices({ line, large }: { line: PricedLine; large: boolean }) {
  const shown = beside(line)
  if (shown.length === 0) return null
  return (
    <p className={`text-soft leading-snug ${large ? '' : 'text-sm'}`}>
      {line.quantity > 1 && 'each with '}
      {shown.join(' · ')}
    </p>
  )
}
