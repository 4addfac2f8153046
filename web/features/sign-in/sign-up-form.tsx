import { useState } from 'react'
import type { SignUp } from '#contract/session.ts'
import * as Account from '#domain/account.ts'
import { sentence } from '#web/api/client.ts'
import { useSession } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, useFormErrors } from '#web/ui/forms/form.tsx'
import { LocationSelect, useDelivers, useLocations } from '#web/ui/forms/location-select.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { NeedsNetwork } from '#web/ui/needs-network.tsx'
import { textButtonClass } from '#web/ui/text-button.tsx'
import { toast, toastTime } from '#web/ui/toast.tsx'
import { phoneError, signUpErrors } from './sign-up-errors.ts'

const failed = 'Sign up failed. Please verify your details and try again.'
const blank: SignUp = { username: '', password: '', phone: '', locationId: '', address: '' }

export function SignUpForm({ onDone }: { onDone: () => void }) {
  const { signUp } = useSession()
  const delivers = useDelivers()
  const places = useLocations({ needed: delivers })
  const { form, errors, show, forgive, showFailure } = useFormErrors()
  const [values, setValues] = useState(blank)
  const [wrongPhone, setWrongPhone] = useState<string>()
  const [busy, setBusy] = useState(false)

  function change(field: keyof SignUp, value: string) {
    setValues({ ...values, [field]: value })
    forgive(field)
    // The sentence is removed while typing and appears only when the field is left (AUTH-4).
    if (field === 'phone' && wrongPhone) setWrongPhone(phoneError(value))
  }

  async function submit() {
    if (busy) return
    setWrongPhone(phoneError(values.phone))
    if (show(signUpErrors(values, { delivers }))) return
    setBusy(true)
    try {
      await signUp(values)
      onDone()
      toast('Account created successfully!', { kind: 'good', duration: toastTime.longer })
    } catch (error) {
      showFailure(error, Object.keys(blank), sentence(error, failed))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} errors={errors} onSubmit={() => void submit()}>
      <Field
        label="Username"
        name="username"
        value={values.username}
        onChange={(event) => change('username', event.target.value)}
        error={errors.username}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={Account.username.most}
        required
      />
      <PasswordField
        value={values.password}
        onChange={(value) => change('password', value)}
        error={errors.password}
        autoComplete="new-password"
        hint={`At least ${Account.password.least} characters.`}
      />
      <Field
        label="Phone"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="0803 123 4567"
        value={values.phone}
        onChange={(event) => change('phone', event.target.value)}
        onBlur={() => setWrongPhone(phoneError(values.phone))}
        error={wrongPhone ?? errors.phone}
        maxLength={60}
        required
      />
      {delivers && (
        <>
          <LocationSelect
            places={places}
            value={values.locationId}
            onChange={(id) => change('locationId', id)}
            error={errors.locationId}
            required
          />
          <Field
            label="Address"
            name="address"
            autoComplete="street-address"
            placeholder="Number, street, landmark"
            value={values.address}
            onChange={(event) => change('address', event.target.value)}
            error={errors.address}
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
