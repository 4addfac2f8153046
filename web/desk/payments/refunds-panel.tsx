import { useState } from 'react'
import type { TillOrder } from '#contract/order/orders.ts'
import { orderCode } from '#domain/order/quote.ts'
import { Button } from '#web/ui/button.tsx'
import { clock, day } from '#web/ui/lagos-time.ts'
import { Price } from '#web/ui/price.tsx'
import { RefundForm } from './refund-form.tsx'

export function RefundsPanel({ orders }: { orders: readonly TillOrder[] }) {
  const [chosen, setChosen] = useState<string>()
  if (orders.length === 0) {
    return (
      <p className="rounded-card border-2 border-line border-dashed px-4 py-10 text-center text-soft">
        No refunds owed.
      </p>
    )
  }
  return (
    <ul className="grid divide-y divide-line">
      {orders.map((order) => (
        <li key={order.orderId} className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 py-3">
          <div className="wrap-anywhere">
            <h3 className="text-lg">
              {orderCode(order.orderId)} · <Price amount={order.owed} />
            </h3>
            <p className="text-sm">
              {order.customerName}
              {order.differentPayer && `, paid by ${order.payerName}`}
            </p>
            <p className="text-sm text-soft">
              {whyOwed(order)} · {day(order.createdAt)}, {clock(order.createdAt)}
            </p>
          </div>
          <Button
            variant="secondary"
            aria-label={`Refund ${orderCode(order.orderId)}`}
            aria-expanded={order.orderId === chosen}
            onClick={() => setChosen(order.orderId === chosen ? undefined : order.orderId)}
          >
            Refund
          </Button>
          {order.orderId === chosen && (
            <div className="col-span-2 pt-2 pb-1">
              {/* The key resets the form if the owed sum changes, because the form was filled for the old sum. */}
              <RefundForm key={order.owed} order={order} onDone={() => setChosen(undefined)} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

function whyOwed({ status, payment, cancelledBy, substitutions }: TillOrder): string {
  if (payment === 'late') return 'Came too late'
  if (status === 'cancelled')
    return cancelledBy === 'customer' ? 'Cancelled by the customer' : 'Cancelled after payment'
  return substitutions.length > 0 ? 'A dish sold out' : 'Overpaid'
}
