import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useRef, useState } from 'react'
import type { Sent } from '#contract/endpoints.ts'
import type { RestaurantSettings } from '#contract/settings.ts'
import { answerOf } from '#web/data/api/query.ts'
import { toastDone } from '#web/data/toast.ts'
import { Card } from '#web/office/frame/card.tsx'
import { checkFirst } from '#web/office/frame/office-store.ts'
import { useSettingsChange } from '#web/staff/settings-change.ts'
import { useUnsaved } from '#web/staff/unsaved.ts'
import { Button } from '#web/ui/button.tsx'
import { Form, useFormErrors } from '#web/ui/forms/form.tsx'
import { useSend } from '#web/ui/use-send.ts'

export type Change = Omit<Sent<'PATCH /api/office/settings', 'body'>, 'was' | 'proof'>

const Next = createContext<(() => void) | undefined>(undefined)

/** Around a part that is a step: what follows once it is saved. */
export const Continuing = Next.Provider

/** The field of the settings that a field of a change is read from. Bank accounts are read elsewhere. */
const readFrom = (field: string) => (field === 'farmIsShown' ? 'farm' : field) as keyof RestaurantSettings

/**
 * A part of the settings that is saved by itself: the errors by field, and how it is sent. What the person left as it was is
 * not sent, and what is sent goes with what was read: another owner may have changed either meanwhile.
 */
export function useSection() {
  const client = useQueryClient()
  const { form, errors, show, forgive, showFailure } = useFormErrors()
  const { busy, send } = useSend()
  const changeSettings = useSettingsChange()
  const next = useContext(Next)
  const read = useRef<Partial<RestaurantSettings>>(answerOf(client, 'GET /api/office/settings') ?? {})

  /** `first` is what would have been sent before anything was typed. Returns whether the change is saved. */
  async function save(change: Change, initial: Change): Promise<boolean> {
    if (busy) return false
    show({})
    const all = Object.keys(change) as (keyof Change)[]
    const typed = all.filter((field) => JSON.stringify(change[field]) !== JSON.stringify(initial[field]))
    // Of a step nothing is stored yet: what was left empty is asked for.
    const fields = next || typed.length === 0 ? all : typed
    const was = only(read.current, fields.map(readFrom))
    let isSaved = false
    const request = async () => {
      const after = await changeSettings({ ...only(change, fields), was })
      read.current = { ...read.current, ...only(after, fields.map(readFrom)) }
      isSaved = true
      if (next) next()
      else toastDone('Saved. Open pages show it now.')
    }
    await send(request, { onFailure: (error) => showFailure(error, checkFirst) })
    return isSaved
  }

  return { form, errors, forgive, busy, save, isStep: next !== undefined }
}

type Props = {
  readonly title: string
  readonly hint?: ReactNode
  readonly section: ReturnType<typeof useSection>
  /** What is sent, as it is typed now. */
  readonly change: Change
  readonly children: ReactNode
}

/** The card of such a part. */
export function SettingsSection({ title, hint, section, change, children }: Props) {
  const { form, errors, busy, isStep } = section
  const [saved, setSaved] = useState(change)
  // A step goes on while it is being saved.
  useUnsaved(!busy && JSON.stringify(change) !== JSON.stringify(saved))

  async function save() {
    if (await section.save(change, saved)) setSaved(change)
  }

  return (
    <Card title={title} hint={hint}>
      <Form form={form} errors={errors} onSubmit={() => void save()}>
        {children}
        <Button type="submit" variant={isStep ? 'primary' : 'secondary'} busy={busy} className="justify-self-start">
          {isStep ? 'Save and continue' : 'Save'}
        </Button>
      </Form>
    </Card>
  )
}

function only<Fields extends object>(fields: Fields, names: readonly (keyof Fields)[]): Partial<Fields> {
  return Object.fromEntries(
    names.filter((name) => name in fields).map((name) => [name, fields[name]]),
  ) as Partial<Fields>
}
