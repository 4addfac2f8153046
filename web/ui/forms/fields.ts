import { useState } from 'react'
import { useFormErrors } from './form.tsx'

/** The state of a form of text fields: values, errors and whether it is being sent. */
export function useFields<Fields extends Record<string, string>>(first: Fields) {
  const { forgive, showFailure, ...shown } = useFormErrors()
  const [fields, setFields] = useState(first)
  const [busy, setBusy] = useState(false)

  function set(name: keyof Fields & string, value: string) {
    setFields((before) => ({ ...before, [name]: value }))
    forgive(name)
  }

  return {
    ...shown,
    fields,
    busy,
    setBusy,
    set,
    /** The props of a field. */
    field: (name: keyof Fields & string) => ({
      name,
      value: fields[name],
      error: shown.errors[name],
      onChange: (event: { target: { value: string } }) => set(name, event.target.value),
    }),
    /** Shows the server's errors by field, or else `summary` for the whole form. */
    showFailure: (error: unknown, summary: string) => showFailure(error, Object.keys(first), summary),
  }
}
