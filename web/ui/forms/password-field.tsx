import { useState } from 'react'
import { Field } from './field.tsx'
import { CheckRow } from './option-row.tsx'

type Props = {
  readonly label?: string
  readonly name?: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
  readonly autoComplete: 'current-password' | 'new-password'
  readonly hint?: string | undefined
}

/** A password field that can show the password, because many sign-ins fail over typing errors on phones. */
export function PasswordField({ label = 'Password', name = 'password', value, onChange, ...rest }: Props) {
  const [shown, setShown] = useState(false)
  return (
    <div>
      <Field
        {...rest}
        label={label}
        name={name}
        type={shown ? 'text' : 'password'}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={1000}
        required
      />
      <CheckRow
        label={`Show ${label.toLowerCase()}`}
        checked={shown}
        onChange={(event) => setShown(event.target.checked)}
      />
    </div>
  )
}
