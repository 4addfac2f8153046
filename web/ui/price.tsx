import type { Naira } from '#domain/money/money.ts'
import * as Money from '#domain/money/money.ts'

type Props = {
  readonly amount: Naira
  readonly className?: string
}

/**
 * A formatted amount as a single text node, so that screen readers, copying and the browser's search get the whole
 * amount.
 */
export function Price({ amount, className = '' }: Props) {
  return <span className={`figures price ${className}`.trim()}>{Money.format(amount)}</span>
}
