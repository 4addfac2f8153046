import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useState } from 'react'
import type { Sent } from '#contract/endpoints.ts'
import { call } from '#web/api/client.ts'
import { Card } from '#web/frame/staff/card.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form, useFormErrors } from '#web/ui/forms/form.tsx'
import { toast, toastTime } from '#web/ui/toast.ts'
import { noAnswer, settingsQuery } from '../office-store.ts'

export type Change = Sent<'PATCH /api/office/settings', 'body'>

const Next = createContext<(() => void) | undefined>(undefined)

/** Around a part that is a step: what follows once it is saved. */
export const Continuing = Next.Provider

/** A part of the settings that is saved by itself: what was typed, the errors by field, and how it is sent. */
export function useSection() {
  const client = useQueryClient()
  const { form, errors, show, forgive, showFailure } = useFormErrors()
  const [busy, setBusy] = useState(false)
  const next = useContext(Next)

  async function save(change: Change) {
    if (busy) return
    show({})
    setBusy(true)
    try {
      client.setQueryData(settingsQuery.queryKey, await call('PATCH /api/office/settings', { body: change }))
      void client.invalidateQueries({ queryKey: ['office-audit'] })
      if (next) next()
      else toast('Saved. Open pages show it now.', { kind: 'good', duration: toastTime.longer })
    } catch (error) {
      showFailure(error, noAnswer)
    }
    setBusy(false)
  }

  return { form, errors, forgive, busy, save, isStep: next !== undefined }
}

type Props = {
  readonly title: string
  readonly hint?: ReactNode
  readonly section: ReturnType<typeof useSection>
  readonly onSave: () => void
  readonly children: ReactNode
}

/** The card of such a part. */
export function SettingsSection({ title, hint, section: { form, errors, busy, isStep }, onSave, children }: Props) {
  return (
    <Card title={title} hint={hint}>
      <Form form={form} errors={errors} onSubmit={onSave}>
        {children}
        <Button type="submit" look={isStep ? 'primary' : 'secondary'} busy={busy} className="justify-self-start">
          {isStep ? 'Save and continue' : 'Save'}
        </Button>
      </Form>
    </Card>
  )
}
