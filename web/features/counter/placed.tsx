import { useEffect, useRef } from 'react'
import type { CounterPlaced } from '#contract/counter.ts'
import type { Quote } from '#contract/quotes.ts'
import * as Bill from '#domain/bill.ts'
import * as Money from '#domain/money.ts'
import * as Payment from '#domain/payment.ts'
import { orderCode } from '#domain/quote.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { clock } from '#web/ui/lagos-time.ts'
import { TransferTo } from './transfer-to.tsx'

type Props = { readonly placed: CounterPlaced; readonly quote: Quote; readonly onNext: () => void }

/** What the customer has to know about the placed order. */
export function Placed({ placed: order, quote, onNext }: Props) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const paid = Payment.covers(order.payment)
  return (
    <main id="main" tabIndex={-1} className="px-4 pb-10">
      <section className="mx-auto grid w-full max-w-xl gap-4 rounded-card bg-raise p-5 shadow-card">
        <h2 ref={title} tabIndex={-1} className="text-2xl">
          Order placed
        </h2>
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-5 gap-y-1.5">
          <dt className="text-soft">Order code</dt>
          <dd className="figures text-3xl">{orderCode(order.id)}</dd>
          <dt className="text-soft">{order.deliveryMethod === 'delivery' ? 'Cooked by' : 'Ready by'}</dt>
          <dd className="figures text-xl">{clock(order.readyBy)}</dd>
          {order.deliveryCode !== null && (
            <>
              <dt className="text-soft">Code for the rider</dt>
              <dd className="figures text-xl">{order.deliveryCode}</dd>
            </>
          )}
          {order.linkCode !== null && (
            <>
              <dt className="text-soft">To add it to an account</dt>
              <dd className="figures text-xl">{order.linkCode}</dd>
            </>
          )}
          <dt className="text-soft">Total</dt>
          <dd>
            <span className="figures text-xl">{Money.format(order.total)}</span>{' '}
            {paid ? 'Paid' : order.received > 0 && `${Money.format(Bill.due(order))} still due`}
          </dd>
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
          <Button className="flex-1 whitespace-nowrap" onClick={onNext}>
            Next order
          </Button>
          <Link to="/desk" className={buttonClass('secondary', 'flex-1 whitespace-nowrap')}>
            Back to board
          </Link>
        </div>
      </section>
    </main>
  )
}
