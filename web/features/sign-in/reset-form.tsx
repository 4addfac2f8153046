import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PasswordReset, Session } from '#contract/session.ts'
import * as Account from '#domain/account.ts'
import * as Phone from '#domain/phone.ts'
import { sentence } from '#web/api/client.ts'
import { queries } from '#web/api/queries.ts'
import { useSession } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, useFormErrors } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { NeedsNetwork } from '#web/ui/needs-network.tsx'

const failed = 'Could not reach the restaurant. Your password is not changed.'

/** Sets a new password with a code that the restaurant gives on the phone. */
export function ResetForm({ onDone }: { onDone: (session: Session) => void }) {
  const { data: site } = useQuery(queries.site())
  const { resetPassword } = useSession()
  const { form, errors, show, forgive, showFailure } = useFormErrors()
  const [values, setValues] = useState<PasswordReset>({ identifier: '', code: '', password: '' })
  const [busy, setBusy] = useState(false)

  function change(field: keyof PasswordReset, value: string) {
    setValues((before) => ({ ...before, [field]: value }))
    forgive(field)
  }

  const text = (field: 'identifier' | 'code') => ({
    name: field,
    value: values[field],
    error: errors[field],
    onChange: (event: { target: { value: string } }) => change(field, event.target.value),
    autoCorrect: 'off',
    spellCheck: false,
    required: true,
  })

  async function submit() {
    if (busy) return
    const checked = Account.checkPassword(values.password)
    const wrong = show({
      ...(values.identifier.trim() === '' && { identifier: 'Please enter your username or phone number.' }),
      ...(values.code.trim() === '' && { code: 'Please enter the code that we gave you.' }),
      ...(!checked.ok && { password: checked.problem.detail }),
    })
    if (wrong) return
    setBusy(true)
    try {
      onDone(await resetPassword(values))
    } catch (error) {
      showFailure(error, Object.keys(values), sentence(error, failed))
      setBusy(false)
    }
  }

  return (
    <Form form={form} errors={errors} onSubmit={() => void submit()}>
      <p className="text-soft">
        Call us
        {site && (
          <>
            {' on '}
            <a
              href={`tel:${site.phone}`}
              className="font-semibold underline decoration-2 decoration-line underline-offset-4"
            >
              {Phone.format(site.phone)}
            </a>
          </>
        )}
        , and we give you a code. It is valid for half an hour.
      </p>
      <Field
        {...text('identifier')}
        label="Username or phone"
        autoComplete="username"
        autoCapitalize="none"
        maxLength={200}
      />
      <Field
        {...text('code')}
        label="Code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        maxLength={40}
        className="figures"
      />
      <PasswordField
        label="New password"
        value={values.password}
        onChange={(value) => change('password', value)}
        error={errors.password}
        autoComplete="new-password"
        hint={`At least ${Account.password.least} characters.`}
      />
      <NeedsNetwork>Changing the password needs the network.</NeedsNetwork>
      <Button type="submit" busy={busy} className="w-full">
        Set password
      </Button>
    </Form>
  )
}
