import type { Order } from '#contract/order/orders.ts'
import * as Money from '#domain/money/money.ts'

export function RefundNote({ order: { received, refunded } }: { order: Order }) {
  const back = Money.format(Money.naira(received - refunded))
  return (
    <p className="rounded-control bg-raise2 px-4 py-3">
      {received > refunded ? (
        <>
          You paid <strong className="figures">{back}</strong>. All of it goes back to the account that it came from,
          and you see here when it is sent.
        </>
      ) : (
        <>
          We have found no transfer for it yet. If you have sent one, message us with your receipt: as soon as we find
          it, all of it goes back.
        </>
      )}
    </p>
  )
}
