import type { StaffMember } from '#contract/staff.ts'
import { call } from '#web/data/api/client.ts'
import { toastDone } from '#web/data/toast.ts'
import { checkFirst, useMemberChanged } from '#web/office/frame/office-store.ts'
import { proofFields, useProof } from '#web/staff/proof.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form, useFields } from '#web/ui/forms/form.tsx'

/** Confirms that a member's app, passkeys and recovery codes are removed. */
export function ResetFactorForm({ member, onDone }: { member: StaffMember; onDone: () => void }) {
  const changed = useMemberChanged()
  const fields = useFields(proofFields)
  const { form, errors, busy, send } = fields
  const { missing, prove, part } = useProof(fields)

  function save() {
    void send(
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
    <Form form={form} errors={errors} onSubmit={save}>
      <p>
        Their app, passkeys and recovery codes stop working, and they are signed out everywhere. Their password stays:
        make sure that it is them who asks.
      </p>
      {part}
      <div className="grid grid-cols-2 gap-3">
        <Button look="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" look="danger" busy={busy}>
          Reset
        </Button>
      </div>
    </Form>
  )
}
