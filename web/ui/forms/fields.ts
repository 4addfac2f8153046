import { useState } from 'react'
import { useFormErrors } from './form.tsx'

/** A form of texts: its fields, what is wrong with them, and whether it is under way. How it is sent is its owner's. */
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
    /** What every field of the form has in common. */
    field: (name: keyof Fields & string) => ({
      name,
      value: fields[name],
      error: shown.errors[name],
      onChange: (event: { target: { value: string } }) => set(name, event.target.value),
    }),
    /** What a failure says by field, else `summary` for the whole form. */
    showFailure: (error: unknown, summary: string) => showFailure(error, Object.keys(first), summary),
  }
}
