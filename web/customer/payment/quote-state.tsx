import { useState } from 'react'
import type { Quote } from '#contract/order/quotes.ts'
import type { Site } from '#contract/site.ts'
import type { Naira } from '#domain/money/money.ts'
import * as Money from '#domain/money/money.ts'
import * as Tax from '#domain/money/tax.ts'
import * as Bill from '#domain/order/bill.ts'
import * as Cart from '#domain/order/cart.ts'
import { heldFor, orderCode } from '#domain/order/quote.ts'
import { useCart } from '#web/data/storage/cart-store.ts'
import { useDetails } from '#web/data/storage/details-store.ts'
import { counted } from '#web/orders/order-details.ts'
import { Button } from '#web/ui/button.tsx'
import { paymentLink } from '#web/ui/chat.ts'
import { TotalChange } from './total-change.tsx'

export type QuoteProps = {
  readonly quote: Quote
  readonly site: Site
  /** 'replaced': the cart has changed since the quote was shown. */
  readonly state: 'expired' | 'replaced' | undefined
  /** The total of the previous quote, if the customer has replaced it on this page. */
  readonly left: Naira | undefined
  /** The time at which the customer opened the payment page, in epoch milliseconds. */
  readonly opened: number
  readonly onNew: () => void
}

/** The largest error of `serverNow`, in milliseconds: `setClock` of client.ts ignores smaller differences. */
const clockError = 60_000

export function QuoteState({ state, left, opened, ...props }: QuoteProps) {
  const seen = useSeen(props.site, props.quote)
  // True for a quote that existed before this visit. Its total is not compared with the cart's prices: the customer has
  // read this total, and may have sent the money.
  const isKnown = Date.parse(props.quote.expiresAt) - heldFor < opened - clockError
  // The amount to compare the quote's total with. Held in state, so that accepting prices in another tab does not
  // change it.
  const [before] = useState(left ?? (isKnown ? props.quote.totalAmount : seen))
  const { notice, rejection, totalAmount: total } = props.quote
  const returned = rejection && (
    <p role="alert" className="rounded-card bg-wash-alarm px-4 py-3">
      <strong>{Bill.sentBack(rejection, total)}</strong> {!state && Bill.sendAgain(rejection, total)}
    </p>
  )
  if (state) {
    return (
      <>
        {returned}
        <Outdated key={state} {...props} state={state} />
      </>
    )
  }
  return (
    <>
      {returned}
      {notice && (
        <p role="status" className="rounded-card bg-wash-plantain px-4 py-3">
          {notice}
        </p>
      )}
      {before !== total && <TotalChange before={before} now={total} />}
    </>
  )
}

/**
 * Returns the cart's total at the prices and the delivery fee that the customer last saw; with the quote's fee if the
 * customer saw no fee.
 */
function useSeen(site: Site, quote: Quote): Naira {
  const cart = useCart()
  const details = useDetails()
  const { deliveryMethod, deliveryFee, finalTotal } = details
  const known = finalTotal === 0 ? quote.deliveryFee : Money.naira(deliveryFee)
  const fee = deliveryMethod === 'delivery' ? known : Money.zero
  return Tax.bill(site.taxes ?? [], Cart.subtotal({ items: counted(cart, details) }), fee).totalAmount
}

type OutdatedProps = Omit<QuoteProps, 'state' | 'left' | 'opened'> & { readonly state: 'expired' | 'replaced' }

/**
 * Tells the customer not to pay this quote any more. The transfer's details stay below for a customer who has already
 * paid.
 */
function Outdated({ quote, site, state, onNew }: OutdatedProps) {
  const code = orderCode(quote.id)
  const amount = Money.format(quote.totalAmount)
  const isExpired = state === 'expired'
  return (
    <div
      ref={focusOnMount}
      tabIndex={-1}
      role="status"
      className="grid gap-3 rounded-card bg-wash-plantain px-4 py-3 sm:px-5"
    >
      <p>
        <strong className="block font-display text-sheet">
          {isExpired ? 'The hour is over.' : 'Your cart has changed since.'}
        </strong>{' '}
        {isExpired ? 'These prices are no longer held.' : 'Your order has a new code now.'} Have you sent {amount} with
        the code {code}? Then say so below: we {isExpired && 'check when it was sent and '}take the order as it was.{' '}
        <a href={paymentLink(site, code, amount)} className="font-semibold underline underline-offset-4">
          Message us about {code}
        </a>
      </p>
      <Button className="sm:justify-self-start" onClick={onNew}>
        {isExpired ? 'Hold the prices again' : 'Go to the new payment'}
      </Button>
    </div>
  )
}

/** Moves the focus to the notice when it appears. */
function focusOnMount(element: HTMLElement | null): void {
  element?.focus()
}
