import { useQuery } from '@tanstack/react-query'
import type { Session } from '#contract/session.ts'
import * as Account from '#domain/restaurant/account.ts'
import * as Phone from '#domain/text/phone.ts'
import { queries } from '#web/data/api/queries.ts'
import { useSessionWrites } from '#web/data/api/session-writes.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, useFields } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { NeedsNetwork } from '#web/ui/needs-network.tsx'

const failed = 'Could not reach the restaurant. Your password is not changed.'

/** Sets a new password with a code that the restaurant gives on the phone. */
export function ResetForm({ onDone }: { onDone: (session: Session) => void }) {
  const { data: site } = useQuery(queries.site())
  const { resetPassword } = useSessionWrites()
  const { form, errors, fields, field, busy, send } = useFields({ identifier: '', code: '', password: '' })

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
