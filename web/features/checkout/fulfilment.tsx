import type { User } from '#contract/session.ts'
import * as Money from '#domain/money.ts'
import * as Phone from '#domain/phone.ts'
import { changeDetails, type OrderDetails } from '#web/sync/storage/details-store.ts'
import { Choice } from '#web/ui/forms/choice.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { LocationSelect, type Places } from '#web/ui/forms/location-select.tsx'
import { destination } from '#web/ui/order/order-details.ts'
import { MethodChoice } from './method-choice.tsx'

type Props = {
  readonly details: OrderDetails
  /** Undefined while signed out. */
  readonly user: User | undefined
  readonly places: Places
  readonly pickUpAt: string
  /** Missing fields with their sentences (CART-10). */
  readonly errors: Readonly<Record<string, string>>
}

/** Delivery method, address, contact phone and payer (CART-5 to CART-7). */
export function Fulfilment(props: Props) {
  const { details, user, pickUpAt } = props
  return (
    <div className="grid gap-5">
      <MethodChoice details={details} pickUpAt={pickUpAt} />
      {details.deliveryMethod === 'delivery' &&
        (user ? <AddressChoice {...props} user={user} /> : <Address {...props} />)}
      <PhoneChoice details={details} user={user} />
      <PayerChoice details={details} user={user} />
    </div>
  )
}

function AddressChoice(props: Props & { readonly user: User }) {
  const { details, user, places, errors } = props
  const own = places.list?.find(({ id }) => id === user.locationId)
  return (
    <>
      <Choice
        legend="Where to?"
        name="address"
        value={details.differentAddress ? 'different' : 'default'}
        onChange={(choice) =>
          changeDetails(
            choice === 'default'
              ? { differentAddress: false, deliveryAddress: '', locationId: '' }
              : { differentAddress: true },
          )
        }
        options={[
          {
            value: 'default',
            label: 'My address',
            hint: user.address ? (
              <>
                {user.address}
                {own && ` · ${own.name}, ${Money.format(own.fee)}`}
              </>
            ) : (
              'None in your profile yet'
            ),
          },
          { value: 'different', label: 'A different address' },
        ]}
        error={details.differentAddress ? undefined : errors.deliveryAddress}
      />
      {details.differentAddress && <Address {...props} />}
    </>
  )
}

/** The address of this order, and the location that decides its fee. */
function Address({ details, user, places, errors }: Props) {
  return (
    <div className="grid gap-4">
      <LocationSelect
        places={places}
        value={destination(details, user)}
        onChange={(locationId) => changeDetails({ locationId, differentAddress: true })}
        error={errors.locationId}
      />
      <Field
        label="Delivery address"
        name="deliveryAddress"
        autoComplete="street-address"
        placeholder="Number, street, landmark"
        maxLength={300}
        value={details.deliveryAddress}
        onChange={(event) => changeDetails({ deliveryAddress: event.target.value, differentAddress: true })}
        error={errors.deliveryAddress}
      />
    </div>
  )
}

function PhoneChoice({ details, user }: { details: OrderDetails; user: User | undefined }) {
  return (
    <>
      <Choice
        legend="Whom do we call?"
        name="phone"
        value={details.differentPhone ? 'different' : 'own'}
        onChange={(choice) =>
          changeDetails(choice === 'own' ? { differentPhone: false, contactPhone: '' } : { differentPhone: true })
        }
        options={[
          { value: 'own', label: 'Me', hint: user?.phone ? Phone.format(user.phone) : 'The number in your profile' },
          { value: 'different', label: 'A different number' },
        ]}
        row
      />
      {details.differentPhone && (
        <Field
          label="Contact phone"
          name="contactPhone"
          inputMode="tel"
          autoComplete="tel"
          placeholder="0803 123 4567"
          maxLength={60}
          value={details.contactPhone}
          onChange={(event) => changeDetails({ contactPhone: event.target.value })}
        />
      )}
    </>
  )
}

function PayerChoice({ details, user }: { details: OrderDetails; user: User | undefined }) {
  return (
    <>
      <Choice
        legend="Who makes the transfer?"
        name="payer"
        value={details.differentPayer ? 'different' : 'self'}
        onChange={(choice) =>
          changeDetails(choice === 'self' ? { differentPayer: false, payerName: '' } : { differentPayer: true })
        }
        options={[
          { value: 'self', label: 'Myself', ...(user && { hint: user.username }) },
          { value: 'different', label: 'Somebody else' },
        ]}
        row
      />
      {details.differentPayer && (
        <Field
          label="Name on the account that pays"
          name="payerName"
          autoComplete="off"
          placeholder="Ngozi Okafor"
          maxLength={100}
          value={details.payerName}
          onChange={(event) => changeDetails({ payerName: event.target.value })}
        />
      )}
    </>
  )
}
