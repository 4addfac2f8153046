import type { StaffMember } from '#contract/staff.ts'
import { needsProof } from '#domain/restaurant/policy.ts'
import { refocus } from '#web/app/navigation/refocus.ts'
import { call } from '#web/data/api/client.ts'
import { toastDone } from '#web/data/toast.ts'
import { checkFirst, useMemberChanged } from '#web/office/frame/office-store.ts'
import { proofFields, useProof } from '#web/staff/proof.tsx'
import { useFields } from '#web/ui/forms/form.tsx'
import { SheetForm } from '#web/ui/forms/sheet-form.tsx'
import { memberHeading } from './member-card.tsx'

/** Asks for confirmation before a member's account is switched off or on. */
export function SwitchForm({ member, onDone }: { member: StaffMember; onDone: () => void }) {
  const changed = useMemberChanged()
  const fields = useFields(proofFields)
  const { missing, prove, part } = useProof(fields, needsProof(member.role))
  const { username, isOn } = member

  function save() {
    void fields.send(
      missing,
      async () => {
        const body = { isOn: !isOn, ...(await prove()) }
        // The pressed button moves with its card to the other list, and would lose the focus.
        refocus(() => document.getElementById(memberHeading(member)))
        changed(await call('PATCH /api/office/staff/:id', { params: member, body }))
        onDone()
        const said = isOn ? `${username} is switched off.` : `${username} can sign in again.`
        toastDone(said)
      },
      checkFirst,
    )
  }

  return (
    <SheetForm form={fields} onSubmit={save} submit={isOn ? 'Switch off' : 'Switch on'} danger={isOn} onCancel={onDone}>
      {isOn ? (
        <p>
          They are signed out everywhere and cannot sign in until you switch them on again. Their audit entries stay.
          {member.role === 'rider' && ' Their orders stay assigned until the desk changes the rider.'}
        </p>
      ) : (
        <p>They can sign in again with the password they had.</p>
      )}
      {part}
    </SheetForm>
  )
}
