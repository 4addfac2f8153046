import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffMember } from '#contract/staff.ts'
import { call } from '#web/data/api/client.ts'
import { invalidate } from '#web/data/api/query.ts'
import { toastDone } from '#web/data/toast.ts'
import { checkFirst } from '#web/office/frame/office-store.ts'
import { ShownOnce } from '#web/office/frame/shown-once.tsx'
import { proofFields, useProof } from '#web/staff/proof.tsx'
import { useFields } from '#web/ui/forms/form.tsx'
import { SheetForm } from '#web/ui/forms/sheet-form.tsx'
import { type Choice, NewPassword, passwordError } from './new-password.tsx'

export function NewPasswordForm({ member, onDone }: { member: StaffMember; onDone: () => void }) {
  const client = useQueryClient()
  const all = useFields({ password: '', ...proofFields })
  const { fields, field, send } = all
  const { missing, prove, part } = useProof(all)
  const [choice, setChoice] = useState<Choice>('made')
  const [made, setMade] = useState<string>()

  if (made !== undefined) {
    return (
      <ShownOnce secret={made} onDone={onDone}>
        <strong>{member.username}</strong> was signed out. The new password:
      </ShownOnce>
    )
  }

  function save() {
    void send(
      { ...passwordError(choice, fields.password), ...missing },
      async () => {
        const body = { ...(choice === 'chosen' && { password: fields.password }), ...(await prove()) }
        const { password } = await call('POST /api/office/staff/:id/password', { params: member, body })
        void invalidate(client, 'GET /api/office/staff')
        void invalidate(client, 'GET /api/office/audit')
        if (password !== null) return setMade(password)
        onDone()
        toastDone(`${member.username} has a new password.`)
      },
      checkFirst,
    )
  }

  return (
    <SheetForm form={all} onSubmit={save} submit="Set password" onCancel={onDone}>
      <p className="text-soft">They are signed out everywhere.</p>
      <NewPassword choice={choice} onChoice={setChoice} field={field('password')} />
      {part}
    </SheetForm>
  )
}
