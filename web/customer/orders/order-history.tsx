import { useQuery } from '@tanstack/react-query'
import type { Order } from '#contract/order/orders.ts'
import * as Bill from '#domain/order/bill.ts'
import { orderCode } from '#domain/order/quote.ts'
import { tabOf } from '#domain/order/statuses.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { queries } from '#web/data/api/queries.ts'
import { whyCancelled } from '#web/orders/cancellation-text.ts'
import { StatusBadge } from '#web/orders/status-badge.tsx'
import { helpLink } from '#web/ui/chat.ts'
import { clock, day } from '#web/ui/lagos-time.ts'
import { Price } from '#web/ui/price.tsx'
import { textButtonClass } from '#web/ui/text-button.tsx'
import { MealRating } from './meal-rating.tsx'
import { OrderAgain } from './order-again.tsx'

/** A customer's orders, newest first (AUTH-10). Finished orders can be ordered again. */
export default function OrderHistory({ orders }: { orders: readonly Order[] }) {
  const { data } = useQuery({ ...queries.ratings(), enabled: orders.some(({ status }) => status === 'completed') })
  const { data: site } = useQuery(queries.site())
  if (orders.length === 0) {
    return (
      <p className="rounded-card border-2 border-line border-dashed px-6 py-10 text-center text-soft">
        No orders found.
      </p>
    )
  }
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line rounded-card bg-raise px-4 shadow-card sm:px-6">
      {orders.map((order) => (
        <li key={order.orderId} className="grid grid-cols-[minmax(0,1fr)] gap-y-0.5 py-4">
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
              <span className="figures">{orderCode(order.orderId)}</span>
              <StatusBadge status={order.status} />
            </h3>
            <Price amount={order.totalAmount} className="text-lg" />
          </div>
          <p className="text-soft text-sm">
            Placed on{' '}
            <time dateTime={order.createdAt}>
              {day(order.createdAt)}, {clock(order.createdAt)}
            </time>
          </p>
          {order.status === 'cancelled' && <p className="text-alarm text-sm">{whyCancelled(order)}</p>}
          <p className="line-clamp-2 text-sm wrap-anywhere">
            {order.items.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name)).join(', ')}
          </p>
          {(order.received > 0 || order.status === 'cancelled') && <p className="text-sm">{Bill.describe(order)}</p>}
          {order.status === 'completed' && (
            <div className="min-h-11">
              {data && (
                <MealRating order={order} rating={data.ratings.find(({ orderId }) => orderId === order.orderId)} />
              )}
            </div>
          )}
          <div className="mt-2 flex flex-wrap items-center gap-x-5">
            {tabOf(order.status) === 'done' && <OrderAgain order={order} />}
            {order.status === 'cancelled' && site && (
              <a
                href={helpLink(site, `this is about my cancelled order ${orderCode(order.orderId)}.`)}
                target="_blank"
                rel="noreferrer"
                className={textButtonClass}
              >
                Ask us<span className="sr-only"> about order {orderCode(order.orderId)}</span>
              </a>
            )}
            <Link to={`/orders/${order.orderId}/receipt`} className={textButtonClass}>
              Receipt<span className="sr-only"> of order {orderCode(order.orderId)}</span>
            </Link>
          </div>
        </li>
      ))}
    </ul>
  )
}
