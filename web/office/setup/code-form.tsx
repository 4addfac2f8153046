import { useQueryClient } from '@tanstack/react-query'
import { invalidate } from '#web/data/api/query.ts'
import { useSessionWrites } from '#web/data/api/session-writes.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, useFields } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'

/** The username of the account that the first start creates. */
const firstOwner = 'owner'

/** The form for the first owner's account. It needs the one-time code that the first start printed. */
export function CodeForm() {
  const client = useQueryClient()
  const { resetPassword } = useSessionWrites()
  const { form, errors, fields, busy, field, send } = useFields({ code: '', username: '', password: '' })

  function submit() {
    const wrong = {
      ...(fields.code.trim() === '' && { code: 'Please enter the code.' }),
      ...(fields.username.trim() === '' && { username: 'Please choose a username.' }),
      ...(fields.password === '' && { password: 'Please choose a password.' }),
    }
    const begin = async () => {
      await resetPassword({ identifier: firstOwner, ...fields })
      await invalidate(client, 'GET /api/setup')
    }
    void send(wrong, begin, 'Could not reach the server. Please check the network and try again.')
  }

  return (
    <section className="m-auto grid w-full max-w-sm gap-6 rounded-sheet bg-raise p-6 shadow-card sm:p-8">
      <header className="grid gap-1.5">
        <h1 className="text-3xl">Set up your restaurant</h1>
        <p className="text-soft">Begin with your own account. The code is shown where the server was started.</p>
      </header>
      <Form form={form} errors={errors} onSubmit={submit}>
        <Field
          label="Code"
          {...field('code')}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          maxLength={40}
        />
        <Field label="Username" {...field('username')} autoComplete="username" autoCapitalize="none" maxLength={40} />
        <PasswordField {...field('password')} autoComplete="new-password" />
        <Button type="submit" busy={busy}>
          Begin
        </Button>
      </Form>
    </section>
  )
}
