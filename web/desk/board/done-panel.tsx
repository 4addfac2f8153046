import type { DeskOrder } from '#contract/order/orders.ts'
import { orderCode } from '#domain/order/quote.ts'
import { clock } from '#web/ui/lagos-time.ts'

export function DonePanel({ orders, onOpen }: { orders: readonly DeskOrder[]; onOpen: (order: DeskOrder) => void }) {
  if (orders.length === 0) {
    return (
      <p className="rounded-card border-2 border-line border-dashed px-4 py-10 text-center text-soft">
        Nothing completed in the last hour.
      </p>
    )
  }
  return (
    <ul className="divide-y divide-line">
      {orders.map((order) => (
        <li key={order.orderId}>
          <button
            type="button"
            onClick={() => onOpen(order)}
            className="wrap-anywhere flex min-h-12 w-full flex-wrap items-baseline gap-x-3 py-2 text-left"
          >
            <strong className="figures">{orderCode(order.orderId)}</strong>
            <span className="flex-1">
              {order.customerName} · {order.assignedRider?.name ?? 'pick-up'}
            </span>
            <span className="text-sm text-soft">{clock(order.updatedAt)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
