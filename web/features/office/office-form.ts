import { useState } from 'react'
import { sentence } from '#web/api.ts'
import { type Errors, useFormErrors } from '#web/form.tsx'
import { noAnswer } from './office-store.ts'

/** A form of the office: its fields, what is wrong with them, and how it is sent. */
export function useOfficeForm<Fields extends Record<string, string>>(first: Fields) {
  const { form, errors, show, forgive, showFailure } = useFormErrors()
  const [fields, setFields] = useState(first)
  const [busy, setBusy] = useState(false)

  function set(name: keyof Fields & string, value: string) {
    setFields((before) => ({ ...before, [name]: value }))
    forgive(name)
  }

  return {
    form,
    errors,
    fields,
    busy,
    set,
    field: (name: keyof Fields & string) => ({
      name,
      value: fields[name],
      error: errors[name],
      onChange: (event: { target: { value: string } }) => set(name, event.target.value),
    }),
    /** `deed` is done unless something is wrong; it says itself what became of it. */
    async send(wrong: Errors, deed: () => Promise<void>): Promise<void> {
      if (busy || show(wrong)) return
      setBusy(true)
      try {
        await deed()
      } catch (error) {
        showFailure(error, Object.keys(first), sentence(error, noAnswer))
      }
      setBusy(false)
    },
  }
}
