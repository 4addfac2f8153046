import type { StaffMember } from '#contract/staff.ts'
import { call } from '#web/api/client.ts'
import { refocus } from '#web/app/navigation/refocus.ts'
import { Button } from '#web/ui/button.tsx'
import { Form, useFields } from '#web/ui/forms/form.tsx'
import { toast, toastTime } from '#web/ui/toast.ts'
import { memberHeading } from './member-card.tsx'
import { noAnswer, useMemberChanged } from './office-store.ts'

/** Confirms that a member is switched off. */
export function DeactivateForm({ member, onDone }: { member: StaffMember; onDone: () => void }) {
  const changed = useMemberChanged()
  const { form, errors, busy, send } = useFields({})

  function save() {
    void send(
      {},
      async () => {
        // The button that opened the sheet goes with its card to the list of the others.
        refocus(() => document.getElementById(memberHeading(member)))
        changed(await call('PATCH /api/office/staff/:id', { params: member, body: { isOn: false } }))
        onDone()
        toast(`${member.username} is switched off.`, { kind: 'good', duration: toastTime.longer })
      },
      noAnswer,
    )
  }

  return (
    <Form form={form} errors={errors} onSubmit={save}>
      <p>
        They are signed out everywhere and cannot sign in until you switch them on again. Their audit entries stay.
        {member.role === 'rider' && ' Their orders stay assigned until the desk changes the rider.'}
      </p>
      <div className="grid grid-cols-2 gap-3">
        <Button look="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" look="danger" busy={busy}>
          Switch off
        </Button>
      </div>
    </Form>
  )
}
