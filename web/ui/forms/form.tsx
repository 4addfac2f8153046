import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { ApiFailure } from '#web/api/client.ts'

export type Errors = Readonly<Record<string, string>>

/** A form's errors: sentences by field, and one for the whole form under ''. The first wrong field gets the focus. */
export function useFormErrors() {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  const fresh = useRef(false)

  useEffect(() => {
    // Removing an error while the person types must not move the focus.
    if (!fresh.current) return
    fresh.current = false
    const wrong = Object.keys(errors)
    if (wrong.length === 0) return
    // The first in the order of the form.
    const fields = [...(form.current?.elements ?? [])] as HTMLInputElement[]
    const first = fields.find(({ name }) => name !== '' && wrong.includes(name))
    const summary = form.current?.querySelector<HTMLElement>('[role=alert]')
    ;(first ?? summary)?.focus()
  }, [errors])

  function show(next: Errors) {
    fresh.current = true
    setErrors(next)
  }

  return {
    form,
    errors,
    /** Shows these errors and returns whether there is one. */
    show(next: Errors): boolean {
      show(next)
      return Object.keys(next).length > 0
    },
    /** Removes the error of a field that is being corrected. */
    forgive(field: string) {
      setErrors(({ [field]: _, ...others }) => others)
    },
    /** Shows the server's errors by field, or else `summary` for the whole form. `names` are the form's fields. */
    showFailure(error: unknown, names: readonly string[], summary: string) {
      const byField = Object.entries(fieldErrors(error)).filter(([name]) => names.includes(name))
      show(byField.length > 0 ? Object.fromEntries(byField) : { '': summary })
    },
  }
}

type Props = {
  /** For a submit button outside of the form. */
  readonly id?: string
  /** The accessible name, where no heading names the form. */
  readonly label?: string
  readonly form: RefObject<HTMLFormElement | null>
  readonly errors: Errors
  readonly onSubmit: () => void
  readonly children: ReactNode
}

export function Form({ id, label, form, errors, onSubmit, children }: Props) {
  function submit(event: FormEvent) {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form id={id} ref={form} onSubmit={submit} noValidate aria-label={label} className="grid gap-4">
      {errors[''] && (
        <p role="alert" tabIndex={-1} className="rounded-control bg-raise2 px-4 py-3 font-semibold text-alarm">
          {errors['']}
        </p>
      )}
      {children}
    </form>
  )
}

/** The field-by-field sentences of a failure, for a form. */
function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiFailure)) return {}
  const { errors, field, detail } = error.problem
  const all = errors ?? (field === undefined ? [] : [{ field, detail }])
  return Object.fromEntries(all.map(({ field, detail }) => [field, detail]))
}
