import { useRef, useState } from 'react'
import type { Session, SignUp } from '#contract/session.ts'
import * as Account from '#domain/restaurant/account.ts'
import { ApiFailure, ConnectionFailure } from '#web/data/api/client.ts'
import { useSessionWrites } from '#web/data/api/session-writes.ts'
import { changeDetails, detailsStore } from '#web/data/storage/details-store.ts'
import { Button } from '#web/ui/button.tsx'
import { AddressField } from '#web/ui/forms/address-field.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, useFields } from '#web/ui/forms/form.tsx'
import { LocationSelect, useDelivers, useLocations } from '#web/ui/forms/location-select.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { NeedsNetwork } from '#web/ui/needs-network.tsx'
import { textButtonClass } from '#web/ui/text-button.tsx'
import { phoneError, signUpErrors } from './sign-up-errors.ts'

const failed = 'Sign up failed. Please verify your details and try again.'

/** Returns the form's first values, taken from the details of the visitor's order. */
function typedBefore(): SignUp {
  const { account, customerName, contactPhone, locationId, deliveryAddress } = detailsStore.get()
  const typed = {
    username: customerName,
    password: '',
    phone: contactPhone,
    location: locationId,
    address: deliveryAddress,
  }
  return account === '' ? typed : { username: '', password: '', phone: '', location: '', address: '' }
}

/**
 * Removes an incomplete address from the order's details. The sign-up form started with this address, and the customer
 * completed it there, so the new profile has the complete address.
 */
function dropIncompleteAddress() {
  const { deliveryAddress, locationId } = detailsStore.get()
  if (deliveryAddress.trim() !== '' && locationId !== '') return
  changeDetails({ differentAddress: false, deliveryAddress: '', locationId: '' })
}

export function SignUpForm({ onDone }: { onDone: (session: Session) => void }) {
  const { signUp, signIn } = useSessionWrites()
  const delivers = useDelivers()
  const places = useLocations({ needed: delivers })
  const { form, errors, fields, busy, set, field, send } = useFields(typedBefore)
  const [wrongPhone, setWrongPhone] = useState<string>()
  /** The values of the last sign-up that got no answer. The server may have made the account. */
  const unanswered = useRef<SignUp>(undefined)

  function submit() {
    setWrongPhone(phoneError(fields.phone))
    const begin = async () => {
      const session = await enter()
      dropIncompleteAddress()
      onDone(session)
    }
    void send(signUpErrors(fields, { delivers }), begin, failed)
  }

  async function enter(): Promise<Session> {
    try {
      return await signUp(fields)
    } catch (error) {
      if (error instanceof ConnectionFailure) unanswered.current = fields
      const isRepeated = JSON.stringify(fields) === JSON.stringify(unanswered.current)
      if (!isRepeated || !(error instanceof ApiFailure) || error.problem.code !== 'username-taken') throw error
      return signIn({ identifier: fields.username, password: fields.password }).catch((refusal: unknown) => {
        // If this sign-in is refused, the name belongs to another person, so show the refusal of the sign-up.
        throw refusal instanceof ApiFailure ? error : refusal
      })
    }
  }

  return (
    <Form form={form} errors={errors} onSubmit={submit}>
      <Field
        {...field('username')}
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={Account.username.most}
        required
      />
      <PasswordField
        {...field('password')}
        autoComplete="new-password"
        hint={`At least ${Account.password.least} characters.`}
      />
      <Field
        {...field('phone')}
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="0803 123 4567"
        onChange={({ target }) => {
          set('phone', target.value)
          // The sentence disappears while typing, and returns only when the field is left (AUTH-4).
          if (wrongPhone) setWrongPhone(phoneError(target.value))
        }}
        onBlur={() => setWrongPhone(phoneError(fields.phone))}
        error={wrongPhone ?? errors.phone}
        maxLength={60}
        required
      />
      {delivers && (
        <>
          <LocationSelect
            name="location"
            places={places}
            value={fields.location}
            onChange={(id) => set('location', id)}
            error={errors.location}
            required
          />
          <AddressField {...field('address')} label="Address" onText={(address) => set('address', address)} required />
        </>
      )}
      <p className="text-soft text-sm">
        We need these to cook {delivers && 'and deliver '}your orders.{' '}
        <a href="/privacy" target="_blank" rel="noreferrer" className={textButtonClass}>
          What we keep
        </a>
      </p>
      <NeedsNetwork>Signing up needs the network.</NeedsNetwork>
      {/* A mouse press must not take the focus from the phone field: leaving the field may show an error, which would
          move the button away from the pointer. */}
      <Button type="submit" busy={busy} onMouseDown={(event) => event.preventDefault()} className="w-full">
        Sign up
      </Button>
    </Form>
  )
}
