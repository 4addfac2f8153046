import type { Naira } from '#domain/money.ts'
import * as Money from '#domain/money.ts'

type Props = {
  readonly amount: Naira
  /** A former price: struck through, and read out as 'was'. */
  readonly struck?: boolean
  readonly className?: string
}

/** A formatted amount. The display face sets its signs close, and the bars of ₦ would touch the first figure. */
export function Price({ amount, struck = false, className = '' }: Props) {
  const text = Money.format(amount)
  const figures = (
    <>
      <span className="tracking-[0.06em]">{text.charAt(0)}</span>
      {text.slice(1)}
    </>
  )
  if (!struck) return <span className={`figures ${className}`}>{figures}</span>
  return (
    <del className={`figures text-soft decoration-2 decoration-alarm ${className}`}>
      <span className="sr-only">was </span>
      {figures}
    </del>
  )
}
