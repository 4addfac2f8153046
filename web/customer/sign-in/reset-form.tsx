import type { Session } from '#contract/session.ts'
import * as Account from '#domain/restaurant/account.ts'
import { useSessionWrites } from '#web/data/api/session-writes.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, useFields } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { NeedsNetwork } from '#web/ui/needs-network.tsx'
import { WaysOn } from './ways-on.tsx'

const failed = 'Could not reach the restaurant. Your password is not changed.'

type Props = {
  /** The name or phone typed in the sign-in form. */
  readonly identifier: string
  readonly onDone: (session: Session) => void
}

/** Sets a new password with a code that the restaurant gives by phone. */
export function ResetForm({ identifier, onDone }: Props) {
  const { resetPassword } = useSessionWrites()
  const { form, errors, fields, field, busy, send } = useFields({ identifier, code: '', password: '' })

  function submit() {
    const checked = Account.checkPassword(fields.password)
    const wrong = {
      ...(fields.identifier.trim() === '' && { identifier: 'Please enter your username or phone number.' }),
      ...(fields.code.trim() === '' && { code: 'Please enter the code that we gave you.' }),
      ...(!checked.ok && { password: checked.problem.detail }),
    }
    void send(wrong, async () => onDone(await resetPassword(fields)), failed)
  }

  return (
    <Form form={form} errors={errors} onSubmit={submit}>
      <p className="text-soft">Call us or write to us, and we give you a code. It is valid for half an hour.</p>
      <WaysOn />
      <Field
        {...field('identifier')}
        label="Username or phone"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={200}
        required
      />
      <Field
        {...field('code')}
        label="Code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={40}
        className="figures"
        required
      />
      <PasswordField
        {...field('password')}
        label="New password"
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
