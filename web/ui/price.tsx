import type { Naira } from '#domain/money/money.ts'
import * as Money from '#domain/money/money.ts'

type Props = {
  readonly amount: Naira
  /** True for a former price, which is struck through and read aloud as 'was'. */
  readonly struck?: boolean
  readonly className?: string
}

/** A formatted amount as a single text node, so that it is read, copied and found whole. */
export function Price({ amount, struck = false, className = '' }: Props) {
  if (!struck) return <span className={`figures price ${className}`.trim()}>{Money.format(amount)}</span>
  return (
    <del className={`text-soft decoration-2 decoration-alarm ${className}`}>
      <span className="sr-only">was </span>
      <span className="figures price">{Money.format(amount)}</span>
    </del>
  )
}
