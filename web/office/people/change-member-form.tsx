import type { MemberChange, StaffMember } from '#contract/staff.ts'
import * as Account from '#domain/restaurant/account.ts'
import { needsProof, policy, type StaffRole } from '#domain/restaurant/policy.ts'
import * as Phone from '#domain/text/phone.ts'
import { call } from '#web/data/api/client.ts'
import { toastDone } from '#web/data/toast.ts'
import { checkFirst, useMemberChanged } from '#web/office/frame/office-store.ts'
import { proofFields, useProof } from '#web/staff/proof.tsx'
import { Field, Select } from '#web/ui/forms/field.tsx'
import { useFields } from '#web/ui/forms/form.tsx'
import { SheetForm } from '#web/ui/forms/sheet-form.tsx'
import { roleLabels } from './member-labels.ts'

export function ChangeMemberForm({ member, onDone }: { member: StaffMember; onDone: () => void }) {
  const changed = useMemberChanged()
  const all = useFields({
    role: member.role as string,
    phone: Phone.format(member.phone),
    ...proofFields,
  })
  const { fields, field, send } = all
  const { missing, prove, part } = useProof(all, needsProof(member.role, fields.role as StaffRole))

  function save() {
    const isGiven = fields.phone.trim() !== ''
    const role = fields.role as StaffRole
    const phone = isGiven || role === 'rider' ? Account.checkPhone(fields.phone, role) : undefined
    void send(
      { ...(phone && !phone.ok && { phone: phone.problem.detail }), ...missing },
      async () => {
        const change: MemberChange = { role, phone: fields.phone, ...(await prove()) }
        changed(await call('PATCH /api/office/staff/:id', { params: member, body: change }))
        onDone()
        toastDone(`${member.username} changed.`)
      },
      checkFirst,
    )
  }

  return (
    <SheetForm form={all} onSubmit={save} submit="Save" onCancel={onDone}>
      <Select
        {...field('role')}
        label="Role"
        hint={`Takes effect at once.${fields.role === 'rider' ? ` Customers read the name ${member.username}.` : ''}`}
      >
        {policy.staff.map((role) => (
          <option key={role} value={role}>
            {roleLabels[role]}
          </option>
        ))}
      </Select>
      <Field
        {...field('phone')}
        label="Phone"
        hint="Customers call a rider on it."
        type="tel"
        inputMode="tel"
        autoComplete="off"
        maxLength={60}
      />
      {part}
    </SheetForm>
  )
}
