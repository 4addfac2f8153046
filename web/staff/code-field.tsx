import { Field } from '#web/ui/forms/field.tsx'

type Props = Pick<Parameters<typeof Field>[0], 'name' | 'value' | 'error' | 'onChange'> & { readonly hasApp: boolean }

/**
 * A field for the code of an authenticator app, or for a recovery code. An account without an app has only recovery
 * codes.
 */
export function CodeField({ hasApp, ...field }: Props) {
  return (
    <Field
      {...field}
      label={hasApp ? 'Code' : 'Recovery code'}
      hint={hasApp ? 'The 6-digit code from your authenticator app, or a recovery code.' : 'If your passkey is lost.'}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      maxLength={40}
      required
    />
  )
}
