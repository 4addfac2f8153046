import { useState } from 'react'
import { sentence } from '#web/api.ts'
import { Form, useFormErrors } from '#web/form.tsx'
import { useSession } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast, toastTime } from '#web/ui/toast.tsx'
import { PasswordField } from './password-field.tsx'

const failed =
  "Oops! We couldn't log you in. Please double-check your username and password. If the problem persists, contact support."

export function LoginForm({ onDone }: { onDone: () => void }) {
  const { signIn } = useSession()
  const { form, errors, show, forgive, showFailure } = useFormErrors()
  const [identifier, setIdentifier] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)

  async function submit() {
    if (busy) return
    const name = identifier.trim()
    const wrong = show({
      ...(name === '' && { identifier: 'Please enter your username or phone number.' }),
      ...(password === '' && { password: 'Please enter your password.' }),
    })
    if (wrong) return
    setBusy(true)
    try {
      await signIn({ identifier: name, password })
      onDone()
      toast('You are now logged in!', { kind: 'good', duration: toastTime.longer })
    } catch (error) {
      showFailure(error, ['identifier', 'password'], sentence(error, failed))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form form={form} errors={errors} onSubmit={() => void submit()}>
      <Field
        label="Username or phone"
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
      <Button type="submit" busy={busy} className="w-full">
        Log in
      </Button>
    </Form>
  )
}
