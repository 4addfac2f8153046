import { type ReactNode, useEffect } from 'react'
import type { Session } from '#contract/session.ts'
import { useSessionWrites } from '#web/data/api/session-writes.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form, useFields } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { NeedsNetwork } from '#web/ui/needs-network.tsx'

type Props = {
  readonly label: string
  readonly missing: string
  readonly action: string
  /** The error if the server has not answered. */
  readonly failed?: string
  /** Other ways to continue, shown after a refusal. */
  readonly help?: ReactNode
  /**
   * Called with the typed name or phone at each change, so that a form that replaces this form can start with the same
   * text.
   */
  readonly onIdentifier?: (identifier: string) => void
  readonly onDone?: (session: Session) => void
}

export function SignInForm({ label, missing, action, failed, help, onIdentifier, onDone }: Props) {
  const { signIn } = useSessionWrites()
  const { form, errors, fields, field, busy, send } = useFields({ identifier: '', password: '' })
  useEffect(() => onIdentifier?.(fields.identifier), [onIdentifier, fields.identifier])

  function submit() {
    const identifier = fields.identifier.trim()
    const wrong = {
      ...(identifier === '' && { identifier: missing }),
      ...(fields.password === '' && { password: 'Please enter your password.' }),
    }
    const enter = async () => {
      const session = await signIn({ ...fields, identifier })
      onDone?.(session)
    }
    void send(wrong, enter, failed)
  }

  return (
    <Form form={form} errors={errors} onSubmit={submit}>
      {errors[''] && help}
      <Field
        {...field('identifier')}
        label={label}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={200}
        required
      />
      <PasswordField {...field('password')} autoComplete="current-password" />
      <NeedsNetwork>Logging in needs the network.</NeedsNetwork>
      <Button type="submit" busy={busy} className="w-full">
        {action}
      </Button>
    </Form>
  )
}
