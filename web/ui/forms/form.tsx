import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { fieldErrors } from '#web/api/client.ts'

export type Errors = Readonly<Record<string, string>>

/** A form's errors: sentences by field, and one for the whole under ''. The first of them gets the focus. */
export function useFormErrors() {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  const fresh = useRef(false)

  useEffect(() => {
    // Not where a correction took an error away: the person is typing.
    if (!fresh.current) return
    fresh.current = false
    const wrong = Object.keys(errors)
    if (wrong.length === 0) return
    // In the order of the form, not of the finding.
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
    /** Shows what is wrong; whether anything is. */
    show(next: Errors): boolean {
      show(next)
      return Object.keys(next).length > 0
    },
    /** A field that is being corrected is not accused any more. */
    forgive(field: string) {
      setErrors(({ [field]: _, ...others }) => others)
    },
    /** What a failure says by field, else `summary` for the whole form. `names` are the form's fields. */
    showFailure(error: unknown, names: readonly string[], summary: string) {
      const byField = Object.entries(fieldErrors(error)).filter(([name]) => names.includes(name))
      show(byField.length > 0 ? Object.fromEntries(byField) : { '': summary })
    },
  }
}

type Props = {
  /** For a button that stands outside of it. */
  readonly id?: string
  /** Its name, where no heading beside it says what it is. */
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
