import { useState } from 'react'
import { sentence } from '#web/api.ts'
import { Form, useFormErrors } from '#web/form.tsx'
import { useSession } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'

/** The way in for staff. Accounts are made by the owner, so there is nothing to sign up for. */
export function StaffSignIn({ restaurant }: { restaurant: string }) {
  const { signIn } = useSession()
  const { form, errors, show, forgive, showFailure } = useFormErrors()
  const [identifier, setIdentifier] = useState('')
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)

  async function submit() {
    if (busy) return
    const name = identifier.trim()
    const wrong = show({
      ...(name === '' && { identifier: 'Please enter your username.' }),
      ...(password === '' && { password: 'Please enter your password.' }),
    })
    if (wrong) return
    setBusy(true)
    try {
      await signIn({ identifier: name, password })
    } catch (error) {
      showFailure(
        error,
        ['identifier', 'password'],
        sentence(error, 'The house did not answer. Please check the network and try again.'),
      )
      setBusy(false)
    }
  }

  return (
    <section className="m-auto grid w-full max-w-sm gap-6 rounded-sheet bg-raise p-6 shadow-card sm:p-8">
      <header className="grid gap-1.5">
        <p className="font-semibold text-sm text-soft">{restaurant}</p>
        <h1 className="text-3xl">Desk</h1>
        <p className="text-soft">Sign in with your staff account.</p>
      </header>
      <Form form={form} errors={errors} onSubmit={() => void submit()}>
        <Field
          label="Username"
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
        <Field
          label="Password"
          name="password"
          type="password"
          value={password}
          onChange={(event) => {
            setPassword(event.target.value)
            forgive('password')
          }}
          error={errors.password}
          autoComplete="current-password"
          maxLength={1000}
          required
        />
        <Button type="submit" busy={busy} className="mt-2 w-full">
          Sign in
        </Button>
      </Form>
    </section>
  )
}
