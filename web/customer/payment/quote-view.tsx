import { type ReactNode, useEffect, useState } from 'react'
import * as Money from '#domain/money/money.ts'
import { slotDay, slotTitle } from '#domain/restaurant/slot-words.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { isWide } from '#web/app/navigation/use-media-query.ts'
import { afterFirstPaint } from '#web/app/start-up/after-first-paint.ts'
import { DockAction } from '#web/customer/frame/dock.tsx'
import { ReadyBy } from '#web/customer/frame/ready-by.tsx'
import { serverNow } from '#web/data/api/client.ts'
import { Totals } from '#web/orders/totals.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { paymentLink } from '#web/ui/chat.ts'
import { Icon } from '#web/ui/icon.tsx'
import { clock } from '#web/ui/lagos-time.ts'
import { RowIcon } from '#web/ui/row.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { HoldBar } from './hold-bar.tsx'
import { type QuoteProps, QuoteState } from './quote-state.tsx'
import { QuoteSummary } from './quote-summary.tsx'
import { TransferDetails } from './transfer-details.tsx'

const twoFramesMs = 32

type Props = QuoteProps & {
  readonly failure: string
  readonly busy: boolean
  readonly onPlace: () => void
}

function startOf(startAt: string): string {
  const day = slotDay(Date.parse(startAt), serverNow())
  return `${/^To/.test(day) ? day.toLowerCase() : `on ${day}`} at ${clock(startAt)}`
}

/** A quote, and the details for paying it. The details are folded if the quote should not be paid any more. */
export default function QuoteView({ busy, onPlace, ...props }: Props) {
  const { quote, state } = props
  // Load the modules of the orders page now. When that page opens, a new release may have replaced them on the server.
  useEffect(
    () =>
      void afterFirstPaint(() => import('#web/customer/orders/orders-page.tsx')).then(({ loadParts }) => loadParts()),
    [],
  )
  // Fold the order on small screens, so that the transfer's details fit.
  const [startsOpen] = useState(isWide)
  // Render the order a frame after the transfer. Both together would be one long layout, during which a slow phone
  // ignores touch.
  const [showsOrder, setShowsOrder] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShowsOrder(true), twoFramesMs)
    return () => clearTimeout(timer)
  }, [])
  const place = (
    <Button className="min-h-13 w-full px-3" busy={busy} onClick={onPlace}>
      I've Made the Transfer
    </Button>
  )
  const transfer = (
    <section aria-label="Your transfer">
      <TransferDetails quote={quote} />
    </section>
  )
  const order = showsOrder ? (
    <YourOrder {...props} startsOpen={startsOpen}>
      {place}
    </YourOrder>
  ) : (
    <Skeleton className="h-80 rounded-card" />
  )
  const columns = 'grid grid-cols-[minmax(0,1fr)] items-start gap-2.5 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-8'
  const quoteState = <QuoteState key={quote.id} {...props} />
  if (state) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
        {quoteState}
        <details className="group">
          <summary className={buttonClass('secondary', 'w-full lg:w-auto')}>
            I have sent it already
            <Icon name="chevron" className="size-5 transition-[rotate] group-open:rotate-180" />
          </summary>
          <div className={`pt-2.5 ${columns}`}>
            {transfer}
            {order}
          </div>
        </details>
      </div>
    )
  }
  return (
    <div className={columns}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
        {quote.slot && <Slot slot={quote.slot} isDelivery={quote.deliveryMethod === 'delivery'} />}
        <HoldBar expiresAt={quote.expiresAt} hasSlot={quote.slot !== undefined} />
        {quoteState}
        {transfer}
      </div>
      {order}
      <DockAction>{place}</DockAction>
    </div>
  )
}

type OrderProps = Pick<Props, 'quote' | 'site' | 'state' | 'failure'> & {
  readonly startsOpen: boolean
  readonly children: ReactNode
}

function YourOrder({ quote, site, state, failure, startsOpen, children }: OrderProps) {
  return (
    <section aria-label="Your order" className="grid grid-cols-[minmax(0,1fr)] gap-2.5 lg:sticky lg:top-20">
      <div className="rounded-card bg-raise shadow-card">
        <QuoteSummary quote={quote} isOpen={startsOpen} />
        <div className="border-line border-t px-3.5 py-4 sm:px-5">
          <Totals of={quote} />
        </div>
      </div>
      <p className="px-2 text-center text-soft text-sm">
        {quote.startAt
          ? `The kitchen starts ${startOf(quote.startAt)}, once a person here has seen your money.`
          : 'The kitchen starts once a person here has seen your money.'}{' '}
        {!state && !quote.slot && <ReadyBy driving={quote.drivingMinutes ?? 0} />}
      </p>
      {failure && (
        <p role="alert" className="rounded-control bg-wash-alarm px-4 py-3 font-semibold text-alarm">
          {failure}
        </p>
      )}
      <div className={state ? '' : 'max-lg:hidden'}>{children}</div>
      <div className="flex flex-wrap gap-2">
        <Link
          to="/cart"
          className={buttonClass('secondary', 'min-w-0 flex-[1_1_10rem] px-2 text-control leading-tight')}
        >
          Back to Cart
        </Link>
        <a
          href={paymentLink(site, quote.narration, Money.format(quote.totalAmount))}
          className={buttonClass('secondary', 'min-w-0 flex-[1_1_10rem] px-2 text-control leading-tight')}
        >
          Ask us on WhatsApp
        </a>
      </div>
    </section>
  )
}

function Slot({ slot, isDelivery }: { slot: string; isDelivery: boolean }) {
  return (
    <p className="flex items-center gap-3 rounded-control bg-raise px-3.5 py-2.5 shadow-card">
      <RowIcon name="calendar" className="size-5.25 text-soft" />
      <span className="leading-snug">
        <strong className="block font-semibold">{slotTitle(Date.parse(slot), serverNow())}</strong>
        <span className="text-soft text-sm">{isDelivery ? 'At your door' : 'Ready for you at the counter'}</span>
      </span>
    </p>
  )
}
