import { useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import * as Cart from '#domain/cart.ts'
import * as Delivery from '#domain/delivery.ts'
import * as Money from '#domain/money.ts'
import { queries } from '#web/api/queries.ts'
import { useSignedIn } from '#web/api/session.ts'
import { Link, useNavigation } from '#web/app/navigation/navigation.tsx'
import { useHydrated } from '#web/app/start-up/hydrated.ts'
import { useToday } from '#web/features/cart/cart-check.ts'
import { showSignIn } from '#web/frame/sign-in/sign-in-panel.ts'
import { cartNotice, setCartNotice } from '#web/sync/storage/cart-notice.ts'
import { cartStore, useCart } from '#web/sync/storage/cart-store.ts'
import { changeDetails, useDetails } from '#web/sync/storage/details-store.ts'
import { useLocations } from '#web/ui/forms/location-select.tsx'
import { NeedsNetwork } from '#web/ui/needs-network.tsx'
import { feeOf, missing } from '#web/ui/order/order-details.ts'
import { Totals } from '#web/ui/order/totals.tsx'
import { CartLines } from '../features/cart/cart-lines.tsx'
import { CartSkeleton } from '../features/cart/cart-skeleton.tsx'
import { EmptyCart } from '../features/cart/empty-cart.tsx'
import { type Removal, removalOf, restore } from '../features/cart/removal.ts'
import { UndoBar } from '../features/cart/undo-bar.tsx'
import { Unsettled } from '../features/cart/unsettled.tsx'
import { Fulfilment } from '../features/checkout/fulfilment.tsx'
import { useShownAmounts } from '../features/checkout/shown-amounts.ts'
import { Button } from '../ui/button.tsx'

const loadEditor = () => import('../features/menu/line-editor.tsx').then(({ LineEditor }) => LineEditor)

export default function CartPage() {
  const hydrated = useHydrated()
  const cart = useCart()
  const [notice] = useState(cartNotice)
  const [removed, setRemoved] = useState<Removal>([])

  // The notice is shown once.
  useEffect(() => () => setCartNotice(undefined), [])

  function remove(ids: readonly string[]) {
    setRemoved(removalOf(cart, ids))
    cartStore.set((cart) => ids.reduce(Cart.remove, cart))
  }

  function undo() {
    cartStore.set((cart) => restore(cart, removed))
    setRemoved([])
  }

  const [first] = removed
  return (
    <div className="page-width py-6 sm:py-10">
      <h1 className="mb-5 text-3xl sm:text-4xl">Your cart</h1>
      {notice}
      {!hydrated ? (
        // The style sheet shows one of the two: see empty-cart-hint.ts.
        <>
          <div className="in-data-empty-cart:hidden">
            <CartSkeleton />
          </div>
          <div className="in-data-empty-cart:block hidden">
            <EmptyCart />
          </div>
        </>
      ) : cart.lines.length === 0 ? (
        <EmptyCart />
      ) : (
        <Filled cart={cart} onRemove={remove} />
      )}
      <UndoBar
        text={removed.length > 1 ? 'Cart cleared.' : first ? `${first.line.seen.name} removed.` : ''}
        onUndo={undo}
        onForget={() => setRemoved([])}
      />
    </div>
  )
}

function Filled({ cart, onRemove }: { cart: Cart.Cart; onRemove: (ids: readonly string[]) => void }) {
  const { data: site } = useSuspenseQuery(queries.site())
  const { go } = useNavigation()
  const signedIn = useSignedIn()
  const details = useDetails()
  const today = useToday(cart)
  const places = useLocations({ needed: details.deliveryMethod === 'delivery' })
  const [asked, setAsked] = useState(0)
  const page = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFormElement>(null)

  const user = signedIn.state === 'in' ? signedIn.user : undefined
  const { subtotal, unsettled } = today
  const fee = feeOf(details, user, places.list)
  useShownAmounts(fee, Delivery.total(subtotal, fee ?? Money.zero))

  const problem = missing(details, user)
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
      changeDetails({ shown: '' })
      go('/payment')
    }
  }

  return (
    <div ref={page} className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-8">
      <CartLines cart={cart} today={today} categories={site.categories} onRemove={onRemove} loadEditor={loadEditor} />
      <form
        ref={form}
        onSubmit={proceed}
        noValidate
        className="grid gap-6 rounded-card bg-raise p-4 shadow-card sm:p-6"
      >
        <Fulfilment
          details={details}
          user={user}
          places={places}
          pickUpAt={site.address}
          errors={shown?.field === undefined ? {} : { [shown.field]: shown.detail }}
        />
        <Totals subtotal={subtotal} fee={fee} />
        {shown && shown.field === undefined && (
          <p role="alert" tabIndex={-1} className="rounded-control bg-raise2 px-4 py-3 font-semibold text-alarm">
            {shown.detail}{' '}
            <Link to="/account" className="underline underline-offset-4">
              My Account
            </Link>
          </p>
        )}
        <div className="grid gap-2">
          <Unsettled count={unsettled} />
          <NeedsNetwork>Paying needs the network. Your cart is safe until it is back.</NeedsNetwork>
          <Button type="submit" className="w-full sm:text-lg">
            {signedIn.state === 'out' ? 'Login to Checkout' : 'Proceed to Payment'}
          </Button>
          {signedIn.state === 'out' && (
            <Button look="secondary" className="w-full sm:text-lg" onClick={continueAsGuest}>
              Continue as guest
            </Button>
          )}
        </div>
      </form>
    </div>
  )
}
