import { useState } from 'react'
import { Field } from './field.tsx'
import { CheckRow } from './option-row.tsx'

type Props = Omit<Parameters<typeof Field>[0], 'label' | 'type'> & { readonly label?: string }

/** A password field that can show the password, because typing errors on phones are frequent. */
export function PasswordField({ label = 'Password', ...field }: Props) {
  const [shown, setShown] = useState(false)
  return (
    <div>
      <Field
        name="password"
        {...field}
        label={label}
        type={shown ? 'text' : 'password'}
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
