import type { ReactNode } from 'react'
import type { Order } from '#contract/orders.ts'
import * as Bill from '#domain/bill.ts'
import { type DeliveryStatus, type OrderStatus, tab } from '#domain/order.ts'
import * as Payment from '#domain/payment.ts'
import * as Phone from '#domain/phone.ts'
import { orderCode } from '#domain/quote.ts'
import * as Substitution from '#domain/substitution.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { clock, day } from '#web/ui/lagos-time.ts'
import { Price } from '#web/ui/price.tsx'
import { TextButton, textButtonClass } from '#web/ui/text-button.tsx'
import { OrderLines } from './order-lines.tsx'
import { StatusBadge } from './status-badge.tsx'
import { TransferTrouble } from './transfer-trouble.tsx'

/** The subject of the order sheet; `line` is the index of the sold-out line. */
export type OrderQuestion = { readonly id: string } & (
  | { readonly about: 'cancelling' }
  | { readonly about: 'sold-out'; readonly line: number }
)

type Props = { readonly order: Order; readonly onAsk: (question: OrderQuestion) => void }

/** One order with its status, for its customer (ORDER-3). */
export function OrderCard({ order, onAsk }: Props) {
  const { status, assignedRider } = order
  const { showsDelivery, canCancel } = rules[status] ?? rules.pending
  return (
    <article className="grid content-start gap-4 rounded-card bg-raise p-4 shadow-card sm:p-6">
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div>
          <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-2xl">
            <span className="figures">{orderCode(order.id)}</span>
            <StatusBadge status={status} />
          </h2>
          <p className="mt-1 text-soft text-sm">
            <time dateTime={order.createdAt}>
              {day(order.createdAt)}, {clock(order.createdAt)}
            </time>
          </p>
        </div>
        <Price amount={order.total} className="text-2xl" />
      </header>

      <ReadyBy order={order} />
      <SoldOutDishes order={order} onAsk={onAsk} />

      <OrderLines order={order} />

      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
        <Fact label={order.deliveryMethod === 'delivery' ? 'Delivery' : 'Pick-up'}>
          {order.deliveryMethod === 'delivery'
            ? [order.deliveryAddress, order.deliveryLocation].filter(Boolean).join(', ')
            : 'At the restaurant'}
        </Fact>
        {showsDelivery && assignedRider && (
          <Fact label="Rider">
            {assignedRider.name}{' '}
            <a
              href={`tel:${assignedRider.phone}`}
              className="inline-block py-1 font-semibold underline underline-offset-4"
            >
              {Phone.format(assignedRider.phone)}
            </a>
          </Fact>
        )}
        {showsDelivery && order.deliveryCode && (
          <Fact label="Door code">
            <strong className="figures text-lg">{order.deliveryCode}</strong> Tell the rider when you have your food.
          </Fact>
        )}
        <Fact label="Reference">{order.paymentReference}</Fact>
        {order.differentPayer && <Fact label="Payer">{order.payerName}</Fact>}
        <Fact label="Payment">
          <span className={Payment.covers(order.payment) ? 'font-semibold text-leaf' : ''}>{Bill.describe(order)}</span>
        </Fact>
      </dl>
      {tab(status) !== 'done' && Bill.asksForMore(order.payment) && <TransferTrouble order={order} />}
      <footer className="flex flex-wrap items-center gap-x-6 self-end">
        <Link to={`/orders/${order.id}/receipt`} className={textButtonClass}>
          Receipt<span className="sr-only"> of order {orderCode(order.id)}</span>
        </Link>
        {canCancel && (
          <TextButton onClick={() => onAsk({ id: order.id, about: 'cancelling' })}>
            Cancel order<span className="sr-only"> {orderCode(order.id)}</span>
          </TextButton>
        )}
      </footer>
    </article>
  )
}

const rules: Readonly<Record<OrderStatus, { readonly showsDelivery: boolean; readonly canCancel: boolean }>> = {
  pending: { showsDelivery: false, canCancel: true },
  preparing: { showsDelivery: true, canCancel: false },
  ready: { showsDelivery: true, canCancel: false },
  completed: { showsDelivery: false, canCancel: false },
  cancelled: { showsDelivery: false, canCancel: false },
}

/** The sold-out lines that wait for the customer's substitution. */
function SoldOutDishes({ order, onAsk }: Props) {
  return order.lines.map((line, place) =>
    line.soldOutAt === undefined || tab(order.status) === 'done' ? null : (
      <section
        // biome-ignore lint/suspicious/noArrayIndexKey: an order has each place once
        key={place}
        aria-label={`${line.name} sold out`}
        className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-plantain px-4 py-3 text-on-plantain"
      >
        <p className="min-w-0 flex-auto basis-52 font-semibold wrap-anywhere">
          Sorry, {Substitution.described(line)} sold out. What would you like instead?
        </p>
        <Button onClick={() => onAsk({ id: order.id, about: 'sold-out', line: place })}>Choose</Button>
      </section>
    ),
  )
}

const readyTexts: Readonly<Record<DeliveryStatus | 'pick-up', string>> = {
  unassigned: 'Ready, and off to you.',
  assigned: 'Ready, and off to you.',
  'out-for-delivery': 'On its way to you.',
  failed: 'Ready. We will call you about the delivery.',
  delivered: 'Delivered.',
  'pick-up': 'Ready to pick up.',
}

/** The ready-by time. Without a found transfer or a chosen substitution it is shown with that condition. */
function ReadyBy({ order }: { order: Order }) {
  switch (order.status) {
    case 'completed':
    case 'cancelled':
      return null
    case 'ready':
      return (
        <p className="flex items-center gap-2 rounded-control bg-raise2 px-4 py-3 font-semibold text-leaf">
          <Icon name="check" />
          {readyTexts[order.deliveryStatus ?? 'pick-up']}
        </p>
      )
    case 'pending':
    case 'preparing':
      return (
        <p className="flex items-center gap-2 rounded-control bg-raise2 px-4 py-3">
          <Icon name="clock" className="size-5 text-promise" />
          <span>
            Ready by <strong className="figures text-lg text-promise">{clock(order.readyBy)}</strong>
            {order.awaitingSubstitution
              ? ', once you have chosen'
              : order.payment === 'late'
                ? ', if we can still make it'
                : order.status === 'pending' && !Payment.covers(order.payment) && ', once your transfer is found'}
          </span>
        </p>
      )
  }
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}
