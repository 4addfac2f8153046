import type { StaffMember } from '#contract/staff.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { AddMemberForm } from './add-member-form.tsx'
import { ChangeMemberForm } from './change-member-form.tsx'
import { NewPasswordForm } from './member-password-form.tsx'
import { ResetCodeForm } from './reset-code-form.tsx'
import { ResetFactorForm } from './reset-factor-form.tsx'
import { SwitchForm } from './switch-form.tsx'

export type OfficeForm =
  | { readonly kind: 'add' | 'code' }
  | { readonly kind: 'change' | 'password' | 'factor' | 'switch'; readonly member: StaffMember }

type Props = { readonly form: OfficeForm | undefined; readonly onForm: (form: OfficeForm | undefined) => void }

export function OfficeSheets({ form, onForm }: Props) {
  const onDone = () => onForm(undefined)
  return (
    <Sheet open={form !== undefined} onClose={onDone} title={form ? titleOf(form) : ''} bare>
      {form?.kind === 'add' && <AddMemberForm onDone={onDone} />}
      {form?.kind === 'code' && <ResetCodeForm onDone={onDone} />}
      {form?.kind === 'change' && <ChangeMemberForm member={form.member} onDone={onDone} />}
      {form?.kind === 'password' && <NewPasswordForm member={form.member} onDone={onDone} />}
      {form?.kind === 'factor' && <ResetFactorForm member={form.member} onDone={onDone} />}
      {form?.kind === 'switch' && <SwitchForm member={form.member} onDone={onDone} />}
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
    case 'switch':
      return `Switch ${form.member.isOn ? 'off' : 'on'} ${form.member.username}?`
  }
}
