import { useState } from 'react'
import type { MemberAdded } from '#contract/staff.ts'
import * as Account from '#domain/restaurant/account.ts'
import { needsProof, policy, type StaffRole } from '#domain/restaurant/policy.ts'
import { call } from '#web/data/api/client.ts'
import { toastDone } from '#web/data/toast.ts'
import { checkFirst, useMemberChanged } from '#web/office/frame/office-store.ts'
import { ShownOnce } from '#web/office/frame/shown-once.tsx'
import { proofFields, useProof } from '#web/staff/proof.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { useFields } from '#web/ui/forms/form.tsx'
import { SheetForm } from '#web/ui/forms/sheet-form.tsx'
import { roleLabels } from './member-labels.ts'
import { type Choice, NewPassword, passwordError } from './new-password.tsx'

export function AddMemberForm({ onDone }: { onDone: () => void }) {
  const changed = useMemberChanged()
  const all = useFields({
    username: '',
    role: 'kitchen' as string,
    phone: '',
    password: '',
    ...proofFields,
  })
  const { fields, field, send } = all
  const { missing, prove, part } = useProof(all, needsProof(fields.role as StaffRole))
  const [choice, setChoice] = useState<Choice>('made')
  const [added, setAdded] = useState<MemberAdded>()

  if (added?.password) {
    return (
      <ShownOnce secret={added.password} onDone={onDone}>
        <strong>{added.member.username}</strong> can sign in now, with this password:
      </ShownOnce>
    )
  }

  function save() {
    const name = Account.checkUsername(fields.username)
    const role = fields.role as StaffRole
    const phone = fields.phone.trim() === '' && role !== 'rider' ? undefined : Account.checkPhone(fields.phone, role)
    const wrong = {
      ...(!name.ok && { username: name.problem.detail }),
      ...(phone && !phone.ok && { phone: phone.problem.detail }),
      ...passwordError(choice, fields.password),
      ...missing,
    }
    void send(
      wrong,
      async () => {
        const { username, phone, password } = fields
        const body = { username, role, phone, ...(choice === 'chosen' && { password }), ...(await prove()) }
        const answer = await call('POST /api/office/staff', { body })
        changed(answer.member)
        setAdded(answer)
        if (answer.password !== null) return
        onDone()
        toastDone(`${answer.member.username} can sign in now.`)
      },
      checkFirst,
    )
  }

  return (
    <SheetForm form={all} onSubmit={save} submit="Add" onCancel={onDone}>
      <Field
        {...field('username')}
        label="Username"
        hint={
          fields.role === 'rider'
            ? 'The name that customers read, such as Musa Bello.'
            : 'One for each person: the audit shows it.'
        }
        autoComplete="off"
        autoCapitalize={fields.role === 'rider' ? 'words' : 'none'}
        spellCheck={false}
        maxLength={Account.username.most}
        required
      />
      <Select {...field('role')} label="Role">
        {policy.staff.map((role) => (
          <option key={role} value={role}>
            {roleLabels[role]}
          </option>
        ))}
      </Select>
      <Field
        {...field('phone')}
        label={fields.role === 'rider' ? 'Phone' : 'Phone (optional)'}
        hint={fields.role === 'rider' ? 'Customers call it.' : undefined}
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={60}
      />
      <NewPassword choice={choice} onChoice={setChoice} field={field('password')} />
      {part}
    </SheetForm>
  )
}
