import type { Naira } from '#domain/money.ts'
import * as Money from '#domain/money.ts'

/** A formatted amount. */
export function Price({ amount, className = '' }: { amount: Naira; className?: string }) {
  return <span className={`figures ${className}`}>{Money.format(amount)}</span>
}
