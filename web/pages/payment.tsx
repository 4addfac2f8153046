import { skipToken, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import type { Order, OrderList } from '#contract/orders.ts'
import type { Quote } from '#contract/quotes.ts'
import type { User } from '#contract/session.ts'
import * as Cart from '#domain/cart.ts'
import * as Delivery from '#domain/delivery.ts'
import * as Money from '#domain/money.ts'
import { orderCode } from '#domain/quote.ts'
import { ApiFailure, call, sentence } from '#web/api/client.ts'
import { ownArrivals, withOwnArrivals } from '#web/api/live-orders.ts'
import { queries } from '#web/api/queries.ts'
import { useSessionEnd } from '#web/api/session.ts'
import { Link, useNavigation } from '#web/app/navigation/navigation.tsx'
import { SignInGate } from '#web/frame/sign-in/sign-in-gate.tsx'
import { dismissAll, submit, whenSettled } from '#web/sync/outbox/outbox.ts'
import type { Entry, QueuedWrite } from '#web/sync/outbox/queue.ts'
import { useOutbox } from '#web/sync/outbox/use-outbox.ts'
import type { Waiting } from '#web/sync/outbox/waiting.tsx'
import { cartStore, useCart } from '#web/sync/storage/cart-store.ts'
import { changeDetails, detailsStore, useDetails } from '#web/sync/storage/details-store.ts'
import { paymentLink } from '#web/ui/chat.ts'
import { clock } from '#web/ui/lagos-time.ts'
import { quoteRequest } from '#web/ui/order/order-details.ts'
import { EmptyCart } from '../features/cart/empty-cart.tsx'
import { QuoteSummary } from '../features/payment/quote-summary.tsx'
import { TotalChange } from '../features/payment/total-change.tsx'
import { TransferDetails } from '../features/payment/transfer-details.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast, toastTime } from '../ui/toast.tsx'

/** Seldom seen, and only after an answer: it can come by the same network. */
const AlreadyPlaced = lazy(() => import('../features/payment/already-placed.tsx'))

export default function PaymentPage() {
  return (
    <div className="page-width py-6 sm:py-10">
      <h1 className="mb-5 text-3xl sm:text-4xl">Payment</h1>
      <SignInGate
        title="Please log in first"
        reason="So that we know whose transfer it is. Your cart stays as it is."
        skeleton={<PaymentSkeleton />}
      >
        {(user) => (
          <Suspense fallback={<PaymentSkeleton />}>
            <Payment key={user.id} user={user} />
          </Suspense>
        )}
      </SignInGate>
    </div>
  )
}

type OrderEntry = Entry & { readonly write: Extract<QueuedWrite, { kind: 'order' }> }

function isOrder(entry: Entry): entry is OrderEntry {
  return entry.write.kind === 'order'
}

/** First what waits to be sent, then what was sent and never answered, then what is in the cart. */
function Payment({ user }: { user: User }) {
  const client = useQueryClient()
  const { go } = useNavigation()
  const cart = useCart()
  const outbox = useOutbox(user.id)
  const orders = outbox?.filter(isOrder)
  const unsent = orders?.find(({ refused }) => !refused)
  const Details = useWaiting()
  const [sent, setSent] = useState(() => detailsStore.get().placing)
  const [lines] = useState(() => cart.lines.map(({ id }) => id))
  const [placing, setPlacing] = useState(false)
  const [done, setDone] = useState(false)
  const asked = sent !== '' && outbox && !unsent && !placing
  const answer = useQuery({
    queryKey: ['quote', sent],
    queryFn: asked ? () => call('GET /api/quotes/:id', { params: { id: sent } }) : skipToken,
    staleTime: 0,
  })

  /** To the order, and with the cart as it was ordered: what another tab has added since stays. */
  function leave(ordered: readonly string[]) {
    setDone(true)
    go('/orders')
    cartStore.set((cart) => ordered.reduce(Cart.remove, cart))
    detailsStore.set(() => detailsStore.initial)
  }

  // Who leaves has read why an offer was refused.
  useEffect(() => () => void dismissAll(({ kind }) => kind === 'order').catch(() => {}), [])

  // Whichever tab has sent it, and however long it waited.
  const onPlaced = useEffectEvent((order: Order, { waits, write }: OrderEntry) => {
    ownArrivals.note(order)
    client.setQueryData<OrderList>(queries.orders().queryKey, (list) => list && withOwnArrivals(list))
    if (!waits) toast('Order placed successfully!', { kind: 'good', duration: toastTime.added })
    leave(write.lines)
  })
  useEffect(
    () =>
      whenSettled((entry, outcome) => {
        if (isOrder(entry) && outcome.type === 'done') onPlaced(outcome.answer as Order, entry)
      }),
    [],
  )

  if (done || !orders) return <PaymentSkeleton />
  if (unsent && (unsent.waits || !placing)) {
    return (
      <div ref={seeFirst} tabIndex={-1} className="mx-auto max-w-md outline-none">
        {Details ? (
          <Details entry={unsent} onWithdrawn={() => setSent(detailsStore.get().placing)} />
        ) : (
          <p role="status">Waiting for the network…</p>
        )}
      </div>
    )
  }
  if (asked && answer.isLoading) return <PaymentSkeleton />
  if (asked && answer.error && !(answer.error instanceof ApiFailure)) {
    return <Failure error={answer.error} onRetry={() => void answer.refetch()} />
  }
  if (asked && answer.data?.placed) {
    return (
      <AlreadyPlaced
        quote={answer.data}
        onSeeOrders={() => leave(lines)}
        onOrderAnother={
          cart.lines.length === 0
            ? undefined
            : () => {
                changeDetails({ placing: '' })
                setSent('')
              }
        }
      />
    )
  }
  if (cart.lines.length === 0) return <EmptyCart />
  return (
    <Pay
      cart={cart}
      user={user}
      refused={orders.find(({ refused }) => refused)}
      onPlacing={setPlacing}
      onSeeOrders={() => leave(cart.lines.map(({ id }) => id))}
    />
  )
}

/** Fetched once the page stands, before the network goes. */
function useWaiting(): typeof Waiting | undefined {
  const [component, setComponent] = useState<typeof Waiting>()
  useEffect(() => {
    import('#web/sync/outbox/waiting.tsx').then(
      ({ Waiting }) => setComponent(() => Waiting),
      () => {},
    )
  }, [])
  return component
}

type PayProps = {
  readonly cart: Cart.Cart
  readonly user: User
  /** The last offer that was pressed, where the restaurant said no to it. */
  readonly refused: OrderEntry | undefined
  readonly onPlacing: (under: boolean) => void
  readonly onSeeOrders: () => void
}

function Pay({ cart, user, refused, onPlacing, onSeeOrders }: PayProps) {
  const { data: site } = useSuspenseQuery(queries.site())
  const details = useDetails()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const request = quoteRequest(cart, details)
  const quoted = useQuery({
    queryKey: ['quote', user.id, request],
    queryFn: () => call('POST /api/quotes', { body: request }),
    // An answer of before is shown at once, and asked for again: it may have expired.
    staleTime: 0,
  })
  const quote = quoted.data
  useSessionEnd(quoted.error)

  // The hour was up: a new offer, with what differs from the old one said aloud.
  const expired = refused?.refused?.code === 'quote-expired' ? refused : undefined
  const isOld = expired !== undefined && quote?.id === expired.write.quoteId
  const { refetch } = quoted
  useEffect(() => {
    if (isOld) void refetch()
  }, [isOld, refetch])

  /** However often it is pressed or sent, one quote makes one order (PAY-8). */
  async function place({ id, total }: Quote) {
    if (busy) return
    setBusy(true)
    setError(undefined)
    onPlacing(true)
    try {
      await submit({ kind: 'order', quoteId: id, total, lines: cart.lines.map(({ id }) => id) })
    } catch (error) {
      setError(error)
    } finally {
      setBusy(false)
      onPlacing(false)
    }
  }

  if (quoted.error && (!quote || expired || quoted.error instanceof ApiFailure)) {
    return <Failure error={quoted.error} onRetry={() => void refetch()} />
  }
  if (!quote || isOld) return <PaymentSkeleton />
  if (quote.placed) return <AlreadyPlaced quote={quote} onSeeOrders={onSeeOrders} onOrderAnother={undefined} />

  const seen = Delivery.total(
    Cart.subtotal(cart),
    details.deliveryMethod === 'delivery' ? Money.naira(details.deliveryFee) : Money.zero,
  )
  const before = expired?.write.total ?? seen
  const failed = error ?? (refused?.refused && new ApiFailure(refused.refused))
  const failure = failed && !expired ? sentence(failed, 'Failed to place order. Please try again.') : ''
  return (
    <div className="grid gap-4">
      {expired && (
        <p ref={seeFirst} tabIndex={-1} role="status" className="rounded-control bg-raise2 px-4 py-3">
          {expired.refused?.detail}{' '}
          <a
            href={paymentLink(site, orderCode(expired.write.quoteId), Money.format(expired.write.total))}
            className="font-semibold underline underline-offset-4"
          >
            Message us about {orderCode(expired.write.quoteId)}
          </a>
        </p>
      )}
      {quote.notice && (
        <p role="status" className="rounded-control bg-raise2 px-4 py-3">
          {quote.notice}
        </p>
      )}
      {before !== quote.total && <TotalChange before={before} now={quote.total} />}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8">
        <section aria-label="Your transfer" className="rounded-card bg-raise p-4 shadow-card sm:p-6">
          <TransferDetails quote={quote} />
        </section>
        <section aria-label="Your order" className="grid gap-5 rounded-card bg-raise p-4 shadow-card sm:p-6">
          <QuoteSummary quote={quote} />
          <p className="flex items-center gap-2 text-promise">
            <Icon name="clock" />
            <span>
              These prices are held until <strong className="figures">{clock(quote.expiresAt)}</strong>.
            </span>
          </p>
          <div className="grid gap-2">
            {failure && (
              <p role="alert" className="rounded-control bg-raise2 px-4 py-3 font-semibold text-alarm">
                {failure}
              </p>
            )}
            <Button className="w-full sm:text-lg" busy={busy} onClick={() => void place(quote)}>
              I've Made the Transfer
            </Button>
            <p className="text-center text-soft text-sm">We check it in our own account before the kitchen starts.</p>
            <div className="mt-2 grid gap-2 sm:grid-cols-2 lg:grid-cols-1">
              <Link to="/cart" className={buttonClass('secondary')}>
                Back to Cart
              </Link>
              <a
                href={paymentLink(site, quote.narration, Money.format(quote.total))}
                className={buttonClass('secondary')}
              >
                <Icon name="chat" />
                Ask us on WhatsApp
              </a>
            </div>
          </div>
        </section>
      </div>
    </div>
  )
}

/** The button that was pressed is far below: what became of it is read first. */
function seeFirst(element: HTMLElement | null): void {
  element?.focus()
}

/** There is no offer to pay, and why; the way out is by what was wrong. */
function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const code = codeOf(error)
  return (
    <section
      role="alert"
      className="mx-auto grid max-w-md justify-items-center gap-3 rounded-card bg-raise px-6 py-12 text-center shadow-card"
    >
      <h2 className="text-2xl">{code === undefined ? 'No connection' : 'This cannot be paid yet'}</h2>
      <p className="text-soft">
        {sentence(error, 'We could not price your order: the network may have dropped. Your cart is safe.')}
      </p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        <Link to="/cart" className={buttonClass(code === undefined ? 'secondary' : 'primary')}>
          Back to Cart
        </Link>
        {code === 'profile-incomplete' ? (
          <Link to="/account" className={buttonClass('secondary')}>
            My Account
          </Link>
        ) : (
          <Button look={code === undefined ? 'primary' : 'secondary'} onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
    </section>
  )
}

function PaymentSkeleton() {
  return (
    <div role="status" className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8">
      <p className="sr-only">Pricing your order…</p>
      <Skeleton className="h-96 rounded-card" />
      <Skeleton className="h-80 rounded-card" />
    </div>
  )
}

function codeOf(error: unknown): string | undefined {
  return error instanceof ApiFailure ? error.problem.code : undefined
}
