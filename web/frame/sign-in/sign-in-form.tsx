import { useState } from 'react'
import type { Session } from '#contract/session.ts'
import { sentence } from '#web/api/client.ts'
import { useSession } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, useFormErrors } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { NeedsNetwork } from '#web/ui/needs-network.tsx'

type Props = {
  /** The label of the first field: a username or a phone number. */
  readonly label: string
  readonly missing: string
  readonly action: string
  /** The error where the server's answer has no sentence. */
  readonly failed: string
  readonly onDone?: (session: Session) => void
}

/** The form that customers and staff sign in with. */
export function SignInForm({ label, missing, action, failed, onDone }: Props) {
  const { signIn } = useSession()
  const { form, errors, show, forgive, showFailure } = useFormErrors()
  const [identifier, setIdentifier] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)

  async function submit() {
    if (busy) return
    const name = identifier.trim()
    const wrong = show({
      ...(name === '' && { identifier: missing }),
      ...(password === '' && { password: 'Please enter your password.' }),
    })
    if (wrong) return
    setBusy(true)
    try {
      const session = await signIn({ identifier: name, password })
      onDone?.(session)
    } catch (error) {
      showFailure(error, ['identifier', 'password'], sentence(error, failed))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} errors={errors} onSubmit={() => void submit()}>
      <Field
        label={label}
        name="identifier"
        value={identifier}
        onChange={(event) => {
          setIdentifier(event.target.value)
          forgive('identifier')
        }}
        error={errors.identifier}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={200}
        required
      />
      <PasswordField
        value={password}
        onChange={(value) => {
          setPassword(value)
          forgive('password')
        }}
        error={errors.password}
        autoComplete="current-password"
      />
      <NeedsNetwork>Logging in needs the network.</NeedsNetwork>
      <Button type="submit" busy={busy} className="w-full">
        {action}
      </Button>
    </Form>
  )
}
