import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { ApiFailure, sentence } from '#web/data/api/client.ts'
import { useSend } from '#web/ui/use-send.ts'

export type Errors = Readonly<Record<string, string>>

/**
 * Returns a form's errors: a sentence for each field, and a sentence for the whole form under ''. The first wrong field
 * gets the focus.
 */
export function useFormErrors() {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<unknown>()
  const fresh = useRef(false)

  useEffect(() => {
    // Move the focus only for a new error, and not while the person types.
    if (!fresh.current) return
    fresh.current = false
    const wrong = Object.keys(errors)
    if (wrong.length === 0) return
    // Focus the first wrong field in the order of the form, or else the sentence for the whole form.
    const fields = [...(form.current?.elements ?? [])] as HTMLInputElement[]
    const first = fields.find(({ name }) => name !== '' && wrong.includes(name))
    const summary = form.current?.querySelector<HTMLElement>('[role=alert]')
    ;(first ?? summary)?.focus()
  }, [errors])

  function show(next: Errors, cause?: unknown) {
    fresh.current = true
    setErrors(next)
    setFailure(cause)
  }

  return {
    form,
    errors,
    /** The failure that `showFailure` showed last. */
    failure,
    /** Shows the errors. Returns true if there are any. */
    show(next: Errors): boolean {
      show(next)
      return Object.keys(next).length > 0
    },
    forgive(field: string) {
      setErrors(({ [field]: _, ...others }) => others)
    },
    /**
     * Shows the server's errors by field, or else its sentence for the whole form. `unanswered` is the sentence if the
     * server has not answered.
     */
    showFailure(error: unknown, unanswered?: string) {
      const names = [...(form.current?.elements ?? [])].map((element) => (element as HTMLInputElement).name)
      const byField = Object.entries(fieldErrors(error)).filter(([name]) => names.includes(name))
      show(byField.length > 0 ? Object.fromEntries(byField) : { '': sentence(error, unanswered) }, error)
    },
  }
}

/** Returns a form of text fields, with values, errors and `send`. */
export function useFields<Fields extends Record<string, string>>(initial: Fields | (() => Fields)) {
  const shown = useFormErrors()
  const [fields, setFields] = useState(initial)
  const { busy, send, callOnce } = useSend()

  function set(name: keyof Fields & string, value: string) {
    setFields((before) => ({ ...before, [name]: value }))
    shown.forgive(name)
  }

  return {
    ...shown,
    fields,
    busy,
    callOnce,
    set,
    field: (name: keyof Fields & string) => ({
      name,
      value: fields[name],
      error: shown.errors[name],
      onChange: (event: { target: { value: string } }) => set(name, event.target.value),
    }),
    /**
     * Shows the errors in `wrong`. If there are none, runs `request` and shows the failure of the request. A call while
     * a request runs is ignored.
     */
    async send(wrong: Errors, request: () => Promise<unknown>, unanswered?: string): Promise<void> {
      if (busy || shown.show(wrong)) return
      await send(request, { onFailure: (error) => shown.showFailure(error, unanswered) })
    },
  }
}

/**
 * Focuses the first field that shows an error. Returns true if there is such a field. The caller must then keep the
 * form open: it stores only valid values, so the field's text would be lost.
 */
export function showsWrong(form: Element | null): boolean {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid=true]')
  wrong?.closest('details')?.setAttribute('open', '')
  wrong?.focus()
  return wrong != null
}

type Props = {
  /** The form's id, for a submit button outside of the form. */
  readonly id?: string
  /** The accessible name, for a form without a heading. */
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

function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiFailure)) return {}
  const { errors, field, detail } = error.problem
  const all = errors ?? (field === undefined ? [] : [{ field, detail }])
  return Object.fromEntries(all.map(({ field, detail }) => [field, detail]))
}
