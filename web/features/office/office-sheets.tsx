import type { StaffMember } from '#contract/staff.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { AddMemberForm } from './add-member-form.tsx'
import { ChangeMemberForm } from './change-member-form.tsx'
import { DeactivateForm } from './deactivate-form.tsx'
import { NewPasswordForm } from './password-form.tsx'
import { ResetCodeForm } from './reset-code-form.tsx'
import { ResetFactorForm } from './reset-factor-form.tsx'

export type OfficeForm =
  | { readonly kind: 'add' | 'code' }
  | { readonly kind: 'change' | 'password' | 'factor' | 'off'; readonly member: StaffMember }

type Props = { readonly form: OfficeForm | undefined; readonly onForm: (form: OfficeForm | undefined) => void }

/** The forms of the office in one sheet. */
export function OfficeSheets({ form, onForm }: Props) {
  const onDone = () => onForm(undefined)
  return (
    <Sheet open={form !== undefined} onClose={onDone} title={form ? titleOf(form) : ''}>
      {form?.kind === 'add' && <AddMemberForm onDone={onDone} />}
      {form?.kind === 'code' && <ResetCodeForm onDone={onDone} />}
      {form?.kind === 'change' && <ChangeMemberForm member={form.member} onDone={onDone} />}
      {form?.kind === 'password' && <NewPasswordForm member={form.member} onDone={onDone} />}
      {form?.kind === 'factor' && <ResetFactorForm member={form.member} onDone={onDone} />}
      {form?.kind === 'off' && <DeactivateForm member={form.member} onDone={onDone} />}
    </Sheet>
  )
}

function titleOf(form: OfficeForm): string {
  switch (form.kind) {
    case 'add':
      return 'Add member'
    case 'code':
      return 'Customer reset code'
    case 'change':
      return `Change ${form.member.username}`
    case 'password':
      return `New password for ${form.member.username}`
    case 'factor':
      return `Reset the second factor of ${form.member.username}?`
    case 'off':
      return `Switch off ${form.member.username}?`
  }
}
