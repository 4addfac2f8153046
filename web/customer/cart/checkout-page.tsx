import { useSuspenseQuery } from '@tanstack/react-query'
import { type ComponentProps, type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { User } from '#contract/session.ts'
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
import { changeBeforePayment, useDetails } from '#web/data/storage/details-store.ts'
import { destination, numberless, placeOf } from '#web/orders/order-details.ts'
import { Totals } from '#web/orders/totals.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import type { AddressField as AddressFieldOf } from '#web/ui/forms/address-field.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import type { Errors } from '#web/ui/forms/form.tsx'
import { LocationSelect, useLocations } from '#web/ui/forms/location-select.tsx'
import { NeedsNetwork } from '#web/ui/needs-network.tsx'
import { rowActionClass } from '#web/ui/row.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { MethodChoice } from './method-choice.tsx'
import { useAmounts } from './shown-amounts.ts'

/** Loaded for a delivery only, because the field brings the code that reads map pins, which a pick-up does not need. */
const AddressField = part<ComponentProps<typeof AddressFieldOf>>(async () => ({
  default: (await import('#web/ui/forms/address-field.tsx')).AddressField,
}))

/** The short way to payment (PAY-1): one small form for the details of the order, instead of the cart page. */
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
          // The fields start with the values of the profile, so another account gets a new form.
          <CheckoutForm key={user?.id} cart={cart} user={user} />
        )}
      </div>
    </div>
  )
}

type Fields = Record<'name' | 'phone' | 'address' | 'locationId', string>

function CheckoutForm({ cart, user }: { cart: Cart.Cart; user: User | undefined }) {
  const { go } = useNavigation()
  const details = useDetails()
  const delivery = details.deliveryMethod === 'delivery'
  const places = useLocations({ needed: delivery })
  const [fields, setFields] = useState<Fields>({
    name: details.customerName || (user?.username ?? ''),
    phone: details.differentPhone ? details.contactPhone : Phone.format(user?.phone ?? ''),
    address: details.differentAddress ? details.deliveryAddress : (user?.address ?? ''),
    locationId: destination(details, user),
  })
  const [isTried, setIsTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const set = (change: Partial<Fields>) => setFields((fields) => ({ ...fields, ...change }))

  const { data: site } = useSuspenseQuery(queries.site())
  const slot = site.later ? details.slot : ''
  // `without` is undefined, because this page does not ask the server about the slot; the payment page does.
  const { subtotal, unsettled, notThen } = useToday(cart, { slot, without: undefined })
  const place = placeOf({ ...details, differentAddress: true, locationId: fields.locationId }, user, places.list)
  const amounts = useAmounts(site.taxes, subtotal, Delivery.fee(details.deliveryMethod, place, subtotal))
  const locationProblem =
    Delivery.tooSmall(place, subtotal) ?? (amounts.deliveryFee === undefined ? 'Please choose a location.' : undefined)
  const problems: Errors = {
    ...(delivery && fields.address.trim() === '' && { deliveryAddress: 'Please provide a delivery address!' }),
    ...(delivery && locationProblem !== undefined && { locationId: locationProblem }),
  }
  const errors = isTried ? problems : {}

  function proceed(event: FormEvent) {
    event.preventDefault()
    if (unsettled > 0 || notThen.length === cart.items.length) return go('/cart')
    flushSync(() => setIsTried(true))
    const [wrong] = Object.keys(problems)
    if (wrong) return form.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus()
    const without = notThen.map(({ id }) => id).join(' ')
    changeBeforePayment({ slot, without, ...contactOf(fields, user), ...(delivery && addressOf(fields, user)) })
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
        onPickUp={() => set({ address: user?.address ?? '', locationId: user?.location ?? '' })}
      />
      <Contact fields={fields} user={user} onFields={set} />
      {delivery && (
        <>
          <AddressField
            label="Address"
            name="deliveryAddress"
            placeholder="12 Palm Avenue, by the blue gate"
            value={fields.address}
            onText={(address) => set({ address })}
            error={errors.deliveryAddress}
            fallback={<Skeleton className="h-20 rounded-control" />}
          />
          <LocationSelect
            places={places}
            value={fields.locationId}
            onChange={(locationId) => set({ locationId })}
            error={errors.locationId}
            terms={Delivery.terms(place, subtotal)}
          />
        </>
      )}
      {slot !== '' && <ChosenSlot slot={slot} notThen={notThen.length} />}
      <Totals of={amounts} />
      <Unsettled count={unsettled} />
      <NeedsNetwork>Paying needs the network. Your cart is safe until it is back.</NeedsNetwork>
      <Proceed />
    </form>
  )
}

function contactOf({ name, phone }: Fields, user: User | undefined) {
  const contact = phone.trim()
  const differentPhone = contact !== '' && Phone.sole(contact) !== user?.phone
  return {
    customerName: name.trim() === user?.username ? '' : name.trim(),
    differentPhone,
    contactPhone: differentPhone ? contact : '',
  }
}

function addressOf({ address, locationId }: Fields, user: User | undefined) {
  return address.trim() === user?.address && locationId === user.location
    ? { differentAddress: false, deliveryAddress: '', locationId: '' }
    : { differentAddress: true, deliveryAddress: address.trim(), locationId }
}

type ContactProps = { fields: Fields; user: User | undefined; onFields: (change: Partial<Fields>) => void }

function Contact({ fields, user, onFields }: ContactProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        placeholder="Ada Obi"
        maxLength={100}
        value={fields.name}
        onChange={(event) => onFields({ name: event.target.value })}
      />
      <Field
        label="Phone"
        hint={numberless(fields.phone, user)}
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="0803 123 4567"
        maxLength={60}
        value={fields.phone}
        onChange={(event) => onFields({ phone: event.target.value })}
      />
    </div>
  )
}

function ChosenSlot({ slot, notThen }: { slot: string; notThen: number }) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-x-4 rounded-control bg-raise2 px-4">
      <span>
        <span className="font-semibold">{slotTitle(Date.parse(slot), serverNow())}</span>
        {notThen > 0 && <span className="block text-promise text-sm">{notThen} not counted then</span>}
      </span>
      <Link to="/cart" className={rowActionClass}>
        Change<span className="sr-only"> the time</span>
      </Link>
    </p>
  )
}

function Proceed() {
  return (
    <>
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
    </>
  )
}
