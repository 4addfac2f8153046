import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { Order } from '#contract/order/orders.ts'
import * as Money from '#domain/money/money.ts'
import * as Bill from '#domain/order/bill.ts'
import { narration } from '#domain/order/quote.ts'
import { refocus } from '#web/app/navigation/refocus.ts'
import { queries } from '#web/data/api/queries.ts'
import { query } from '#web/data/api/query.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { paymentLink } from '#web/ui/chat.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Price } from '#web/ui/price.tsx'
import { useOwnOrder } from './own-order.ts'

/** Help for a transfer that is short, not found or sent back: the account, a new payment claim, and the chat. */
export function TransferTrouble({ order }: { order: Order }) {
  const { busy, act, callOnce } = useOwnOrder(order.orderId)
  const { data: site } = useSuspenseQuery(queries.site())
  const { data: quote } = useQuery(query('GET /api/quotes/:id', { params: { id: order.orderId } }))
  const due = Money.format(Bill.due(order))
  const reference = narration(order.orderId, order.paymentReference)
  const isShort = order.payment === 'short'
  const isRejected = order.payment === 'rejected'

  return (
    <section aria-label="Your transfer" className="grid grid-cols-[minmax(0,1fr)] gap-3 wrap-anywhere">
      <p className="font-display font-extrabold text-balance text-sheet tracking-tight lg:text-page">
        {order.rejection && isRejected ? (
          Bill.sentBack(order.rejection, Bill.due(order))
        ) : isShort ? (
          <>
            Your transfer is short by <Price amount={Bill.due(order)} />
          </>
        ) : (
          <>
            We do not see your <Price amount={Bill.due(order)} /> yet
          </>
        )}
      </p>
      <p>
        {isShort || isRejected ? (
          <>
            Please send {isRejected && 'exactly '}
            <strong>{due}</strong> to {(quote?.accounts.length ?? 0) > 1 ? 'one of our accounts' : 'us'}, with the
            narration below. Your order waits.
          </>
        ) : (
          <>Some banks take a few minutes. Has it left your account? Tell us, and we look again. Your order waits.</>
        )}
      </p>
      {quote && (
        <ul className="grid gap-2">
          {quote.accounts.map(({ id, bank, number, name }) => (
            <Copied key={id} title={`${bank}, ${name}`} text={number} what="account number" of={` of ${bank}`}>
              {number}
            </Copied>
          ))}
          {(isShort || isRejected) && (
            <>
              <Copied title="Amount" text={String(Bill.due(order))} what="amount">
                {due}
              </Copied>
              <Copied title="Narration" text={reference} what="narration">
                {reference}
              </Copied>
            </>
          )}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          busy={busy}
          className="min-h-13 flex-auto"
          onClick={() =>
            void act(
              () => callOnce('POST /api/orders/:id/claim-again', { params: { id: order.orderId }, body: {} }),
              refocus,
            )
          }
        >
          {isShort ? "I've sent the rest" : isRejected ? "I've sent it again" : "I've sent it"}
        </Button>
        <a
          href={paymentLink(site, reference, due)}
          target="_blank"
          rel="noreferrer"
          className={buttonClass('onWash', 'min-h-13 flex-auto')}
        >
          Help on WhatsApp
        </a>
      </div>
    </section>
  )
}

/** A value that the customer copies into the bank's app. `what` is the value's name within a sentence. */
function Copied({
  title,
  text,
  what,
  of = '',
  children,
}: {
  readonly title: string
  readonly text: string
  readonly what: string
  readonly of?: string
  readonly children: string
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 border-line border-t pt-2">
      <span className="min-w-[min(100%,9rem)] flex-1">
        <span className="block text-soft text-sm">{title}</span>
        <strong className="figures text-lg">{children}</strong>
      </span>
      <CopyButton
        text={text}
        label="Copy"
        name={`Copy ${what}${of}`}
        copied={`${what.charAt(0).toUpperCase()}${what.slice(1)} copied to clipboard!`}
        failed={`Failed to copy ${what}.`}
        className="bg-raise"
      />
    </li>
  )
}
