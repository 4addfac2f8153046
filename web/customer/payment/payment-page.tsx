import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Order } from '#contract/order/orders.ts'
import type { Quote } from '#contract/order/quotes.ts'
import type { User } from '#contract/session.ts'
import type * as Cart from '#domain/order/cart.ts'
import { Link, useNavigation } from '#web/app/navigation/navigation.tsx'
import { afterFirstPaint } from '#web/app/start-up/after-first-paint.ts'
import { useInParts } from '#web/app/start-up/hydrated.ts'
import { part } from '#web/app/start-up/retry-import.ts'
import { Message, SignInGate } from '#web/customer/sign-in/sign-in-gate.tsx'
import { ApiFailure, sentence, serverNow } from '#web/data/api/client.ts'
import { applyOwnOrders } from '#web/data/api/live-orders.ts'
import { queries } from '#web/data/api/queries.ts'
import { query } from '#web/data/api/query.ts'
import { useLastingError } from '#web/data/api/query-client.ts'
import { sessionHint } from '#web/data/api/session-hint.ts'
import { dismissAll, removeOrdered, submit, whenSettled } from '#web/data/outbox/outbox.ts'
import type { Entry, QueuedWrite } from '#web/data/outbox/queue.ts'
import { useOutbox } from '#web/data/outbox/use-outbox.ts'
import { useCart } from '#web/data/storage/cart-store.ts'
import { changeDetails, detailsStore, useDetails } from '#web/data/storage/details-store.ts'
import { setJustPlaced } from '#web/data/storage/just-placed.ts'
import { counted } from '#web/orders/order-details.ts'
import { Waiting } from '#web/orders/waiting-list.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useSend } from '#web/ui/use-send.ts'
import { useShownQuote } from './shown-quote.ts'

/** Parts that are shown only after an answer. Their modules load in parallel with the request. */
const QuoteView = part(() => import('./quote-view.tsx'))
const AlreadyPlaced = part(() => import('./already-placed.tsx'))
const Failure = part(() => import('./failure.tsx'))
const EmptyCart = part(() => import('#web/customer/cart/empty-cart.tsx'))

const skeleton = (
  <div role="status" className="grid items-start gap-2.5 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-8">
    <p className="sr-only">Pricing your order…</p>
    <Skeleton className="h-96 rounded-card" />
    <Skeleton className="h-80 rounded-card" />
  </div>
)

export default function PaymentPage() {
  return (
    // At least as high as the screen, so that the footer is never on the first screen.
    <div className="page-width min-h-dvh py-3 sm:py-8">
      <h1 className="mb-3 text-page sm:text-4xl">Payment</h1>
      <SignInGate
        title="Please log in first"
        reason="We need your name to find your transfer. Your cart stays as it is."
        guests
        skeleton={skeleton}
        next="The kitchen starts once a person here has seen your money."
      >
        {(user) => <Payment key={user.id} user={user} />}
      </SignInGate>
    </div>
  )
}

type OrderEntry = Entry & { readonly write: Extract<QueuedWrite, { kind: 'order' }> }

function isOrder(entry: Entry): entry is OrderEntry {
  return entry.write.kind === 'order'
}

/**
 * Shows an order that is queued. Without one, shows an order that was sent but not answered; without either, the quote
 * for the cart.
 */
function Payment({ user }: { user: User }) {
  const client = useQueryClient()
  const { go } = useNavigation()
  const cart = useCart()
  const { shown, cleared } = useDetails()
  const outbox = useOutbox(user.id)
  const orders = outbox?.filter(isOrder)
  const unsent = orders?.find(({ refused }) => !refused)
  const [sent, setSent] = useState(() => detailsStore.get().placing)
  const [lines] = useState(() => counted(cart, detailsStore.get()).map(({ id }) => id))
  const [placing, setPlacing] = useState(false)
  const [done, setDone] = useState(false)
  const asked = sent !== '' && outbox !== undefined && !unsent && !placing
  const answer = useQuery(query('GET /api/quotes/:id', { params: { id: sent }, staleTime: 0, enabled: asked }))

  const unanswered = useLastingError(answer, sent)

  function seeOrders() {
    setDone(true)
    // Replace the history entry, so that Back does not return to a finished payment.
    go('/orders', { replace: true })
  }

  /** Opens the orders page for an order that the server has placed although its answer did not arrive. */
  function seePlaced(quoteId: string, ordered: readonly string[]) {
    removeOrdered(quoteId, ordered)
    seeOrders()
  }

  usePaymentEffects((order, { waits }) => {
    applyOwnOrders(client, [order])
    if (!waits) setJustPlaced(order.orderId)
    seeOrders()
  })

  // A sign-out clears the order details before the server has ended the session. The quote is not replaced then.
  if (done || !orders || !sessionHint()) return skeleton
  if (unsent && (unsent.waits || !placing)) {
    return (
      <div ref={focusOnMount} tabIndex={-1} className="mx-auto max-w-md outline-none">
        <Waiting
          entry={unsent}
          onWithdrawn={() => setSent(detailsStore.get().placing)}
          fallback={<p role="status">Waiting for the network…</p>}
        />
      </div>
    )
  }
  if (asked && unanswered && !(unanswered instanceof ApiFailure)) {
    return (
      <Failure
        error={unanswered}
        cart={cart}
        busy={answer.isFetching}
        onRetry={() => void answer.refetch()}
        fallback={skeleton}
      />
    )
  }
  if (asked && answer.isLoading) return skeleton
  if (asked && answer.data?.placed) {
    return (
      <AlreadyPlaced
        quote={answer.data}
        onSeeOrders={() => seePlaced(sent, lines)}
        onOrderAnother={
          cart.items.length === 0
            ? undefined
            : () => {
                changeDetails({ placing: '' })
                setSent('')
              }
        }
      />
    )
  }
  // Keep showing a quote after another tab has cleared the cart, because the customer may have paid this quote.
  if (cart.items.length === 0 && !shown) return <EmptyCart fallback={skeleton} />
  if (cleared && !shown) {
    return (
      <Message
        title="Delivery or pick-up?"
        text="Signing out has deleted your delivery place. Choose it again in your cart: an order that you have begun to pay keeps its code and amount for an hour."
      >
        <Link to="/cart" className={buttonClass()}>
          Go to the cart
        </Link>
      </Message>
    )
  }
  return (
    <Pay
      cart={cart}
      user={user}
      refused={orders.find(({ refused }) => refused)}
      onPlacing={setPlacing}
      onSeePlaced={(quoteId) =>
        seePlaced(
          quoteId,
          counted(cart, detailsStore.get()).map(({ id }) => id),
        )
      }
    />
  )
}

/**
 * Loads parts in advance, dismisses refusals that were shown, and calls `onPlaced` for each order, even if another tab
 * has sent the order.
 */
function usePaymentEffects(onPlaced: (order: Order, entry: OrderEntry) => void): void {
  // Load these parts in advance, because some of them appear when there is no network.
  useEffect(() => {
    void QuoteView.load()
    for (const { load } of [EmptyCart, Failure, Waiting]) void afterFirstPaint(load)
  }, [])

  // On leaving, dismiss the refused orders, whose refusals this page has shown.
  useEffect(() => () => void dismissAll(({ kind }) => kind === 'order').catch(() => {}), [])

  const whenPlaced = useEffectEvent(onPlaced)
  useEffect(
    () =>
      whenSettled((entry, outcome) => {
        if (isOrder(entry) && outcome.type === 'done') whenPlaced(outcome.answer as Order, entry)
      }),
    [],
  )
}

type PayProps = {
  readonly cart: Cart.Cart
  readonly user: User
  readonly refused: OrderEntry | undefined
  readonly onPlacing: (under: boolean) => void
  readonly onSeePlaced: (quoteId: string) => void
}

function Pay({ cart, user, refused, onPlacing, onSeePlaced }: PayProps) {
  const { data: site } = useSuspenseQuery(queries.site())
  const details = useDetails()
  const { busy, send } = useSend()
  const [error, setError] = useState<unknown>()
  const { quote, lines, isReplaced, left, unpriced, isFetching, refetch, renew } = useShownQuote(cart, details, user)
  const isReady = useInParts(quote !== undefined)
  const [opened] = useState(serverNow)

  function payAnew() {
    setError(undefined)
    renew()
  }

  const isRefused = refused?.refused?.code === 'quote-expired' && refused.write.quoteId === quote?.id
  const isExpired = isRefused || quote?.expired === true

  /** Places the order of a quote. One quote makes one order, however often the order is submitted or sent (PAY-8). */
  async function place({ id, totalAmount: total }: Quote) {
    setError(undefined)
    onPlacing(true)
    try {
      await submit({ kind: 'order', quoteId: id, total, lines: lines.split(' '), ...(isExpired && { expired: true }) })
    } finally {
      onPlacing(false)
    }
  }

  if (unpriced && !quote)
    return (
      <Failure
        error={unpriced}
        cart={{ items: counted(cart, details) }}
        busy={isFetching}
        onRetry={() => void refetch()}
        fallback={skeleton}
      />
    )
  if (!(quote && isReady)) return skeleton
  // A live event may mark the quote as placed before the answer to this page's own request arrives. While that request
  // is `busy`, wait for the answer, which opens the orders page.
  if (quote.placed && !busy) {
    return (
      <AlreadyPlaced
        quote={quote}
        onSeeOrders={() => onSeePlaced(quote.id)}
        onOrderAnother={isReplaced ? payAnew : undefined}
      />
    )
  }

  const state = isExpired ? 'expired' : isReplaced ? 'replaced' : undefined
  const failed = error ?? (refused?.refused && new ApiFailure(refused.refused))
  const failure = failed && !isRefused ? sentence(failed, 'Failed to place order. Please try again.') : ''
  return (
    <QuoteView
      quote={quote}
      site={site}
      state={state}
      left={left}
      opened={opened}
      failure={failure}
      busy={busy}
      onPlace={() => void send(() => place(quote), { onFailure: setError })}
      onNew={payAnew}
      fallback={skeleton}
    />
  )
}

/** Moves the focus to a result, because the pressed button may be far below the result. */
function focusOnMount(element: HTMLElement | null): void {
  element?.focus()
}
