import type { Naira } from '#domain/money/money.ts'
import * as Money from '#domain/money/money.ts'

type Props = {
  readonly amount: Naira
  readonly className?: string
}

/** A formatted amount as a single text node, so that it is read, copied and found whole. */
export function Price({ amount, className = '' }: Props) {
  return <span className={`figures price ${className}`.trim()}>{Money.format(amount)}</span>
}
