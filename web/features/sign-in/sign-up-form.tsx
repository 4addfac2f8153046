import { useState } from 'react'
import type { SignUp } from '#contract/session.ts'
import * as Account from '#domain/account.ts'
import { useSessionWrites } from '#web/api/session-writes.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, useFields } from '#web/ui/forms/form.tsx'
import { LocationSelect, useDelivers, useLocations } from '#web/ui/forms/location-select.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { NeedsNetwork } from '#web/ui/needs-network.tsx'
import { textButtonClass } from '#web/ui/text-button.tsx'
import { toast, toastTime } from '#web/ui/toast.ts'
import { phoneError, signUpErrors } from './sign-up-errors.ts'

const failed = 'Sign up failed. Please verify your details and try again.'
const blank: SignUp = { username: '', password: '', phone: '', locationId: '', address: '' }

export function SignUpForm({ onDone }: { onDone: () => void }) {
  const { signUp } = useSessionWrites()
  const delivers = useDelivers()
  const places = useLocations({ needed: delivers })
  const { form, errors, fields, busy, set, field, send } = useFields(blank)
  const [wrongPhone, setWrongPhone] = useState<string>()

  function submit() {
    setWrongPhone(phoneError(fields.phone))
    const add = async () => {
      await signUp(fields)
      onDone()
      toast('Account created successfully!', { kind: 'good', duration: toastTime.longer })
    }
    void send(signUpErrors(fields, { delivers }), add, failed)
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
          // The sentence is removed while typing and appears only when the field is left (AUTH-4).
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
            places={places}
            value={fields.locationId}
            onChange={(id) => set('locationId', id)}
            error={errors.locationId}
            required
          />
          <Field
            {...field('address')}
            label="Address"
            autoComplete="street-address"
            placeholder="Number, street, landmark"
            maxLength={300}
            required
          />
        </>
      )}
      <p className="text-soft text-sm">
        We need these to cook {delivers && 'and deliver '}your orders.{' '}
        <a href="/privacy" target="_blank" rel="noreferrer" className={textButtonClass}>
          What we keep
        </a>
      </p>
      <NeedsNetwork>Signing up needs the network.</NeedsNetwork>
      <Button type="submit" busy={busy} className="w-full">
        Sign up
      </Button>
    </Form>
  )
}
