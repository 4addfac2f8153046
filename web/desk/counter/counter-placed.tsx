import { type ReactNode, useEffect, useRef } from 'react'
import type { CounterPlaced } from '#contract/order/counter.ts'
import type { Quote } from '#contract/order/quotes.ts'
import * as Money from '#domain/money/money.ts'
import * as Bill from '#domain/order/bill.ts'
import * as Payment from '#domain/order/payment.ts'
import { orderCode } from '#domain/order/quote.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { clock } from '#web/ui/lagos-time.ts'
import { TransferTo } from './transfer-to.tsx'

export type PlacedProps = {
  readonly placed: CounterPlaced
  readonly quote: Quote
  /** The cash in naira that the customer gave. Undefined for another method. */
  readonly given: number | undefined
  readonly onNext: () => void
}

export function Placed({ placed: order, quote, given = 0, onNext }: PlacedProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const paid = Payment.covers(order.payment)
  return (
    <main id="main" tabIndex={-1} className="px-4 pb-10">
      <section className="mx-auto grid w-full max-w-xl gap-4 rounded-card bg-raise p-5 shadow-card">
        <h2 ref={title} tabIndex={-1} className="text-2xl">
          Order placed
        </h2>
        <dl className="grid gap-y-1.5">
          <Fact name="Order code">
            <span className="figures text-[min(1.875rem,9vw)] leading-tight">{orderCode(order.orderId)}</span>
          </Fact>
          <Fact name={order.deliveryMethod === 'delivery' ? 'Cooked by' : 'Ready by'}>
            <span className="figures text-xl">{clock(order.readyBy)}</span>
          </Fact>
          {order.deliveryCode !== null && (
            <Fact name="Code for the rider">
              <span className="figures text-xl">{order.deliveryCode}</span>
            </Fact>
          )}
          {order.linkCode !== null && (
            <Fact name="To add it to an account">
              <span className="figures text-xl">{order.linkCode}</span>
            </Fact>
          )}
          <Fact name="Total">
            <span className="figures text-xl">{Money.format(order.totalAmount)}</span>{' '}
            {paid ? 'Paid' : order.received > 0 && `${Money.format(Bill.due(order))} still due`}
          </Fact>
          {given > order.totalAmount && (
            <Fact name="Change">
              <span className="figures text-xl">{Money.format(Money.naira(given - order.totalAmount))}</span>
            </Fact>
          )}
        </dl>
        {order.cashAtDoor && (
          <p>
            The kitchen has started. The rider collects <strong>{Money.format(Bill.due(order))}</strong> in cash.
          </p>
        )}
        {!paid && !order.cashAtDoor && order.received > 0 && (
          <p>
            The kitchen starts once the other <strong>{Money.format(Bill.due(order))}</strong> is paid.
          </p>
        )}
        {!paid && !order.cashAtDoor && order.received === 0 && (
          <>
            <p>The kitchen starts once the transfer is found. Send it to:</p>
            <TransferTo quote={quote} />
          </>
        )}
        <div className="flex flex-wrap gap-2">
          <Button className="flex-auto" onClick={onNext}>
            Next order
          </Button>
          <Link to="/desk" className={buttonClass('secondary', 'flex-auto')}>
            Back to board
          </Link>
        </div>
      </section>
    </main>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-4">
      <dt className="w-32 max-w-full text-soft sm:w-44">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
