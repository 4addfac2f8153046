import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Order } from '#contract/order/orders.ts'
import * as Money from '#domain/money/money.ts'
import { orderCode } from '#domain/order/quote.ts'
import { isIn, isOpen } from '#domain/order/statuses.ts'
import { Link, useNavigation } from '#web/app/navigation/navigation.tsx'
import { queries } from '#web/data/api/queries.ts'
import { useClock, useMinute } from '#web/data/clock.ts'
import { useDetails } from '#web/data/storage/details-store.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { clock } from '#web/ui/lagos-time.ts'
import { Price } from '#web/ui/price.tsx'
import { OrderPicture } from './order-picture.tsx'
import { Standing } from './order-standing.tsx'
import { StageBar } from './stage-bar.tsx'
import { foremost, nowOf, promiseOf, stageFills, stagesOf } from './stages.ts'

type Props = {
  /** True for the large form at the head of a page, instead of the line below the navigation bar. */
  readonly large?: boolean
  /** True on the home page. Its head already shows the open order, so the strip shows only an open payment. */
  readonly home?: boolean
  /** Shown until the orders are known. */
  readonly pending?: ReactNode
}

/**
 * The signed-in customer's open order with its state, its time and a link (TRACK-2). Without an open order, the open
 * payment.
 */
export default function OrderStrip({ large = false, home = false, pending }: Props) {
  const { data, isPending } = useQuery(queries.orders())
  const order = data && foremost(data.orders)
  if (!order) return isPending ? pending : <OpenPayment />
  if (home) return null
  const more = data.orders.filter(({ status }) => isOpen(status)).length - 1
  return large ? <Large order={order} more={more} /> : <Line order={order} more={more} />
}

const lineClass =
  'relative flex min-h-14 items-center gap-x-3 overflow-hidden rounded-control px-3.5 leading-tight shadow-card hover:brightness-105'

/** The quote that the payment page has shown, until it expires. */
function OpenPayment() {
  const { path } = useNavigation()
  const { shown, shownUntil, shownTotal } = useDetails()
  const state = useClock(shown ? (now) => (now < Date.parse(shownUntil) ? 'held' : '') : undefined)
  if (!state || path === '/payment' || path === '/checkout') return null
  return (
    <section aria-label="Open payment" className="page-width animate-arrive py-1 print:hidden">
      <Link to="/payment" className={`${lineClass} bg-raise py-1`}>
        <span className="min-w-0 flex-1 font-semibold">
          Payment of <Price amount={Money.naira(shownTotal)} /> open until{' '}
          <time className="figures text-promise">{clock(shownUntil)}</time>
        </span>
        <Icon name="arrow" className="size-4.5" />
      </Link>
    </section>
  )
}

type Shown = { readonly order: Order; readonly more: number }

const address = ({ orderId }: Order) => `/orders?order=${orderId}`

function Line({ order, more }: Shown) {
  const { text, isTrouble } = nowOf(order)
  const { label, time } = promiseOf(order, useMinute())
  const isReady = isIn(order.status, 'cooked')
  return (
    <section aria-label="Order under way" className="page-width animate-arrive py-1 print:hidden">
      <Link to={address(order)} className={`${lineClass} pt-1 pb-2 ${isTrouble ? 'bg-wash-plantain' : 'bg-raise'}`}>
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-[min(100%,6rem)] flex-1 items-baseline gap-3 lg:flex">
            <span aria-live="polite" className="block font-semibold wrap-anywhere">
              {text}
            </span>
            <span className="text-small text-soft">
              <span className="figures">{orderCode(order.orderId)}</span>
              {more > 0 && ` and ${more} more`}
            </span>
          </span>
          {time && (
            <span className="items-baseline gap-2 text-right text-small text-soft lg:flex">
              {label}{' '}
              <time className={`figures block text-lg leading-none ${isReady ? 'text-leaf' : 'text-promise'}`}>
                {time}
              </time>
            </span>
          )}
        </span>
        <Icon name="arrow" className="size-4.5" />
        <span aria-hidden="true" className="absolute inset-x-0 bottom-0 flex gap-px">
          {stagesOf(order).map(({ label, state }) => (
            <span key={label} className="h-[3px] flex-1 bg-raise2">
              <span className={`block h-full ${stageFills[state]}`} />
            </span>
          ))}
        </span>
      </Link>
    </section>
  )
}

function Large({ order, more }: Shown) {
  const { text, isTrouble } = nowOf(order)
  const { label, time } = promiseOf(order, useMinute())
  return (
    <section
      aria-label="Order under way"
      className="grid grid-cols-[auto_minmax(0,1fr)] content-center items-center gap-x-3 gap-y-3.5 rounded-card bg-raise p-3.5 shadow-card lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:gap-x-8 lg:p-5"
    >
      <div className="col-span-2 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 lg:col-span-1 lg:col-start-2">
        <h1 className="text-sheet lg:text-page">
          Your order <span className="figures">{orderCode(order.orderId)}</span>
        </h1>
        {more > 0 && <p className="text-soft text-sm">and {more} more</p>}
      </div>
      <OrderPicture
        order={order}
        large
        sizes="(width >= 64rem) 36rem, 6rem"
        className="size-[94px] rounded-card lg:row-span-4 lg:row-start-1 lg:size-full"
      />
      <div className="flex min-w-0 flex-wrap items-end justify-between gap-x-4 gap-y-1">
        <p className="text-soft">
          {label}{' '}
          <strong className="figures block text-[min(3.25rem,15vw)] text-text leading-[0.95] lg:text-[5rem]">
            {time}
          </strong>
        </p>
        <p className="text-soft text-sm max-lg:*:inline">
          <Standing order={order} />
        </p>
      </div>
      <div className="col-span-2 lg:col-span-1 lg:col-start-2">
        <StageBar stages={stagesOf(order)} />
        {isTrouble && <p className="mt-3 rounded-control bg-wash-plantain px-3.5 py-2.5 font-semibold">{text}</p>}
      </div>
      <Link
        to={address(order)}
        className={buttonClass(isTrouble ? 'primary' : 'secondary', 'col-span-2 min-h-13 lg:col-span-1 lg:col-start-2')}
      >
        {isTrouble ? 'See what to do' : 'Follow my order'} <Icon name="arrow" className="size-4.5" />
      </Link>
    </section>
  )
}
