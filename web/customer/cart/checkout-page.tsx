import { useSuspenseQuery } from '@tanstack/react-query'
import { type ComponentProps, type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { User } from '#contract/session.ts'
import * as Money from '#domain/money/money.ts'
import * as Tax from '#domain/money/tax.ts'
import type * as Cart from '#domain/order/cart.ts'
import * as Delivery from '#domain/restaurant/delivery.ts'
import { slotTitle } from '#domain/restaurant/slot-words.ts'
import * as Phone from '#domain/text/phone.ts'
import { Link, useNavigation } from '#web/app/navigation/navigation.tsx'
import { useHydrated } from '#web/app/start-up/hydrated.ts'
import { part } from '#web/app/start-up/retry-import.ts'
import { useToday } from '#web/customer/cart/cart-check.ts'
import { CartSkeleton } from '#web/customer/cart/cart-skeleton.tsx'
import EmptyCart from '#web/customer/cart/empty-cart.tsx'
import { Unsettled } from '#web/customer/cart/unsettled.tsx'
import { DockAction } from '#web/customer/frame/dock.tsx'
import { serverNow } from '#web/data/api/client.ts'
import { queries } from '#web/data/api/queries.ts'
import { useSignedIn } from '#web/data/api/session.ts'
import { useCart } from '#web/data/storage/cart-store.ts'
import { changeDetails, useDetails } from '#web/data/storage/details-store.ts'
import { destination, placeOf } from '#web/orders/order-details.ts'
import { Totals } from '#web/orders/totals.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import type { AddressField as AddressFieldOf } from '#web/ui/forms/address-field.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { LocationSelect, useLocations } from '#web/ui/forms/location-select.tsx'
import { NeedsNetwork } from '#web/ui/needs-network.tsx'
import { rowActionClass } from '#web/ui/row.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { MethodChoice } from './method-choice.tsx'
import { useShownAmounts } from './shown-amounts.ts'

/** The address field has the code that reads pins, which a pick-up does not need. */
const AddressField = part<ComponentProps<typeof AddressFieldOf>>(async () => ({
  default: (await import('#web/ui/forms/address-field.tsx')).AddressField,
}))

/** The short way to payment (PAY-1): the cart's details on one small form. */
export default function CheckoutPage() {
  const hydrated = useHydrated()
  const cart = useCart()
  const signedIn = useSignedIn()
  const user = signedIn.state === 'in' ? signedIn.user : undefined
  return (
    <div className="page-width py-3 sm:py-8">
      <div className="mx-auto max-w-xl">
        <h1 className="mb-3 text-page sm:text-4xl">Checkout</h1>
        {!hydrated || (signedIn.state === 'unknown' && !signedIn.failed) ? (
          <CartSkeleton />
        ) : cart.items.length === 0 ? (
          <EmptyCart />
        ) : (
          // The fields start from the profile, so another account gets a new form.
          <CheckoutForm key={user?.id} cart={cart} user={user} />
        )}
      </div>
    </div>
  )
}

function CheckoutForm({ cart, user }: { cart: Cart.Cart; user: User | undefined }) {
  const { go } = useNavigation()
  const details = useDetails()
  const delivery = details.deliveryMethod === 'delivery'
  const places = useLocations({ needed: delivery })
  const [name, setName] = useState(details.customerName || (user?.username ?? ''))
  const [phone, setPhone] = useState(details.differentPhone ? details.contactPhone : Phone.format(user?.phone ?? ''))
  const [address, setAddress] = useState(details.differentAddress ? details.deliveryAddress : (user?.address ?? ''))
  const [locationId, setLocationId] = useState(destination(details, user))
  const [error, setError] = useState<'deliveryAddress' | 'locationId'>()
  const form = useRef<HTMLFormElement>(null)

  const elsewhere = address.trim() !== user?.address || locationId !== user.location
  const { data: site } = useSuspenseQuery(queries.site())
  const slot = site.later ? details.slot : ''
  // Only the payment page checks whether the kitchen has room at the slot.
  const { subtotal, unsettled, notThen } = useToday(cart, { slot, without: undefined })
  const place = placeOf({ ...details, differentAddress: true, locationId }, user, places.list)
  const fee = Delivery.fee(details.deliveryMethod, place, subtotal)
  const tooSmall = Delivery.tooSmall(place, subtotal)
  const { taxLines, totalAmount: total } = Tax.bill(site.taxes ?? [], subtotal, fee ?? Money.zero)
  useShownAmounts(fee, total)

  function proceed(event: FormEvent) {
    event.preventDefault()
    if (unsettled > 0 || notThen.length === cart.items.length) return go('/cart')
    const wrong = !delivery
      ? undefined
      : address.trim() === ''
        ? 'deliveryAddress'
        : fee === undefined || tooSmall
          ? 'locationId'
          : undefined
    flushSync(() => setError(wrong))
    if (wrong) {
      form.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus()
      return
    }
    const contact = phone.trim()
    const differentPhone = contact !== '' && Phone.sole(contact) !== user?.phone
    changeDetails({
      shown: '',
      slot,
      without: notThen.map(({ id }) => id).join(' '),
      customerName: name.trim() === user?.username ? '' : name.trim(),
      differentPhone,
      contactPhone: differentPhone ? contact : '',
      ...(delivery && {
        differentAddress: elsewhere,
        deliveryAddress: elsewhere ? address.trim() : '',
        locationId: elsewhere ? locationId : '',
      }),
    })
    go('/payment')
  }

  return (
    <form
      id="checkout"
      ref={form}
      onSubmit={proceed}
      noValidate
      className="grid gap-5 rounded-card bg-raise p-4 shadow-card sm:p-6"
    >
      <MethodChoice
        details={details}
        onPickUp={() => {
          setAddress(user?.address ?? '')
          setLocationId(user?.location ?? '')
        }}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Name"
          name="name"
          autoComplete="name"
          placeholder="Ada Obi"
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Field
          label="Phone"
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          placeholder="0803 123 4567"
          maxLength={60}
          value={phone}
          onChange={(event) => setPhone(event.target.value)}
        />
      </div>
      {delivery && (
        <>
          <AddressField
            label="Address"
            name="deliveryAddress"
            placeholder="12 Palm Avenue, by the blue gate"
            value={address}
            onText={(text) => {
              setAddress(text)
              setError(undefined)
            }}
            error={error === 'deliveryAddress' ? 'Please provide a delivery address!' : undefined}
            fallback={<Skeleton className="h-20 rounded-control" />}
          />
          <LocationSelect
            places={places}
            value={locationId}
            onChange={(id) => {
              setLocationId(id)
              setError(undefined)
            }}
            error={
              error !== 'locationId'
                ? undefined
                : (tooSmall ?? (fee === undefined ? 'Please choose a location.' : undefined))
            }
            terms={Delivery.terms(place, subtotal)}
          />
        </>
      )}
      {slot !== '' && (
        <p className="flex flex-wrap items-center justify-between gap-x-4 rounded-control bg-raise2 px-4">
          <span>
            <span className="font-semibold">{slotTitle(Date.parse(slot), serverNow())}</span>
            {notThen.length > 0 && (
              <span className="block text-promise text-sm">{notThen.length} not counted then</span>
            )}
          </span>
          <Link to="/cart" className={rowActionClass}>
            Change<span className="sr-only"> the time</span>
          </Link>
        </p>
      )}
      <Totals subtotal={subtotal} fee={fee} taxLines={taxLines} total={total} />
      <Unsettled count={unsettled} />
      <NeedsNetwork>Paying needs the network. Your cart is safe until it is back.</NeedsNetwork>
      <div className="grid gap-2 lg:grid-cols-2">
        <Link to="/cart" className={buttonClass('secondary')}>
          Back to Cart
        </Link>
        <Button type="submit" className="max-lg:hidden">
          Proceed to Payment
        </Button>
      </div>
      <DockAction>
        <Button type="submit" form="checkout" className="min-h-13 w-full shadow-card">
          Proceed to Payment
        </Button>
      </DockAction>
    </form>
  )
}
