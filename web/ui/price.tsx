import type { Naira } from '#domain/money.ts'
import * as Money from '#domain/money.ts'

/** An amount in the restaurant's figures. */
export function Price({ amount, className = '' }: { amount: Naira; className?: string }) {
  return <span className={`figures ${className}`}>{Money.format(amount)}</span>
}
