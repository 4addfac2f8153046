import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffMember } from '#contract/staff.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { toast, toastTime } from '#web/ui/toast.tsx'
import { type Choice, NewPassword, passwordError } from './new-password.tsx'
import { useOfficeForm } from './office-form.ts'
import { staffQuery } from './office-store.ts'
import { ToldOnce } from './shown-once.tsx'

/** A new password for somebody of the staff who forgot theirs. */
export function RenewForm({ member, onDone }: { member: StaffMember; onDone: () => void }) {
  const client = useQueryClient()
  const { form, errors, fields, busy, set, send } = useOfficeForm({ password: '' })
  const [choice, setChoice] = useState<Choice>('made')
  const [made, setMade] = useState<string>()

  if (made !== undefined) {
    return (
      <ToldOnce secret={made} onDone={onDone}>
        <strong>{member.username}</strong> is signed out, and signs in from now on with:
      </ToldOnce>
    )
  }

  function save() {
    void send(passwordError(choice, fields.password), async () => {
      const body = choice === 'chosen' ? { password: fields.password } : {}
      const { password } = await call('POST /api/office/staff/:id/password', { params: member, body })
      void client.invalidateQueries({ queryKey: staffQuery.queryKey })
      void client.invalidateQueries({ queryKey: ['office-audit'] })
      if (password !== null) return setMade(password)
      onDone()
      toast(`${member.username} has a new password.`, { kind: 'good', duration: toastTime.longer })
    })
  }

  return (
    <Form form={form} errors={errors} onSubmit={save}>
      <p className="text-soft">They are signed out wherever they are signed in.</p>
      <NewPassword
        choice={choice}
        onChoice={setChoice}
        value={fields.password}
        onChange={(value) => set('password', value)}
        error={errors.password}
      />
      <Button type="submit" busy={busy}>
        Set the new password
      </Button>
    </Form>
  )
}
