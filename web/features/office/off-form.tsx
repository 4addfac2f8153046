import type { StaffMember } from '#contract/staff.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { toast, toastTime } from '#web/ui/toast.tsx'
import { useOfficeForm } from './office-form.ts'
import { useMemberChanged } from './office-store.ts'

/** Asks before it shuts somebody out. */
export function OffForm({ member, onDone }: { member: StaffMember; onDone: () => void }) {
  const changed = useMemberChanged()
  const { form, errors, busy, send } = useOfficeForm({})

  function save() {
    void send({}, async () => {
      changed(await call('PATCH /api/office/staff/:id', { params: member, body: { isOn: false } }))
      onDone()
      toast(`${member.username} is switched off.`, { kind: 'good', duration: toastTime.longer })
    })
  }

  return (
    <Form form={form} errors={errors} onSubmit={save}>
      <p>
        They are signed out everywhere at once and cannot sign in until you switch them on again. What they did stays on
        record.
        {member.role === 'rider' && ' Orders that they carry stay theirs until the desk gives them to another rider.'}
      </p>
      <div className="grid grid-cols-2 gap-3">
        <Button look="secondary" onClick={onDone}>
          Keep
        </Button>
        <Button type="submit" look="danger" busy={busy}>
          Switch off
        </Button>
      </div>
    </Form>
  )
}
