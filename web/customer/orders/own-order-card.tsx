import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Order, SlotQuestion } from '#contract/order/orders.ts'
import * as Bill from '#domain/order/bill.ts'
import * as Payment from '#domain/order/payment.ts'
import { orderCode } from '#domain/order/quote.ts'
import { isCancellable, riderStatuses, tabOf } from '#domain/order/statuses.ts'
import * as Substitution from '#domain/order/substitution.ts'
import { hourOf } from '#domain/restaurant/lagos.ts'
import { changeableUntil, isForLater } from '#domain/restaurant/later.ts'
import { writtenSlot } from '#domain/restaurant/slot-words.ts'
import * as Phone from '#domain/text/phone.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { isWide } from '#web/app/navigation/use-media-query.ts'
import { serverNow } from '#web/data/api/client.ts'
import { queries } from '#web/data/api/queries.ts'
import { useClock, useMinute } from '#web/data/clock.ts'
import { OrderPicture } from '#web/orders/order-picture.tsx'
import { Standing } from '#web/orders/order-standing.tsx'
import { PickUpPlace } from '#web/orders/pick-up-place.tsx'
import { StageBar } from '#web/orders/stage-bar.tsx'
import { kitchenTime, promiseOf, stagesOf } from '#web/orders/stages.ts'
import { StatusBadge } from '#web/orders/status-badge.tsx'
import { Totals } from '#web/orders/totals.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { clock, day } from '#web/ui/lagos-time.ts'
import { Price } from '#web/ui/price.tsx'
import { Row, rowActionClass } from '#web/ui/row.tsx'
import { TextButton, textButtonClass } from '#web/ui/text-button.tsx'
import { OrderLines } from './own-order-lines.tsx'
import { TransferTrouble } from './transfer-trouble.tsx'

/** Names the form to open for the order `id`. `line` is the index of the sold-out line. */
export type OrderQuestion = { readonly id: string } & (
  | { readonly about: 'cancelling' | 'slot' }
  | { readonly about: 'sold-out'; readonly line: number }
)

/** The width on a phone is stated smaller than it is, so that the phone loads a smaller file over its slow network. */
export const orderPictureSizes = '(width >= 64rem) 50rem, (width >= 40rem) 100vw, 60vw'

type Props = { readonly order: Order; readonly onAsk: (question: OrderQuestion) => void }

/** An open order for its customer (ORDER-3): its time, its stage and its next step. */
export function OrderCard({ order, onAsk }: Props) {
  const { data: site } = useSuspenseQuery(queries.site())
  const { status } = order
  const canCancel = isCancellable(status)
  const showsDelivery = riderStatuses.includes(status)
  const isOpen = tabOf(status) !== 'done'
  /**
   * True while the order is out for delivery. The rider and the delivery code then fill a phone's screen, so the
   * picture is left out.
   */
  const isOut = order.deliveryStatus === 'out-for-delivery'
  const isShort = isOpen && Bill.asksForMore(order)
  const hasTrouble = isOpen && (Bill.waitsForCustomer(order) || order.slotQuestion !== undefined)
  const name = (
    <h2 className="flex flex-wrap items-center gap-1.5 text-base">
      <span className="figures rounded-full bg-ground px-2.5 leading-6">{orderCode(order.orderId)}</span>
      <StatusBadge status={status} isOut={isOut} />
    </h2>
  )
  return (
    <article className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-[minmax(0,1.75fr)_minmax(21rem,1fr)] lg:gap-8">
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 lg:gap-5">
        {hasTrouble ? (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-card bg-wash-plantain p-4 sm:p-6">
            {name}
            {order.slotQuestion && <SlotAsked order={order} reason={order.slotQuestion.reason} onAsk={onAsk} />}
            <SoldOutDishes order={order} onAsk={onAsk} />
            {isShort && <TransferTrouble order={order} />}
          </div>
        ) : (
          <div className="relative">
            <OrderPicture
              order={order}
              large
              sizes={orderPictureSizes}
              className={`aspect-[9/4] rounded-card lg:aspect-[2/1] ${isOut ? 'max-lg:hidden' : ''}`}
            />
            <div className={isOut ? 'px-1 lg:absolute lg:top-3 lg:left-3' : 'absolute top-3 left-3'}>{name}</div>
          </div>
        )}
        {!order.slotQuestion && <ReadyBy order={order} />}
        <StageBar stages={stagesOf(order)} />
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2.5">
        {showsDelivery && <Handover order={order} />}
        {isOpen && !order.slotQuestion && <ForLater order={order} onAsk={onAsk} />}
        <div className="divide-y divide-line rounded-card bg-raise shadow-card">
          {order.deliveryMethod === 'delivery' && (
            <Row icon="pin" title={order.deliveryAddress} note={order.deliveryLocation ?? ''} />
          )}
          {order.deliveryMethod === 'pick-up' && isOpen && <PickUpPlace site={site} />}
          {!isShort && (
            <Row
              icon="bank"
              title={<span className={Payment.covers(order.payment) ? 'text-leaf' : ''}>{Bill.describe(order)}</span>}
            />
          )}
          <Contents order={order} />
        </div>
        <div className="flex flex-wrap items-center justify-center gap-x-6">
          <Link to={`/orders/${order.orderId}/receipt`} className={textButtonClass}>
            Receipt<span className="sr-only"> of order {orderCode(order.orderId)}</span>
          </Link>
          {canCancel && (
            <TextButton onClick={() => onAsk({ id: order.orderId, about: 'cancelling' })}>
              Cancel order<span className="sr-only"> {orderCode(order.orderId)}</span>
            </TextButton>
          )}
        </div>
      </div>
    </article>
  )
}

/** Shows the current promise, large enough to read across a room, and the order's state. */
function ReadyBy({ order }: { order: Order }) {
  const now = useMinute()
  if (tabOf(order.status) === 'done') return null
  const promise = promiseOf(order, now)
  const kitchen = kitchenTime(order, now)
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1 px-1">
      <p className="text-soft lg:text-dish">
        {promise.label}{' '}
        <strong className="figures block text-[min(4.75rem,21vw)] text-text leading-[0.95] lg:text-[8.25rem]">
          {promise.time}
        </strong>
      </p>
      <p className="min-w-0 text-soft lg:text-xl">
        <Standing order={order} />
      </p>
      {promise.label !== kitchen.label && (
        <p className="w-full text-soft lg:text-dish">
          {kitchen.label} <span className="figures text-text">{kitchen.time}</span>
        </p>
      )}
    </div>
  )
}

/** Shows when the kitchen starts an order for later, and until when the customer may change the slot. */
function ForLater({ order: { orderId, slot, startAt, readyBy }, onAsk }: Props) {
  const state = useClock((now) =>
    startAt === undefined || !isForLater({ startAt: Date.parse(startAt) }, now)
      ? ''
      : now < changeableUntil({ startAt: Date.parse(startAt) })
        ? 'changeable'
        : 'fixed',
  )
  if (!slot || !startAt || !state) return null
  const minutes = (from: string, until: string) => Math.round((Date.parse(until) - Date.parse(from)) / 60_000)
  const road = minutes(readyBy, slot)
  const last = changeableUntil({ startAt: Date.parse(startAt) })
  return (
    <div className="divide-y divide-line rounded-card bg-raise shadow-card">
      <Row
        icon="clock"
        title={
          <>
            We start at <span className="figures text-promise">{clock(startAt)}</span>
          </>
        }
        note={`${minutes(startAt, readyBy)} min on the fire${road > 0 ? `, ${road} min on the road` : ''}`}
      />
      <Row
        icon="calendar"
        title={state === 'changeable' ? 'Another time?' : 'Your time is fixed now'}
        note={
          state === 'changeable'
            ? `You can change it until ${hourOf(last, serverNow())}`
            : `You could change it until ${hourOf(last, serverNow())}. To change it now, please call us.`
        }
      >
        {state === 'changeable' && (
          <button type="button" className={rowActionClass} onClick={() => onAsk({ id: orderId, about: 'slot' })}>
            Change<span className="sr-only"> the time of order {orderCode(orderId)}</span>
          </button>
        )}
      </Row>
    </div>
  )
}

const asked: Readonly<Record<SlotQuestion['reason'], string>> = {
  closed: 'Sorry, we are closed then. When shall we cook for you?',
  'quarter-closed': 'Sorry, the kitchen cannot keep your time. When shall we cook for you?',
  late: 'Your transfer came after the hour, and your time is taken. When shall we cook for you?',
}

/** Asks the customer to choose another slot, or the money back, because the restaurant cannot keep the slot. */
function SlotAsked({ order: { orderId, slot }, reason, onAsk }: Props & { reason: SlotQuestion['reason'] }) {
  return (
    <section aria-label="Choose another time" className="grid gap-3">
      <p className="font-display font-extrabold text-balance text-sheet tracking-tight lg:text-page">{asked[reason]}</p>
      <p className="text-soft">
        {slot && `It was for ${writtenSlot(Date.parse(slot))}. `}
        Nothing is cooked until you have answered.
      </p>
      <Button className="min-h-13" onClick={() => onAsk({ id: orderId, about: 'slot' })}>
        Choose another time
      </Button>
      <Button variant="onWash" className="min-h-13" onClick={() => onAsk({ id: orderId, about: 'cancelling' })}>
        Cancel and get a refund
      </Button>
    </section>
  )
}

function Handover({ order: { assignedRider: rider, deliveryCode, deliveryStatus } }: { order: Order }) {
  if (!rider && !deliveryCode) return null
  return (
    <div className="divide-y divide-line rounded-card bg-raise shadow-card">
      {rider && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 p-3 sm:px-4">
          <span
            aria-hidden="true"
            className="grid size-11.5 shrink-0 place-items-center rounded-full bg-raise2 font-display font-bold text-lg"
          >
            {rider.name.charAt(0)}
          </span>
          <p className="min-w-0 flex-1 leading-snug wrap-anywhere">
            <strong className="block font-semibold">{rider.name}</strong>
            <span className="text-soft text-sm">
              {deliveryStatus === 'failed' ? 'could not hand it over' : 'brings your food'}, {Phone.format(rider.phone)}
            </span>
          </p>
          <a href={`tel:${rider.phone}`} className={buttonClass('secondary', 'min-h-11 px-3')}>
            <Icon name="phone" className="size-4.5" />
            Call<span className="sr-only"> {Phone.format(rider.phone)}</span>
          </a>
        </div>
      )}
      {deliveryCode && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(max(min(9rem,100%),40%),1fr))] items-center gap-x-3 p-3 sm:px-4">
          <p className="self-end font-semibold">Door code</p>
          <p className="row-span-2 flex gap-[4px] justify-self-end">
            {[...deliveryCode].map((figure, place) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: a code has each place once
                key={place}
                className="figures grid h-[min(2.75rem,16vw)] w-[min(2.125rem,12vw)] place-items-center rounded-xl bg-raise2 text-[min(1.375rem,8vw)]"
              >
                {figure}
              </span>
            ))}
          </p>
          <p className="self-start text-soft text-sm"> Tell it to the rider once you have your food.</p>
        </div>
      )}
    </div>
  )
}

/**
 * ORDER-3: the dishes, with notes and total. A phone folds all other details, so that the order's time and stages fit
 * on the screen.
 */
function Contents({ order }: { order: Order }) {
  const [startsOpen] = useState(isWide)
  return (
    <div className="px-3 pt-3 sm:px-4">
      <OrderLines order={order} />
      <p className="flex flex-wrap justify-between gap-x-4 pt-3 font-semibold text-lg">
        Total <Price amount={order.totalAmount} />
      </p>
      <details open={startsOpen} className="group">
        <summary className="flex min-h-11 items-center justify-between gap-3 text-soft text-sm">
          <time dateTime={order.createdAt}>
            {day(order.createdAt)}, {clock(order.createdAt)}
          </time>
          <Icon name="chevron" className="size-5 transition-[rotate] group-open:rotate-180" />
        </summary>
        <div className="grid gap-4 pb-4">
          {order.totalAmount !== order.subtotal && <Totals of={order} />}
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 text-sm">
            <Fact label={order.deliveryMethod === 'delivery' ? 'Delivery' : 'Pick-up'}>
              {order.deliveryMethod === 'delivery'
                ? [order.deliveryAddress, order.deliveryLocation].filter(Boolean).join(', ')
                : 'At the restaurant'}
            </Fact>
            <Fact label="Reference">{order.paymentReference}</Fact>
            {order.differentPayer && <Fact label="Payer">{order.payerName}</Fact>}
          </dl>
        </div>
      </details>
    </div>
  )
}

function SoldOutDishes({ order, onAsk }: Props) {
  return order.items.map((line, place) =>
    line.soldOutAt === undefined || tabOf(order.status) === 'done' ? null : (
      <section
        // biome-ignore lint/suspicious/noArrayIndexKey: an order has each place once
        key={place}
        aria-label={`${line.name} sold out`}
        className="grid gap-3"
      >
        <p className="font-display font-extrabold text-balance text-sheet tracking-tight wrap-anywhere lg:text-page">
          Sorry, {Substitution.described(line)} sold out. What would you like instead?
        </p>
        <p className="text-soft">
          It costs <Price amount={line.itemTotal} />. Take another dish at no more than that, leave it out, or cancel:
          the kitchen waits for your answer.
        </p>
        <Button className="min-h-13" onClick={() => onAsk({ id: order.orderId, about: 'sold-out', line: place })}>
          Choose
        </Button>
      </section>
    ),
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}
