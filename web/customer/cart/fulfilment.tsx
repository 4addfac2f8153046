import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import type { Naira } from '#domain/money/money.ts'
import * as Money from '#domain/money/money.ts'
import * as Delivery from '#domain/restaurant/delivery.ts'
import * as Phone from '#domain/text/phone.ts'
import { changeDetails, type OrderDetails } from '#web/data/storage/details-store.ts'
import { destination, numberless, placeOf } from '#web/orders/order-details.ts'
import { PickUpPlace } from '#web/orders/pick-up-place.tsx'
import { AddressField } from '#web/ui/forms/address-field.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { LocationSelect, type Places } from '#web/ui/forms/location-select.tsx'
import { Row, type RowIconName, rowActionClass } from '#web/ui/row.tsx'
import { TextButton } from '#web/ui/text-button.tsx'
import { MethodChoice } from './method-choice.tsx'
import { WhenChoice } from './when-choice.tsx'

type Props = {
  readonly details: OrderDetails
  /** Undefined while signed out. */
  readonly user: User | undefined
  readonly places: Places
  readonly site: Pick<Site, 'address' | 'mapUrl'>
  readonly subtotal: Naira
  readonly errors: Readonly<Record<string, string>>
  /** Undefined if the restaurant takes no orders for later. */
  readonly when: Omit<Parameters<typeof WhenChoice>[0], 'isDelivery'> | undefined
}

/**
 * Delivery method, address, contact phone and payer (CART-5 to CART-7). A value that is already known is shown as a row
 * with the button 'Change'.
 */
export default function Fulfilment(props: Props) {
  const { details, user, site, when } = props
  return (
    <>
      {when && <WhenChoice {...when} isDelivery={details.deliveryMethod === 'delivery'} />}
      <div className="divide-y divide-line rounded-card bg-raise shadow-card">
        <div className="p-2.5 empty:hidden">
          <MethodChoice details={details} />
        </div>
        {details.deliveryMethod === 'delivery' ? <AddressRow key={user?.id} {...props} /> : <PickUpPlace site={site} />}
        {user && <PhoneRow details={details} user={user} />}
        {user && <PayerRow details={details} user={user} />}
      </div>
    </>
  )
}

function AddressRow({ details, user, places, subtotal, errors }: Props) {
  const to = destination(details, user)
  const place = placeOf(details, user, places.list)
  const fee = Delivery.fee('delivery', place, subtotal)
  const terms = Delivery.terms(place, subtotal)
  const address = details.differentAddress ? details.deliveryAddress : (user?.address ?? '')
  return (
    <Known
      icon="pin"
      title={[address, details.gateNote].filter(Boolean).join('. ')}
      note={
        place && fee !== undefined
          ? `${place.name} · ${Money.format(fee)}${terms ? `. ${terms}` : ''}`
          : places.list
            ? 'Choose a location'
            : '…'
      }
      what="the address"
      isKnown={address.trim() !== '' && to !== ''}
      isWrong={errors.deliveryAddress !== undefined || errors.locationId !== undefined}
      own={user?.address ? 'Use my address' : undefined}
      onOwn={() => changeDetails({ differentAddress: false, deliveryAddress: '', locationId: '' })}
    >
      <LocationSelect
        places={places}
        value={to}
        onChange={(locationId) => changeDetails({ locationId, deliveryAddress: address, differentAddress: true })}
        error={errors.locationId}
        terms={terms}
      />
      <AddressField
        label="Delivery address"
        name="deliveryAddress"
        value={address}
        onText={(deliveryAddress) => changeDetails({ deliveryAddress, locationId: to, differentAddress: true })}
        error={errors.deliveryAddress}
      />
      <Field
        label="Gate, for the rider"
        name="gateNote"
        autoComplete="off"
        placeholder="Black gate, call at the junction"
        hint="Kept for your next order."
        maxLength={100}
        value={details.gateNote}
        onChange={(event) => changeDetails({ gateNote: event.target.value })}
      />
    </Known>
  )
}

function PhoneRow({ details, user }: { details: OrderDetails; user: User }) {
  const hint = details.differentPhone ? numberless(details.contactPhone, user) : undefined
  return (
    <Known
      icon="phone"
      title={(details.differentPhone && details.contactPhone) || Phone.format(user.phone) || 'No number yet'}
      note={hint ?? 'We call this number'}
      what="the number"
      own="Use my number"
      onOwn={() => changeDetails({ differentPhone: false, contactPhone: '' })}
    >
      <Field
        label="Contact phone"
        hint={hint}
        name="contactPhone"
        inputMode="tel"
        autoComplete="tel"
        placeholder="0803 123 4567"
        maxLength={60}
        value={details.contactPhone}
        onChange={({ target: { value } }) =>
          changeDetails({ differentPhone: value.trim() !== '', contactPhone: value })
        }
      />
    </Known>
  )
}

function PayerRow({ details, user }: { details: OrderDetails; user: User }) {
  return (
    <Known
      icon="bank"
      title={(details.differentPayer && details.payerName) || `${user.username}, you`}
      note="Makes the transfer"
      what="who makes the transfer"
      own="I pay myself"
      onOwn={() => changeDetails({ differentPayer: false, payerName: '' })}
    >
      <Field
        label="Name on the account that pays"
        name="payerName"
        autoComplete="off"
        placeholder="Ngozi Okafor"
        maxLength={100}
        value={details.payerName}
        onChange={({ target: { value } }) => changeDetails({ differentPayer: value.trim() !== '', payerName: value })}
      />
    </Known>
  )
}

type KnownProps = {
  readonly icon: RowIconName
  readonly title: string
  readonly note: string
  /** The words after 'Change' in the button's name for screen readers. */
  readonly what: string
  readonly isKnown?: boolean
  readonly isWrong?: boolean
  /** The label of the button that restores the profile's value; undefined if the profile has none. */
  readonly own: string | undefined
  readonly onOwn: () => void
  readonly children: ReactNode
}

/** A row with a value, or the fields that change the value. The fields are open if the value is unknown or wrong. */
function Known({ icon, title, note, what, isKnown = true, isWrong = false, own, onOwn, children }: KnownProps) {
  const [editing, setEditing] = useState(!isKnown)
  const box = useRef<HTMLDivElement>(null)
  const pressed = useRef(false)

  useEffect(() => {
    // The pressed button has disappeared. Focus the first field if the fields were opened, or else the button 'Change'.
    if (pressed.current) box.current?.querySelector<HTMLElement>(editing ? 'input' : 'button')?.focus()
    pressed.current = false
  }, [editing])

  function edit(next: boolean) {
    pressed.current = true
    setEditing(next)
  }

  if (!editing && !isWrong) {
    return (
      <div ref={box}>
        <Row icon={icon} title={title} note={note}>
          <button type="button" className={rowActionClass} onClick={() => edit(true)}>
            Change<span className="sr-only"> {what}</span>
          </button>
        </Row>
      </div>
    )
  }
  return (
    <div ref={box} className="grid gap-3 p-3 sm:p-4">
      {children}
      {(own || isKnown) && (
        <div className="-mb-2 flex flex-wrap justify-between gap-x-4">
          {own && (
            <TextButton
              onClick={() => {
                onOwn()
                edit(false)
              }}
            >
              {own}
            </TextButton>
          )}
          {isKnown && <TextButton onClick={() => edit(false)}>Done</TextButton>}
        </div>
      )}
    </div>
  )
}
