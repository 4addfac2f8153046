import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { Order } from '#contract/orders.ts'
import * as Bill from '#domain/bill.ts'
import * as Money from '#domain/money.ts'
import { narration } from '#domain/quote.ts'
import { call } from '#web/api/client.ts'
import { queries } from '#web/api/queries.ts'
import { newKey } from '#web/sync/outbox/key.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { paymentLink } from '#web/ui/chat.ts'
import { useOwnOrder } from './own-order.ts'

/** For a transfer that is short, not found or sent back: the account, the claim of a new transfer, and help. */
export function TransferTrouble({ order }: { order: Order }) {
  const { busy, act } = useOwnOrder(order.id)
  const { data: site } = useSuspenseQuery(queries.site())
  const { data: quote } = useQuery({
    queryKey: ['quote', order.id],
    queryFn: () => call('GET /api/quotes/:id', { params: order }),
  })
  const due = Money.format(Bill.due(order))
  const reference = narration(order.id, order.paymentReference)

  return (
    <section aria-label="Your transfer" className="grid gap-3 rounded-control bg-raise2 p-4 wrap-anywhere">
      <p>
        {order.payment !== 'not-found' ? (
          <>
            Please send {order.payment === 'rejected' && 'exactly '}
            <strong>{due}</strong> to {(quote?.accounts.length ?? 0) > 1 ? 'one of our accounts' : 'us'}, with the
            narration <strong>{reference}</strong>.
          </>
        ) : (
          <>
            Has <strong>{due}</strong> left your account? Some banks take a few minutes. Tell us when it has, and we
            check again.
          </>
        )}
      </p>
      {quote && (
        <ul className="grid gap-1 text-sm">
          {quote.accounts.map(({ id, bank, number, name }) => (
            <li key={id}>
              <strong className="figures text-base">{number}</strong> {bank}, {name}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          busy={busy}
          className="flex-auto"
          onClick={() => void act(() => call('POST /api/orders/:id/claim', { params: order, body: { key: newKey() } }))}
        >
          {order.payment === 'short'
            ? "I've sent the rest"
            : order.payment === 'rejected'
              ? "I've sent it again"
              : 'I have sent it'}
        </Button>
        <a
          href={paymentLink(site, reference, due)}
          target="_blank"
          rel="noreferrer"
          className={buttonClass('secondary', 'flex-auto')}
        >
          Help on WhatsApp
        </a>
      </div>
    </section>
  )
}
