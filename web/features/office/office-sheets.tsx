import type { StaffMember } from '#contract/staff.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { AddForm } from './add-form.tsx'
import { ChangeForm } from './change-form.tsx'
import { CodeForm } from './code-form.tsx'
import { OffForm } from './off-form.tsx'
import { RenewForm } from './renew-form.tsx'

export type OfficeForm =
  | { readonly kind: 'add' | 'code' }
  | { readonly kind: 'change' | 'password' | 'off'; readonly member: StaffMember }

type Props = { readonly form: OfficeForm | undefined; readonly onForm: (form: OfficeForm | undefined) => void }

/** What the owner fills in, one at a time. */
export function OfficeSheets({ form, onForm }: Props) {
  const onDone = () => onForm(undefined)
  return (
    <Sheet open={form !== undefined} onClose={onDone} title={form ? titleOf(form) : ''}>
      {form?.kind === 'add' && <AddForm onDone={onDone} />}
      {form?.kind === 'code' && <CodeForm onDone={onDone} />}
      {form?.kind === 'change' && <ChangeForm member={form.member} onDone={onDone} />}
      {form?.kind === 'password' && <RenewForm member={form.member} onDone={onDone} />}
      {form?.kind === 'off' && <OffForm member={form.member} onDone={onDone} />}
    </Sheet>
  )
}

function titleOf(form: OfficeForm): string {
  switch (form.kind) {
    case 'add':
      return 'Add somebody'
    case 'code':
      return 'Code for a customer'
    case 'change':
      return `Change ${form.member.username}`
    case 'password':
      return `New password for ${form.member.username}`
    case 'off':
      return `Switch off ${form.member.username}?`
  }
}
