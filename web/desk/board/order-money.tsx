import { Fragment } from 'react'
import type { DeskOrder, TillOrder } from '#contract/order/orders.ts'
import * as BusinessDay from '#domain/books/business-day.ts'
import { format as formatMoney, naira } from '#domain/money/money.ts'
import { asksForMore } from '#domain/order/bill.ts'
import { covers, type PaymentState, type RejectionReason } from '#domain/order/payment.ts'
import { orderCode } from '#domain/order/quote.ts'
import { useClock } from '#web/data/clock.ts'
import { callToAsk } from '#web/desk/orders/asked-customer.ts'
import { hasSums, paymentLabel, waiting } from '#web/desk/orders/board.ts'
import { useMoney } from '#web/desk/payments/order-payments.ts'
import { amountOf, type Proposal } from '#web/desk/payments/statement-import.ts'
import { movementWords } from '#web/staff/money-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { clock } from '#web/ui/lagos-time.ts'
import { Price } from '#web/ui/price.tsx'

const paymentLooks = {
  claimed: 'plain',
  found: 'good',
  short: 'bad',
  over: 'promise',
  'not-found': 'bad',
  rejected: 'bad',
  late: 'promise',
  refunded: 'bad',
} as const satisfies Record<PaymentState, string>

const rejectionWords = {
  amount: 'not the amount due',
  expired: 'to an expired account',
  refused: 'not accepted',
} as const satisfies Record<RejectionReason, string>

/**
 * Price and payments of an order, and what to find in the bank's record for an unpaid order. Cooks see only the state
 * of the payment.
 */
export function OrderMoney({ order, match }: { order: DeskOrder; match: Proposal | undefined }) {
  const isPaid = covers(order.payment)
  // Says whom staff have to call; '' if the customer can read the state on the orders page.
  const toTell = asksForMore(order) ? callToAsk(order) : ''
  const isRefundDue = order.status === 'cancelled' && (order.owed ?? 0) > 0
  return (
    <section
      aria-label="Payment"
      className={`grid gap-2 rounded-control px-4 py-3 ${isRefundDue ? 'bg-wash-alarm' : isPaid || match ? 'bg-wash-leaf' : 'bg-ground'}`}
    >
      <p className="flex flex-wrap items-center justify-between gap-x-3">
        {hasSums(order) && <Price amount={order.totalAmount} className={isPaid ? 'text-xl' : 'text-3xl'} />}
        {match ? (
          <Badge variant="good">Matched</Badge>
        ) : (
          <Badge variant={isRefundDue ? 'bad' : isPaid && !order.owed ? 'good' : paymentLooks[order.payment]}>
            {paymentLabel(order)}
          </Badge>
        )}
      </p>
      {hasSums(order) && order.received > 0 && <MoneySoFar key={`${order.received} ${order.refunded}`} order={order} />}
      {toTell !== '' && <p className="wrap-anywhere font-semibold text-alarm">To be told: {toTell}.</p>}
      {order.firstConfirmation && (
        <p className="wrap-anywhere rounded-control bg-plantain px-3 py-2 text-on-plantain text-sm">
          <strong>Second person needed:</strong> {order.firstConfirmation.name} confirmed{' '}
          <Price amount={order.firstConfirmation.amount} />. Somebody else confirms the same payment.
        </p>
      )}
      {match && <Matched match={match} />}
      {!isPaid && hasSums(order) && <WhatToLookFor order={order} />}
    </section>
  )
}

/**
 * Lists payments and refunds with their methods. Before the list has loaded, and offline, shows only the total received
 * and the total refunded.
 */
function MoneySoFar({ order }: { order: TillOrder }) {
  const money = useMoney(order)
  const { received, refunded } = order
  const sums = [
    { text: 'Received', amount: received },
    ...(refunded > 0 ? [{ text: 'Refunded', amount: -refunded }] : []),
  ]
  const rows =
    money.length === 0
      ? sums
      : money.map((moved) => ({ text: `${movementWords(moved)}, ${clock(moved.at)}`, amount: moved.amount }))
  return (
    <dl aria-label="Received and refunded" className="wrap-anywhere grid grid-cols-[1fr_auto] gap-x-3 text-sm">
      {rows.map(({ text, amount }, index) => (
        // Rows are only appended, so the index is the key.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Fragment key={index}>
          <dt className="text-soft">{text}</dt>
          <dd className="figures text-right font-semibold">
            {amount < 0 && '−'}
            {formatMoney(naira(Math.abs(amount)))}
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

/** Says why the transfer certainly pays the order. */
function Matched({ match }: { match: Proposal }) {
  const { transfer, order } = match
  return (
    <ul className="wrap-anywhere grid gap-1 text-sm">
      {[
        `${BusinessDay.format(amountOf(match))}, exactly what is due`,
        `The narration has ${orderCode(order.orderId)}`,
        `From ${transfer.sender}`,
        `Session …${transfer.sessionId.slice(-8)}, not used before`,
      ].map((text) => (
        <li key={text} className="flex gap-2">
          <Icon name="check" className="mt-0.5 size-4 shrink-0 text-leaf" />
          {text}
        </li>
      ))}
    </ul>
  )
}

function WhatToLookFor({ order }: { order: TillOrder }) {
  const sent = useClock((now) => waiting(order, now))
  // For a counter order, `claimedAt` equals `createdAt` until the customer claims a transfer.
  const isClaimed = order.channel === 'web' || order.claimedAt !== order.createdAt
  return (
    <dl className="wrap-anywhere grid grid-cols-[auto_1fr] gap-x-3 text-sm *:odd:text-soft *:even:font-semibold">
      <dt>From</dt>
      <dd>{order.payerName}</dd>
      <dt>Narration</dt>
      <dd>
        {orderCode(order.orderId)} {order.paymentReference}
      </dd>
      {order.payment === 'late' ? (
        <>
          <dt>Late</dt>
          <dd>{formatMoney(order.received)} came after the order's time. Accept the order, or cancel it and refund.</dd>
        </>
      ) : (
        order.quoteExpired && (
          <>
            <dt>Expired</dt>
            <dd>Claimed after its quote expired. Check when it was sent.</dd>
          </>
        )
      )}
      {order.rejection && (
        <>
          <dt>Sent back</dt>
          <dd>
            {order.rejection.amount !== null && `${formatMoney(order.rejection.amount)}, `}
            {rejectionWords[order.rejection.reason]}, at {clock(order.rejection.at)}
          </dd>
        </>
      )}
      {isClaimed && (
        <>
          <dt>Sent</dt>
          <dd>
            {clock(order.claimedAt)}
            {sent !== null && <span className="text-soft"> · {sent}</span>}
          </dd>
        </>
      )}
    </dl>
  )
}
