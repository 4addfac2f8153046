import { useEffect, useRef } from 'react'
import type { Quote } from '#contract/order/quotes.ts'
import { orderCode } from '#domain/order/quote.ts'
import { Button } from '#web/ui/button.tsx'
import { Price } from '#web/ui/price.tsx'

type Props = {
  readonly quote: Quote
  readonly onSeeOrders: () => void
  /** Undefined if the cart is empty. */
  readonly onOrderAnother: (() => void) | undefined
}

/**
 * Shown for an order that was placed although its answer was lost, so that the customer does not pay or order twice
 * (PAY-8).
 */
export default function AlreadyPlaced({ quote, onSeeOrders, onOrderAnother }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="mx-auto grid max-w-md justify-items-center gap-3 rounded-card bg-raise px-6 py-12 text-center shadow-card">
      <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        We have your order
      </h2>
      <p className="text-soft">
        <strong className="figures text-text">{orderCode(quote.id)}</strong> for <Price amount={quote.totalAmount} />{' '}
        has reached us. There is no need to send it, or the money, again.
      </p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        <Button onClick={onSeeOrders}>See your orders</Button>
        {onOrderAnother && (
          <Button variant="secondary" onClick={onOrderAnother}>
            Order again
          </Button>
        )}
      </div>
    </section>
  )
}
