import type { StaffMember } from '#contract/staff.ts'
import { call } from '#web/data/api/client.ts'
import { toastDone } from '#web/data/toast.ts'
import { checkFirst, useMemberChanged } from '#web/office/frame/office-store.ts'
import { proofFields, useProof } from '#web/staff/proof.tsx'
import { useFields } from '#web/ui/forms/form.tsx'
import { SheetForm } from '#web/ui/forms/sheet-form.tsx'

/** Asks for confirmation before a member's app, passkeys and recovery codes are removed. */
export function ResetFactorForm({ member, onDone }: { member: StaffMember; onDone: () => void }) {
  const changed = useMemberChanged()
  const fields = useFields(proofFields)
  const { missing, prove, part } = useProof(fields)

  function save() {
    void fields.send(
      missing,
      async () => {
        changed(await call('DELETE /api/office/staff/:id/second-factor', { params: member, body: await prove() }))
        onDone()
        toastDone(`${member.username} has no second factor any more.`)
      },
      checkFirst,
    )
  }

  return (
    <SheetForm form={fields} onSubmit={save} submit="Reset" danger onCancel={onDone}>
      <p>
        Their app, passkeys and recovery codes stop working, and they are signed out everywhere. Their password stays:
        make sure that they are the one asking.
      </p>
      {part}
    </SheetForm>
  )
}
