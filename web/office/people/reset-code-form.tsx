import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResetCode } from '#contract/staff.ts'
import { call } from '#web/data/api/client.ts'
import { invalidate } from '#web/data/api/query.ts'
import { checkFirst } from '#web/office/frame/office-store.ts'
import { ShownOnce } from '#web/office/frame/shown-once.tsx'
import { Field } from '#web/ui/forms/field.tsx'
import { useFields } from '#web/ui/forms/form.tsx'
import { SheetForm } from '#web/ui/forms/sheet-form.tsx'
import { clock } from '#web/ui/lagos-time.ts'

export function ResetCodeForm({ onDone }: { onDone: () => void }) {
  const client = useQueryClient()
  const form = useFields({ identifier: '' })
  const { fields, field, send } = form
  const [made, setMade] = useState<ResetCode>()

  if (made) {
    return (
      <ShownOnce secret={made.code.replace(/(...)(?=.)/g, '$1 ')} onDone={onDone}>
        For <strong>{made.username}</strong>, valid once until {clock(made.expiresAt)}. Entered under Log in, Forgot
        your password?
      </ShownOnce>
    )
  }

  function save() {
    const identifier = fields.identifier.trim()
    void send(
      identifier === '' ? { identifier: 'Enter their username or phone number.' } : {},
      async () => {
        setMade(await call('POST /api/office/reset-codes', { body: { identifier } }))
        void invalidate(client, 'GET /api/office/audit')
      },
      checkFirst,
    )
  }

  return (
    <SheetForm form={form} onSubmit={save} submit="Make code" onCancel={onDone}>
      <p className="text-soft">
        Verify the caller first: ask for the last order, or call back the number on the account.
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
    </SheetForm>
  )
}
