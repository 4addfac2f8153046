import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import * as Cart from '#domain/order/cart.ts'
import * as Delivery from '#domain/restaurant/delivery.ts'
import { slotTitle } from '#domain/restaurant/slot-words.ts'
import { Link, useNavigation } from '#web/app/navigation/navigation.tsx'
import { refocus } from '#web/app/navigation/refocus.ts'
import { useHydrated } from '#web/app/start-up/hydrated.ts'
import { part } from '#web/app/start-up/retry-import.ts'
import { type CartTime, useCartTime } from '#web/customer/cart/cart-time.ts'
import { useAmounts } from '#web/customer/cart/shown-amounts.ts'
import { ReadyBy } from '#web/customer/frame/ready-by.tsx'
import { showSignIn } from '#web/customer/sign-in/sign-in-panel.ts'
import { serverNow } from '#web/data/api/client.ts'
import { queries } from '#web/data/api/queries.ts'
import { useSignedIn } from '#web/data/api/session.ts'
import { cartNotice, setCartNotice } from '#web/data/storage/cart-notice.ts'
import { cartStore, useCart } from '#web/data/storage/cart-store.ts'
import { changeBeforePayment, changeDetails, useDetails } from '#web/data/storage/details-store.ts'
import { toast } from '#web/data/toast.ts'
import { missing, placeOf } from '#web/orders/order-details.ts'
import { Totals } from '#web/orders/totals.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Errors } from '#web/ui/forms/form.tsx'
import { useLocations } from '#web/ui/forms/location-select.tsx'
import { ProgressLine } from '#web/ui/motion/progress-line.tsx'
import { NeedsNetwork } from '#web/ui/needs-network.tsx'
import { CartDock } from './cart-dock.tsx'
import { CartSkeleton } from './cart-skeleton.tsx'
import EmptyCart from './empty-cart.tsx'
import { removalOf, restore } from './removal.ts'
import { Unsettled } from './unsettled.tsx'

/**
 * Loaded on demand: an empty cart needs none of these parts, and the server cannot render them, because it does not
 * know the cart.
 */
const CartLines = lazy(() => import('./cart-lines.tsx'))
const Fulfilment = lazy(() => import('#web/customer/cart/fulfilment.tsx'))
const SlotSheet = part(() => import('#web/orders/slots/slot-sheet.tsx'))
const loadEditor = () => import('#web/orders/dishes/line-editor.tsx').then(({ LineEditor }) => LineEditor)

/** Milliseconds for which Undo is offered: enough to reach the button with a switch or a screen reader. */
const undoTime = 10_000

export default function CartPage() {
  const hydrated = useHydrated()
  const cart = useCart()
  const [notice] = useState(cartNotice)

  // Remove the notice about a past order's dishes when the person leaves this page.
  useEffect(() => () => setCartNotice(undefined), [])

  function remove(ids: readonly string[]) {
    const removed = removalOf(cart, ids)
    cartStore.set((cart) => ids.reduce(Cart.remove, cart))
    toast(removed.length > 1 ? 'Cart cleared.' : `${removed[0]?.line.seen.name} removed.`, {
      duration: undoTime,
      action: {
        label: 'Undo',
        onPress: () => cartStore.set((cart) => restore(cart, removed)),
      },
    })
    refocus()
  }

  return (
    <div className="page-width py-3 sm:py-8">
      <h1 className="mb-2 text-page sm:text-4xl">Your cart</h1>
      {notice}
      {!cartStore.isKept() && (
        <p className="mb-3 rounded-control bg-raise2 px-4 py-3 font-semibold">
          Your browser does not store your cart. Please keep this page open until you have ordered.
        </p>
      )}
      {!hydrated ? (
        // Until the cart is known, render both the skeleton and the empty cart. The style sheet hides one of them by an
        // attribute of the document: see kept-hints.ts.
        <>
          <div className="in-data-empty-cart:hidden">
            <CartSkeleton />
          </div>
          <div className="in-data-empty-cart:block hidden">
            <EmptyCart />
          </div>
        </>
      ) : cart.items.length === 0 ? (
        <EmptyCart />
      ) : (
        <Suspense fallback={<CartSkeleton />}>
          <Filled cart={cart} onRemove={remove} />
        </Suspense>
      )}
    </div>
  )
}

function Filled({ cart, onRemove }: { cart: Cart.Cart; onRemove: (ids: readonly string[]) => void }) {
  const { data: site } = useSuspenseQuery(queries.site())
  const { go } = useNavigation()
  const signedIn = useSignedIn()
  const details = useDetails()
  const user = signedIn.state === 'in' ? signedIn.user : undefined
  const { time, today } = useCartTime(cart, details, user, site)
  const [isPicking, setIsPicking] = useState(false)
  const places = useLocations({ needed: details.deliveryMethod === 'delivery' })
  const [tries, tryAgain] = useTries()

  const { subtotal, unsettled } = today
  const place = placeOf(details, user, places.list)
  const amounts = useAmounts(site.taxes, subtotal, Delivery.fee(details.deliveryMethod, place, subtotal))
  const readyBy = <ReadyBy driving={Delivery.driving(details.deliveryMethod, place)} />
  const counted = cart.items.length - today.notThen.length
  const problems = [...missing(details, user, place, subtotal), ...timeProblems(time, counted)]
  const isReady = unsettled === 0 && problems.length === 0
  // Show problems only after the first try to proceed to payment.
  const errors: Errors = tries > 0 ? Object.fromEntries(problems.map(({ field = '', detail }) => [field, detail])) : {}

  function continueAsGuest() {
    if (isReady) showSignIn('guest')
    else tryAgain()
  }

  function proceed() {
    if (signedIn.state === 'out') showSignIn('login')
    else if (!isReady) tryAgain()
    else {
      changeBeforePayment({ slot: time.slot, without: today.notThen.map(({ id }) => id).join(' ') })
      go('/payment')
    }
  }

  const pick = () => setIsPicking(true)
  const setSlot = (slot: string) => changeDetails({ slot })
  const mustWait = site.paused !== null && site.later !== undefined && time.slot === ''
  const actions = mustWait ? (
    <Button className="min-h-13 w-full" onClick={pick}>
      Order for later
    </Button>
  ) : (
    <Actions onProceed={proceed} onGuest={signedIn.state === 'out' ? continueAsGuest : undefined} />
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-8">
      <CartLines
        cart={cart}
        today={today}
        categories={site.categories}
        onRemove={onRemove}
        loadEditor={loadEditor}
        times={site.later && { forAll: time.forAll, onSlot: setSlot, onPick: pick }}
      />
      {/* Not a form element, because Enter in a field would proceed to payment. */}
      <div id="cart" className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:sticky lg:top-20 lg:pt-11">
        <Fulfilment
          details={details}
          user={user}
          places={places}
          site={site}
          subtotal={subtotal}
          errors={errors}
          when={site.later && { slot: time.slot, readyBy, problem: errors.slot ?? time.problem, onPick: pick }}
        />
        {errors[''] && <AccountProblem>{errors['']}</AccountProblem>}
        <Unsettled count={unsettled} />
        <NeedsNetwork>Paying needs the network. Your cart is safe until it is back.</NeedsNetwork>
        {/* A phone shows only the totals here; the time and the buttons are in the dock. */}
        <div className="grid gap-4 rounded-card bg-raise p-5 shadow-card max-lg:*:not-first:hidden">
          <Totals of={amounts} />
          <p className="text-soft">{time.slot === '' ? readyBy : slotTitle(Date.parse(time.slot), serverNow())}</p>
          {actions}
        </div>
      </div>
      <CartDock amounts={amounts} slot={time.slot} readyBy={readyBy} today={today} counted={counted}>
        {actions}
      </CartDock>
      {isPicking && (
        <SlotSheet
          about={{ cart: time.body }}
          isDelivery={details.deliveryMethod === 'delivery'}
          place={place}
          names={cart.items.map(({ seen }) => seen.name)}
          chosen={time.slot}
          onChoose={setSlot}
          onClose={() => setIsPicking(false)}
          fallback={<ProgressLine />}
        />
      )}
    </div>
  )
}

/**
 * Counts the tries to proceed to payment. Each try moves the focus to the first line or field that has to be settled.
 */
function useTries(): readonly [number, () => void] {
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (tries === 0) return
    const fields = '#cart :is([aria-invalid], [aria-describedby] input:checked)'
    for (const selector of ['[data-unsettled]', fields, '#cart [role=alert]']) {
      const wrong = document.querySelector<HTMLElement>(selector)
      if (wrong) return wrong.focus()
    }
  }, [tries])
  return [tries, () => setTries(tries + 1)]
}

function timeProblems({ slot, problem }: CartTime, counted: number) {
  if (!problem && (counted > 0 || slot === '')) return []
  return [{ field: 'slot', detail: problem ?? 'Nothing in your cart is available then. Please choose another time.' }]
}

function Actions({ onProceed, onGuest }: { onProceed: () => void; onGuest: (() => void) | undefined }) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button onClick={onProceed} className="min-h-13 flex-1 px-[12px] leading-tight">
        {onGuest ? 'Login to Checkout' : 'Proceed to Payment'}
      </Button>
      {onGuest && (
        <Button variant="secondary" className="min-h-13 flex-1 px-[12px] leading-tight" onClick={onGuest}>
          Continue as guest
        </Button>
      )}
    </div>
  )
}

function AccountProblem({ children }: { children: string }) {
  return (
    <p role="alert" tabIndex={-1} className="rounded-control bg-wash-alarm px-4 py-3 font-semibold text-alarm">
      {children}{' '}
      <Link to="/account" className="underline underline-offset-4">
        My Account
      </Link>
    </p>
  )
}
