import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Quote, QuoteRequestBody } from '#contract/order/quotes.ts'
import type { User } from '#contract/session.ts'
import type { Naira } from '#domain/money/money.ts'
import type * as Cart from '#domain/order/cart.ts'
import { ApiFailure, call, serverNow } from '#web/data/api/client.ts'
import { keyOf } from '#web/data/api/query.ts'
import { untilAnswered, useLastingError } from '#web/data/api/query-client.ts'
import { useSessionEnd } from '#web/data/api/session.ts'
import { dismissAll } from '#web/data/outbox/outbox.ts'
import { changeDetails, detailsStore, type OrderDetails } from '#web/data/storage/details-store.ts'
import { counted, quoteRequest } from '#web/orders/order-details.ts'

/**
 * The stored fields while no quote is shown. Once a quote is shown, its id, request and cart lines are stored, so that
 * a reload shows the same quote.
 */
const nothingShown = { shown: '', shownUntil: '', shownTotal: 0, shownFor: '', shownLines: '' }

/**
 * Returns the shown quote in its current state. Returns a new quote if none was shown, or if the shown quote belongs to
 * another customer.
 */
async function read(shown: string, isUnchanged: boolean, body: QuoteRequestBody): Promise<Quote> {
  const before =
    shown &&
    (await call('GET /api/quotes/:id', { params: { id: shown } }).catch((error: unknown) => {
      if (!(error instanceof ApiFailure && error.problem.code === 'not-found')) throw error
    }))
  if (before && (before.placed || before.expired || !isUnchanged)) return before
  try {
    // For an unchanged request the server returns the same quote, with a notice of what has changed since.
    const quote = await call('POST /api/quotes', { body })
    return before && quote.id !== before.id ? before : quote
  } catch (error) {
    if (!(before && error instanceof ApiFailure && error.problem.status === 409)) throw error
    return { ...before, notice: error.problem.detail }
  }
}

/** Returns the quote that the customer is told to pay. A payment in another tab does not change this page's quote. */
export function useShownQuote(cart: Cart.Cart, details: OrderDetails, user: User) {
  const client = useQueryClient()
  const [{ shown, shownFor, shownLines }, setShown] = useState<typeof nothingShown>(() => detailsStore.get())
  const [left, setLeft] = useState<Naira>()
  const request = quoteRequest(cart, details, user)
  const asked = JSON.stringify(request)
  const isReplaced = shown !== '' && shownFor !== asked
  // A key of its own and not the endpoint's, because this query may request a new quote instead of reading the shown
  // one.
  const ownKey = (id: string) => [...keyOf('GET /api/quotes/:id', { params: { id } }), user.id]
  const quoted = useQuery({
    queryKey: ownKey(shown || asked),
    queryFn: () => read(shown, !isReplaced, request),
    // Read the shown quote again if its answer is older than 30 s, because the quote may have expired.
    staleTime: shown === '' ? 0 : 30_000,
    // Do not cache the answer. A customer who returns from the cart could otherwise see a quote whose portions are no
    // longer held.
    gcTime: 0,
    // While the bank account is pending, poll. A live event also reports the account, but the live stream may be down.
    refetchInterval: (query) => (query.state.data?.accountPending ? 5000 : untilAnswered(query)),
  })
  const quote = quoted.data
  const { refetch } = quoted
  const unpriced = useLastingError(quoted, shown || asked)
  useSessionEnd(quoted.error)

  function show(next: typeof nothingShown) {
    changeDetails(next)
    setShown(next)
  }

  const onQuote = useEffectEvent((quote: Quote) => {
    if (quote.id === shown) return
    client.setQueryData(ownKey(quote.id), quote)
    show({
      shown: quote.id,
      shownUntil: quote.expiresAt,
      shownTotal: quote.totalAmount,
      shownFor: asked,
      shownLines: counted(cart, details)
        .map(({ id }) => id)
        .join(' '),
    })
  })
  useEffect(() => {
    if (!quote) return
    onQuote(quote)
    const rest = Date.parse(quote.expiresAt) - serverNow()
    if (quote.expired || rest < 0) return
    const timer = setTimeout(() => void refetch(), rest + 1000)
    return () => clearTimeout(timer)
  }, [quote, refetch])

  /**
   * Drops the shown quote. Call this only by the customer's choice, because a new quote may have another amount and
   * another account to pay to.
   */
  function renew() {
    setLeft(quote?.totalAmount)
    void dismissAll(({ kind }) => kind === 'order').catch(() => {})
    show(nothingShown)
  }

  return { quote, lines: shownLines, isReplaced, left, unpriced, isFetching: quoted.isFetching, refetch, renew }
}
