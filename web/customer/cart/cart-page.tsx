import { useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import * as Money from '#domain/money/money.ts'
import * as Tax from '#domain/money/tax.ts'
import * as Cart from '#domain/order/cart.ts'
import * as Delivery from '#domain/restaurant/delivery.ts'
import { slotDay, slotTitle } from '#domain/restaurant/slot-words.ts'
import { Link, useNavigation } from '#web/app/navigation/navigation.tsx'
import { refocus } from '#web/app/navigation/refocus.ts'
import { useHydrated } from '#web/app/start-up/hydrated.ts'
import { part } from '#web/app/start-up/retry-import.ts'
import { useCartTime } from '#web/customer/cart/cart-time.ts'
import { useShownAmounts } from '#web/customer/cart/shown-amounts.ts'
import { DockAction } from '#web/customer/frame/dock.tsx'
import { ReadyBy } from '#web/customer/frame/ready-by.tsx'
import { showSignIn } from '#web/customer/sign-in/sign-in-panel.ts'
import { serverNow } from '#web/data/api/client.ts'
import { queries } from '#web/data/api/queries.ts'
import { useSignedIn } from '#web/data/api/session.ts'
import { cartNotice, setCartNotice } from '#web/data/storage/cart-notice.ts'
import { cartStore, useCart } from '#web/data/storage/cart-store.ts'
import { changeDetails, useDetails } from '#web/data/storage/details-store.ts'
import { toast } from '#web/data/toast.ts'
import { missing, placeOf } from '#web/orders/order-details.ts'
import { Totals } from '#web/orders/totals.tsx'
import { Button } from '#web/ui/button.tsx'
import { useLocations } from '#web/ui/forms/location-select.tsx'
import { clock } from '#web/ui/lagos-time.ts'
import { ProgressLine } from '#web/ui/motion/progress-line.tsx'
import { NeedsNetwork } from '#web/ui/needs-network.tsx'
import { Price } from '#web/ui/price.tsx'
import { CartSkeleton } from './cart-skeleton.tsx'
import EmptyCart from './empty-cart.tsx'
import { removalOf, restore } from './removal.ts'
import { Unsettled } from './unsettled.tsx'

/**
 * These parts are loaded on demand: an empty cart needs none of them, and only the browser knows whether the cart is
 * filled.
 */
const CartLines = lazy(() => import('./cart-lines.tsx'))
const Fulfilment = lazy(() => import('#web/customer/cart/fulfilment.tsx'))
const SlotSheet = part(() => import('#web/orders/slots/slot-sheet.tsx'))
const loadEditor = () => import('#web/orders/dishes/line-editor.tsx').then(({ LineEditor }) => LineEditor)

/**
 * The time in milliseconds for which Undo is offered: enough to read the text and reach the button with a switch or a
 * screen reader.
 */
const undoTime = 10_000

export default function CartPage() {
  const hydrated = useHydrated()
  const cart = useCart()
  const [notice] = useState(cartNotice)

  // The notice is shown once.
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
        // The style sheet shows one of the two: see kept-hints.ts.
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
  const [asked, setAsked] = useState(0)
  const page = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)

  const { subtotal, unsettled } = today
  const place = placeOf(details, user, places.list)
  const fee = Delivery.fee(details.deliveryMethod, place, subtotal)
  const { taxLines, totalAmount: total } = Tax.bill(site.taxes ?? [], subtotal, fee ?? Money.zero)
  const onTop = Money.naira(total - subtotal - (fee ?? 0))
  useShownAmounts(fee, total)

  const counts = cart.items.length - today.notThen.length
  const problem =
    missing(details, user, place, subtotal) ??
    (time.problem !== undefined
      ? { field: 'slot', detail: time.problem }
      : counts === 0 && time.slot !== ''
        ? { field: 'slot', detail: 'Nothing in your cart is available then. Please choose another time.' }
        : undefined)
  // Problems are shown after the first try to proceed.
  const shown = asked > 0 ? problem : undefined

  useEffect(() => {
    if (asked === 0) return
    const change = page.current?.querySelector<HTMLElement>('[data-unsettled]')
    const wrong =
      form.current?.querySelector<HTMLElement>('[aria-invalid], [aria-describedby] input:checked') ??
      form.current?.querySelector<HTMLElement>('[role=alert]')
    ;(change ?? wrong)?.focus()
  }, [asked])

  function continueAsGuest() {
    if (unsettled > 0 || problem) setAsked(asked + 1)
    else showSignIn('guest')
  }

  function proceed(event: FormEvent) {
    event.preventDefault()
    if (signedIn.state === 'out') showSignIn('login')
    else if (unsettled > 0 || problem) setAsked(asked + 1)
    else {
      changeDetails({ shown: '', slot: time.slot, without: today.notThen.map(({ id }) => id).join(' ') })
      go('/payment')
    }
  }

  const pick = () => setIsPicking(true)
  const setSlot = (slot: string) => changeDetails({ slot })
  const times = site.later && { forAll: time.forAll, onSlot: setSlot, onPick: pick }
  const mustWait = site.paused !== null && site.later !== undefined && time.slot === ''
  const actions = mustWait ? (
    <Button className="min-h-13 w-full" onClick={pick}>
      Order for later
    </Button>
  ) : (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" form="cart" className="min-h-13 flex-1 px-[12px] leading-tight">
        {signedIn.state === 'out' ? 'Login to Checkout' : 'Proceed to Payment'}
      </Button>
      {signedIn.state === 'out' && (
        <Button variant="secondary" className="min-h-13 flex-1 px-[12px] leading-tight" onClick={continueAsGuest}>
          Continue as guest
        </Button>
      )}
    </div>
  )
  return (
    <div
      ref={page}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-8"
    >
      <CartLines
        cart={cart}
        today={today}
        categories={site.categories}
        onRemove={onRemove}
        loadEditor={loadEditor}
        times={times}
      />
      <form
        id="cart"
        ref={form}
        onSubmit={proceed}
        noValidate
        className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:sticky lg:top-20 lg:pt-11"
      >
        <Fulfilment
          details={details}
          user={user}
          places={places}
          site={site}
          subtotal={subtotal}
          errors={shown?.field === undefined ? {} : { [shown.field]: shown.detail }}
          when={
            site.later && {
              slot: time.slot,
              problem: shown?.field === 'slot' ? shown.detail : time.problem,
              onPick: pick,
            }
          }
        />
        {shown && shown.field === undefined && (
          <p role="alert" tabIndex={-1} className="rounded-control bg-wash-alarm px-4 py-3 font-semibold text-alarm">
            {shown.detail}{' '}
            <Link to="/account" className="underline underline-offset-4">
              My Account
            </Link>
          </p>
        )}
        <Unsettled count={unsettled} />
        <NeedsNetwork>Paying needs the network. Your cart is safe until it is back.</NeedsNetwork>
        {/* On a phone the dock has the time and the actions. */}
        <div className="grid gap-4 rounded-card bg-raise p-5 shadow-card max-lg:*:not-first:hidden">
          <Totals subtotal={subtotal} fee={fee} taxLines={taxLines} total={total} />
          <p className="text-soft">
            {time.slot === '' ? <ReadyBy words="Ready by" /> : slotTitle(Date.parse(time.slot), serverNow())}
          </p>
          {actions}
        </div>
      </form>
      <DockAction>
        <div data-raised className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
          {/* The actions cover the place of the chat as well. */}
          <div className="-ml-[60px] flex flex-wrap items-end justify-between gap-x-4 px-1">
            <p className="text-sm text-soft">
              <Price amount={total} className="block text-[1.625rem] text-text leading-tight" />
              {unsettled > 0 ? (
                // This notice is shown because the changed lines may be above or below the screen.
                <span className="font-semibold text-promise">
                  {unsettled === 1 ? '1 dish' : `${unsettled} dishes`} to settle
                </span>
              ) : today.notThen.length > 0 ? (
                <span className="font-semibold text-promise">
                  {counts === 1 ? '1 dish' : `${counts} dishes`} · {today.notThen.length} not counted
                </span>
              ) : fee === 0 ? (
                'No delivery fee'
              ) : fee === undefined ? (
                'Without the delivery fee'
              ) : (
                <>
                  With <Price amount={fee} /> delivery
                </>
              )}
              {unsettled === 0 && onTop > 0 && (
                <>
                  {' '}
                  + <Price amount={onTop} /> tax
                </>
              )}
            </p>
            <p className="flex flex-col items-end text-sm text-soft">
              {time.slot === '' ? (
                <ReadyBy words="Ready by" />
              ) : (
                <>
                  {slotDay(Date.parse(time.slot), serverNow())}{' '}
                  <time dateTime={time.slot} className="figures text-promise text-xl">
                    {clock(time.slot)}
                  </time>
                </>
              )}
            </p>
          </div>
          {actions}
        </div>
      </DockAction>
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
