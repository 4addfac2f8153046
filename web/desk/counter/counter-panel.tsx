import type { ReactNode } from 'react'
import type { MenuItem } from '#contract/menu/menu.ts'
import type { CounterQuoteRequest } from '#contract/order/counter.ts'
import type { Quote } from '#contract/order/quotes.ts'
import type { Sources } from '#domain/menu/menu.ts'
import * as Money from '#domain/money/money.ts'
import * as Tax from '#domain/money/tax.ts'
import * as Cart from '#domain/order/cart.ts'
import * as Counter from '#domain/order/counter.ts'
import * as Delivery from '#domain/restaurant/delivery.ts'
import { ConnectionFailure, call } from '#web/data/api/client.ts'
import { isOffline } from '#web/data/api/network.ts'
import { useSessionEnd } from '#web/data/api/session.ts'
import type { CounterDetails } from '#web/data/storage/counter-draft.ts'
import { Totals } from '#web/orders/totals.tsx'
import { Kbd } from '#web/staff/kbd.tsx'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/forms/choice.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, useFormErrors } from '#web/ui/forms/form.tsx'
import { LocationSelect, type Places, useLocations } from '#web/ui/forms/location-select.tsx'
import { useSend } from '#web/ui/use-send.ts'
import { placeOf, portionWords, requestOf, tabletKey } from './counter-form.ts'
import { CounterSlot } from './counter-slot.tsx'
import { OrderedLines } from './ordered-lines.tsx'

export type Unpriced = { readonly request: CounterQuoteRequest; readonly total: Money.Naira }

type Props = {
  readonly cart: Cart.Cart
  /** A sentence for screen readers, which says what was added last. */
  readonly added: string
  readonly onCart: (cart: Cart.Cart) => void
  readonly details: CounterDetails
  readonly onDetails: (change: Partial<CounterDetails>) => void
  readonly taxes: readonly Tax.Tax[] | undefined
  readonly takesLater: boolean
  readonly items: readonly MenuItem[]
  readonly sources: Sources
  readonly onEdit: (item: MenuItem, line: Cart.CartLine) => void
  readonly onPriced: (quote: Quote) => void
  /** Called if the server cannot be reached, with the order and the price that this browser has computed. */
  readonly onUnreachable: (order: Unpriced) => void
  readonly children: ReactNode
}

const titleId = 'order-title'

/** Focuses the order, which is below the dishes on a phone. */
export function goToOrder(): void {
  document.getElementById(titleId)?.focus()
}

const continueId = 'continue-to-payment'

export function continueToPayment(): void {
  document.getElementById(continueId)?.click()
}

export function OrderPanel({
  cart,
  added,
  onCart,
  details,
  onDetails,
  taxes = [],
  takesLater,
  items,
  sources,
  onEdit,
  onPriced,
  onUnreachable,
  children,
}: Props) {
  const { form, errors, failure, show, forgive, showFailure } = useFormErrors()
  const { busy, send } = useSend()
  const places = useLocations({ needed: details.deliveryMethod === 'delivery' })
  useSessionEnd(failure)
  const subtotal = Cart.subtotal(cart)
  const place = placeOf(details, places.list)
  const fee = Delivery.fee(details.deliveryMethod, place, subtotal)
  const bill = Tax.bill(taxes, subtotal, fee ?? Money.zero)
  const total = bill.totalAmount

  function set(change: Partial<CounterDetails>) {
    onDetails(change)
    // Channel and delivery method decide which fields are required, so also clear the errors of fields that may no
    // longer be required.
    for (const name of [...Object.keys(change), 'customerName', 'customerPhone', '']) forgive(name)
  }

  function price() {
    if (busy) return
    const request = requestOf(cart, details)
    const guest = Counter.guest(request)
    const wrong: Record<string, string> =
      cart.items.length === 0
        ? { '': 'Choose a dish first.' }
        : guest.ok
          ? {}
          : { [guest.problem.field ?? '']: guest.problem.detail }
    if (show(wrong)) return
    const ask = async () => onPriced(await call('POST /api/desk/quotes', { body: { ...request, key: tabletKey() } }))
    void send(ask, { onFailure: (error) => unpriced(error, request) })
  }

  /**
   * Handles a failed request for a quote: without a network, prices the order in this browser; shows any other failure.
   */
  function unpriced(error: unknown, request: CounterQuoteRequest) {
    if (!(error instanceof ConnectionFailure && isOffline() && fee !== undefined)) return showFailure(error)
    const detail = Delivery.tooSmall(place, subtotal)
    if (detail === undefined) onUnreachable({ request, total })
    else show({ locationId: detail })
  }

  return (
    <section
      aria-labelledby={titleId}
      className="grid content-start gap-5 border-line bg-raise px-4 py-5 max-lg:border-t lg:scroll-pb-60 lg:overflow-y-auto lg:rounded-tl-card lg:shadow-card"
    >
      <div className="-my-2.5 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 id={titleId} tabIndex={-1} className="text-xl">
          {cart.items.length === 0 ? 'Order' : portionWords(Cart.count(cart))}
        </h2>
        {children}
      </div>
      <p role="status" className="sr-only">
        {cart.items.length > 0 && `${added && `Added: ${added}. `}The total is ${Money.format(total)}.`}
      </p>
      <OrderedLines cart={cart} onCart={onCart} onRemoved={goToOrder} items={items} sources={sources} onEdit={onEdit} />
      <Form form={form} errors={errors} onSubmit={price}>
        <Customer
          details={details}
          errors={errors}
          places={places}
          terms={Delivery.terms(place, subtotal)}
          onChange={set}
        />
        {takesLater && cart.items.length > 0 && (
          <CounterSlot
            cart={cart}
            details={details}
            place={place}
            error={errors.slot}
            onSlot={(slot) => set({ slot })}
          />
        )}
        {/* The total and the button stay in view while a long order scrolls. */}
        <div className="-bottom-5 -mx-4 -mb-5 grid gap-3 border-line bg-raise px-4 pt-3 pb-4 lg:border-t lg:[@media(min-height:40rem)]:sticky">
          <Totals of={{ subtotal, deliveryFee: fee, ...bill }} />
          <Button type="submit" id={continueId} busy={busy} className="w-full sm:text-lg">
            Continue to payment <Kbd>F2</Kbd>
          </Button>
        </div>
      </Form>
    </section>
  )
}

type CustomerProps = {
  readonly details: CounterDetails
  readonly errors: Readonly<Record<string, string>>
  readonly places: Places
  readonly terms: string | undefined
  readonly onChange: (change: Partial<CounterDetails>) => void
}

function Customer({ details, errors, places, terms, onChange }: CustomerProps) {
  const isNeeded = details.channel === 'phone' || details.deliveryMethod === 'delivery'
  const text = (name: 'customerName' | 'customerPhone' | 'deliveryAddress') => ({
    name,
    value: details[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })

  return (
    <>
      <div className="grid gap-2 min-[22rem]:grid-cols-2">
        <Choice
          compact
          legend="Channel"
          name="channel"
          value={details.channel}
          onChange={(channel) => onChange({ channel })}
          options={[
            { value: 'walk-in', label: 'Walk-in' },
            { value: 'phone', label: 'Phone' },
          ]}
        />
        <Choice
          compact
          legend="Delivery method"
          name="deliveryMethod"
          value={details.deliveryMethod}
          onChange={(deliveryMethod) => onChange({ deliveryMethod })}
          options={[
            { value: 'pick-up', label: 'Pick-up' },
            { value: 'delivery', label: 'Delivery' },
          ]}
        />
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label={isNeeded ? 'Name' : 'Name (optional)'}
          maxLength={100}
          required={isNeeded}
          {...text('customerName')}
        />
        <Field
          label={isNeeded ? 'Phone' : 'Phone (optional)'}
          inputMode="tel"
          maxLength={60}
          required={isNeeded}
          {...text('customerPhone')}
        />
      </div>
      {details.deliveryMethod === 'delivery' && (
        <>
          <LocationSelect
            places={places}
            value={details.locationId}
            onChange={(locationId) => onChange({ locationId })}
            error={errors.locationId}
            terms={terms}
          />
          <Field
            label="Delivery address"
            placeholder="Number, street, landmark"
            hint="Leave both empty to use the address of the customer with this phone."
            maxLength={300}
            {...text('deliveryAddress')}
          />
        </>
      )}
    </>
  )
}
