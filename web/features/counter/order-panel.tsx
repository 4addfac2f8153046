import { type ReactNode, useState } from 'react'
import type { MenuItem } from '#contract/menu.ts'
import type { Quote } from '#contract/quotes.ts'
import * as Cart from '#domain/cart.ts'
import * as Counter from '#domain/counter.ts'
import type { Sources } from '#domain/menu.ts'
import { call, sentence } from '#web/api/client.ts'
import { useSessionEnd } from '#web/api/session.ts'
import type { Wish } from '#web/sync/storage/counter-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { Choice } from '#web/ui/forms/choice.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, useFormErrors } from '#web/ui/forms/form.tsx'
import { LocationSelect, useLocations } from '#web/ui/forms/location-select.tsx'
import { Totals } from '#web/ui/order/totals.tsx'
import { feeOf, requestOf } from './order-form.ts'
import { OrderedLines } from './ordered-lines.tsx'

type Props = {
  readonly cart: Cart.Cart
  readonly onCart: (cart: Cart.Cart) => void
  readonly wish: Wish
  readonly onWish: (change: Partial<Wish>) => void
  /** The menu of now. */
  readonly items: readonly MenuItem[]
  readonly sources: Sources
  readonly onEdit: (item: MenuItem, line: Cart.CartLine) => void
  readonly onPriced: (quote: Quote) => void
  /** Beside the title: how to begin anew. */
  readonly children: ReactNode
}

const titleId = 'order-title'

/** On a phone it is below the dishes. */
export function goToOrder(): void {
  document.getElementById(titleId)?.focus()
}

const fields = ['customerName', 'customerPhone', 'deliveryAddress', 'locationId'] as const

/** What was chosen, for whom, and how it reaches them. */
export function OrderPanel({ cart, onCart, wish, onWish, items, sources, onEdit, onPriced, children }: Props) {
  const { form, errors, show, forgive, showFailure } = useFormErrors()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const places = useLocations({ needed: wish.deliveryMethod === 'delivery' })
  useSessionEnd(failure)
  const isNeeded = wish.channel === 'phone' || wish.deliveryMethod === 'delivery'

  function set(change: Partial<Wish>) {
    onWish(change)
    // What is needed changes with how it came and how it goes.
    for (const name of [...Object.keys(change), 'customerName', 'customerPhone', '']) forgive(name)
  }

  async function price() {
    if (busy) return
    const request = requestOf(cart, wish)
    const guest = Counter.guest(request)
    const wrong: Record<string, string> =
      cart.lines.length === 0
        ? { '': 'Choose a dish first.' }
        : guest.ok
          ? {}
          : { [guest.problem.field ?? '']: guest.problem.detail }
    if (show(wrong)) return
    setBusy(true)
    setFailure(undefined)
    try {
      onPriced(await call('POST /api/desk/quotes', { body: request }))
    } catch (error) {
      setFailure(error)
      showFailure(
        error,
        fields,
        sentence(error, 'The restaurant did not answer. Please check the network and try again.'),
      )
    }
    setBusy(false)
  }

  const text = (name: 'customerName' | 'customerPhone' | 'deliveryAddress') => ({
    name,
    value: wish[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => set({ [name]: event.target.value }),
  })

  return (
    <section
      aria-labelledby={titleId}
      className="grid content-start gap-5 border-line bg-raise px-4 py-5 max-lg:border-t lg:overflow-y-auto lg:rounded-tl-card lg:shadow-card"
    >
      <div className="-my-2.5 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 id={titleId} tabIndex={-1} className="text-xl outline-none">
          {cart.lines.length === 0 ? 'Order' : Cart.count(cart) === 1 ? '1 portion' : `${Cart.count(cart)} portions`}
        </h2>
        {children}
      </div>
      <OrderedLines cart={cart} onCart={onCart} onRemoved={goToOrder} items={items} sources={sources} onEdit={onEdit} />
      <Form form={form} errors={errors} onSubmit={() => void price()}>
        <Choice
          legend="How did it come?"
          name="channel"
          value={wish.channel}
          onChange={(channel) => set({ channel })}
          options={[
            { value: 'walk-in', label: 'Walk-in' },
            { value: 'phone', label: 'Phone' },
          ]}
          row
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field
            label={isNeeded ? 'Name' : 'Name, if they say'}
            maxLength={100}
            required={isNeeded}
            {...text('customerName')}
          />
          <Field
            label={isNeeded ? 'Phone' : 'Phone, if they say'}
            inputMode="tel"
            maxLength={60}
            required={isNeeded}
            {...text('customerPhone')}
          />
        </div>
        <Choice
          legend="How do they want it?"
          name="deliveryMethod"
          value={wish.deliveryMethod}
          onChange={(deliveryMethod) => set({ deliveryMethod })}
          options={[
            { value: 'pick-up', label: 'Pick-up' },
            { value: 'delivery', label: 'Delivery' },
          ]}
          row
        />
        {wish.deliveryMethod === 'delivery' && (
          <>
            <LocationSelect
              places={places}
              value={wish.locationId}
              onChange={(locationId) => set({ locationId })}
              error={errors.locationId}
            />
            <Field
              label="Delivery address"
              placeholder="Restaurant, street, landmark"
              hint="Both may stay empty where the phone is a customer's: then it goes to their own address."
              maxLength={300}
              {...text('deliveryAddress')}
            />
          </>
        )}
        <Totals subtotal={Cart.subtotal(cart)} fee={feeOf(wish, places.list)} />
        <Button type="submit" busy={busy} className="w-full sm:text-lg">
          To the payment
        </Button>
      </Form>
    </section>
  )
}
