import * as Account from '#domain/restaurant/account.ts'
import { RadioRow } from '#web/ui/forms/option-row.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'

export type Choice = 'made' | 'chosen'

type Props = {
  readonly choice: Choice
  readonly onChoice: (choice: Choice) => void
  readonly field: Pick<Parameters<typeof PasswordField>[0], 'name' | 'value' | 'error' | 'onChange'>
}

export function NewPassword({ choice, onChoice, field }: Props) {
  const row = (own: Choice) => ({
    name: 'choice',
    value: own,
    checked: choice === own,
    onChange: () => onChoice(own),
  })
  return (
    <fieldset className="grid gap-1">
      <legend className="font-semibold text-sm">Password</legend>
      <RadioRow {...row('made')} label="Generate" hint="Shown once, to hand over." />
      <RadioRow {...row('chosen')} label="Type" hint="Let them type it here." />
      {choice === 'chosen' && (
        <PasswordField
          {...field}
          label="Their password"
          autoComplete="new-password"
          hint={`At least ${Account.password.leastOfStaff} characters; a few words do well.`}
        />
      )}
    </fieldset>
  )
}

export function passwordError(choice: Choice, password: string): { password?: string } {
  const checked = choice === 'made' ? undefined : Account.checkPassword(password, 'owner')
  return checked && !checked.ok ? { password: checked.problem.detail } : {}
}
