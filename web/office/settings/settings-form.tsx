import { useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useCallback, useContext, useMemo, useRef, useState } from 'react'
import type { Sent } from '#contract/endpoints.ts'
import type { RestaurantSettings } from '#contract/settings.ts'
import { answerOf } from '#web/data/api/query.ts'
import { toastDone } from '#web/data/toast.ts'
import { checkFirst } from '#web/office/frame/office-store.ts'
import { useSettingsChange } from '#web/staff/settings-change.ts'
import { useUnsaved } from '#web/staff/unsaved.ts'
import { Button } from '#web/ui/button.tsx'
import { type Errors, Form, useFormErrors } from '#web/ui/forms/form.tsx'
import { useSend } from '#web/ui/use-send.ts'

export type Change = Omit<Sent<'PATCH /api/office/settings', 'body'>, 'was' | 'proof'>

/** A section: `change` has its current values, `saved` the values that were last read or saved. */
type Section = { readonly title: string; readonly change: Change; readonly saved: Change }

type Shared = {
  readonly errors: Errors
  readonly forgive: (field: string) => void
  /** Called by a section with the values that it would send; with undefined after the section was removed. */
  readonly report: (id: string, title: string, change: Change | undefined) => void
}

const Context = createContext<Shared | undefined>(undefined)

export function useSettingsForm() {
  const shared = useContext(Context)
  if (!shared) throw new Error('A section of the settings stands outside of their form.')
  return {
    ...shared,
    /** Returns the props of a field whose text the section holds. */
    field: <Value extends string | number>(name: string, value: Value, onText: (text: string) => void) => ({
      name,
      value,
      error: shared.errors[name],
      onChange({ target }: { target: { value: string } }) {
        onText(target.value)
        shared.forgive(name)
      },
    }),
  }
}

/** Returns the name that a field of the change has in the server's answer. Only `farmIsShown` differs: there it is `farm`. */
const readFrom = (field: string) => (field === 'farmIsShown' ? 'farm' : field) as keyof RestaurantSettings

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

type Props = {
  /** Called after a step of the set-up was saved. Without `onNext`, the form shows a bar that saves the changes. */
  readonly onNext?: () => void
  /** Called after the bar has disappeared together with its focused button, so that the caller can move the focus. */
  readonly onSaved?: () => void
  readonly children: ReactNode
}

/**
 * Sections of the settings that are saved together. Sends only changed values, each with the value that was read, so
 * that the server notices another owner's change.
 */
export function SettingsForm({ onNext, onSaved, children }: Props) {
  const client = useQueryClient()
  const { form, errors, show, forgive, showFailure } = useFormErrors()
  const { busy, send } = useSend()
  const changeSettings = useSettingsChange()
  const read = useRef(answerOf(client, 'GET /api/office/settings'))
  const [sections, setSections] = useState<Readonly<Record<string, Section>>>({})
  const [undone, setUndone] = useState(0)

  const report = useCallback((id: string, title: string, change: Change | undefined) => {
    setSections(({ [id]: before, ...others }) =>
      change ? { ...others, [id]: { title, change, saved: before?.saved ?? change } } : others,
    )
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `forgive` is a new function in each render
  const shared = useMemo(() => ({ errors, forgive, report }), [errors, report])

  const all = Object.values(sections)
  const changed = all.filter(({ change, saved }) => !isSame(change, saved))
  // No warning while the form is being saved: a step of the set-up is left after its save.
  useUnsaved(!busy && changed.length > 0)

  async function save() {
    if (busy || (!onNext && changed.length === 0)) return
    show({})
    const change: Change = Object.assign({}, ...all.map((section) => section.change))
    const saved: Change = Object.assign({}, ...all.map((section) => section.saved))
    const fields = (Object.keys(change) as (keyof Change)[]).filter(
      // A step of the set-up also sends empty fields, so that the server asks for them.
      (field) => onNext || !isSame(change[field], saved[field]),
    )
    const was = only<Partial<RestaurantSettings>>(read.current ?? {}, fields.map(readFrom))
    const request = async () => {
      const after = await changeSettings({ ...only(change, fields), was })
      read.current = { ...after, ...read.current, ...only(after, fields.map(readFrom)) }
      // Only the values that were sent are saved. Text that was typed during the request stays unsaved.
      setSections((now) =>
        Object.fromEntries(
          Object.entries(now).map(([id, each]) => [id, { ...each, saved: sections[id]?.change ?? each.saved }]),
        ),
      )
      if (onNext) return onNext()
      toastDone('Saved. Open pages show it now.')
      onSaved?.()
    }
    await send(request, { onFailure: (error) => showFailure(error, checkFirst) })
  }

  function undo() {
    show({})
    read.current = answerOf(client, 'GET /api/office/settings')
    setSections({})
    setUndone(undone + 1)
    onSaved?.()
  }

  return (
    <Context value={shared}>
      <Form form={form} errors={errors} onSubmit={() => void save()}>
        <div key={undone} className="grid gap-4">
          {children}
        </div>
        {onNext && (
          <Button type="submit" busy={busy} className="justify-self-start">
            Save and continue
          </Button>
        )}
        {!onNext && changed.length > 0 && (
          <section
            aria-label="Not saved"
            className="sticky bottom-0 z-20 flex flex-wrap items-center gap-2 rounded-t-card border-line border-t bg-raise px-4 py-2.5 shadow-up"
          >
            <p className="wrap-anywhere min-w-24 flex-1 text-sm">
              <span className="block font-semibold">Not saved</span>
              {changed.map(({ title }) => title).join(', ')}
            </p>
            <Button variant="secondary" onClick={undo}>
              Undo
            </Button>
            <Button type="submit" busy={busy}>
              Save
            </Button>
          </section>
        )}
      </Form>
    </Context>
  )
}

function only<Fields extends object>(fields: Fields, names: readonly (keyof Fields)[]): Partial<Fields> {
  return Object.fromEntries(
    names.filter((name) => name in fields).map((name) => [name, fields[name]]),
  ) as Partial<Fields>
}
