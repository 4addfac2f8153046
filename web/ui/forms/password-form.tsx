import { useState } from 'react'
import type { PasswordChange, User } from '#contract/session.ts'
import * as Account from '#domain/account.ts'
import { call, sentence } from '#web/api/client.ts'
import { useSessionEnd } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { NeedsNetwork } from '#web/ui/needs-network.tsx'
import { toast, toastTime } from '#web/ui/toast.tsx'
import { Form, useFormErrors } from './form.tsx'
import { PasswordField } from './password-field.tsx'

const failed = 'Your password is not changed: the restaurant did not answer. Please try again.'

/** Changes one's own password, which takes the one of now. */
export default function PasswordForm({ user, onDone }: { user: User; onDone: () => void }) {
  const { form, errors, show, forgive, showFailure } = useFormErrors()
  const [values, setValues] = useState<PasswordChange>({ current: '', password: '' })
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  useSessionEnd(failure)

  const field = (name: keyof PasswordChange) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (value: string) => {
      setValues((before) => ({ ...before, [name]: value }))
      forgive(name)
    },
  })

  async function save() {
    if (busy) return
    const checked = Account.checkPassword(values.password, user.role)
    const wrong = show({
      ...(values.current === '' && { current: 'Please enter the password you have now.' }),
      ...(!checked.ok && { password: checked.problem.detail }),
    })
    if (wrong) return
    setBusy(true)
    try {
      await call('POST /api/account/password', { body: values })
      onDone()
      toast('Password changed.', { kind: 'good', duration: toastTime.longer })
    } catch (error) {
      setFailure(error)
      showFailure(error, Object.keys(values), sentence(error, failed))
      setBusy(false)
    }
  }

  return (
    <section aria-label="Change password">
      <Form form={form} errors={errors} onSubmit={() => void save()}>
        {/* Password managers ask whose it is. */}
        <input type="hidden" name="username" autoComplete="username" value={user.username} readOnly />
        <PasswordField {...field('current')} label="Current password" autoComplete="current-password" />
        <PasswordField
          {...field('password')}
          label="New password"
          autoComplete="new-password"
          hint={`At least ${Account.leastPassword(user.role)} characters; a few words do well.`}
        />
        <p className="text-soft text-sm">Everywhere else that you are signed in, you will be signed out.</p>
        <NeedsNetwork>Changing the password needs the network.</NeedsNetwork>
        <Button type="submit" busy={busy}>
          Change password
        </Button>
      </Form>
    </section>
  )
}
