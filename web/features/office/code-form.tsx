import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResetCode } from '#contract/staff.ts'
import { call } from '#web/api/client.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { clock } from '#web/ui/lagos-time.ts'
import { useOfficeForm } from './office-form.ts'
import { ToldOnce } from './shown-once.tsx'

/** For a customer who calls because they forgot their password. */
export function CodeForm({ onDone }: { onDone: () => void }) {
  const client = useQueryClient()
  const { form, errors, fields, busy, field, send } = useOfficeForm({ identifier: '' })
  const [made, setMade] = useState<ResetCode>()

  if (made) {
    return (
      <ToldOnce secret={made.code.replace(/(...)(?=.)/g, '$1 ')} onDone={onDone}>
        For <strong>{made.username}</strong>, until {clock(made.expiresAt)}, once. They enter it under Log in, Forgot
        your password?
      </ToldOnce>
    )
  }

  function save() {
    const identifier = fields.identifier.trim()
    void send(identifier === '' ? { identifier: 'Enter their username or phone number.' } : {}, async () => {
      setMade(await call('POST /api/office/reset-codes', { body: { identifier } }))
      void client.invalidateQueries({ queryKey: ['office-audit'] })
    })
  }

  return (
    <Form form={form} errors={errors} onSubmit={save}>
      <p className="text-soft">
        Make sure that it is them: ask for their last order, or call back the number on their account.
      </p>
      <Field
        {...field('identifier')}
        label="Their username or phone"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        required
      />
      <Button type="submit" busy={busy}>
        Make a code
      </Button>
    </Form>
  )
}
