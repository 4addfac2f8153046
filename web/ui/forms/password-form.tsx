import type { User } from '#contract/session.ts'
import * as Account from '#domain/restaurant/account.ts'
import { call } from '#web/data/api/client.ts'
import { useSessionEnd } from '#web/data/api/session.ts'
import { toastDone } from '#web/data/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { NeedsNetwork } from '#web/ui/needs-network.tsx'
import { Form, useFields } from './form.tsx'
import { PasswordField } from './password-field.tsx'

export default function PasswordForm({ user, onDone }: { user: User; onDone: () => void }) {
  const { form, errors, failure, fields, field, busy, send } = useFields({ current: '', password: '' })
  useSessionEnd(failure)

  function save() {
    const checked = Account.checkPassword(fields.password, user.role)
    const wrong = {
      ...(fields.current === '' && { current: 'Please enter your current password.' }),
      ...(!checked.ok && { password: checked.problem.detail }),
    }
    const change = async () => {
      await call('POST /api/account/password', { body: fields })
      onDone()
      toastDone('Password changed.')
    }
    void send(wrong, change, 'Could not reach the restaurant. Your password is not changed.')
  }

  return (
    <section aria-label="Change password">
      <Form form={form} errors={errors} onSubmit={save}>
        {/* Password managers store the password under this name. */}
        <input type="hidden" name="username" autoComplete="username" value={user.username} readOnly />
        <PasswordField {...field('current')} label="Current password" autoComplete="current-password" />
        <PasswordField
          {...field('password')}
          label="New password"
          autoComplete="new-password"
          hint={`At least ${Account.leastPassword(user.role)} characters; a few words do well.`}
        />
        <p className="text-soft text-sm">You will be signed out everywhere else.</p>
        <NeedsNetwork>Changing the password needs the network.</NeedsNetwork>
        <Button type="submit" busy={busy}>
          Change password
        </Button>
      </Form>
    </section>
  )
}
