import { useState } from 'react'
import { same } from '#domain/menu/same.ts'
import type { Span } from '#domain/text/spans.ts'
import * as Spans from '#domain/text/spans.ts'
import { Field } from '#web/ui/forms/field.tsx'

type Props = {
  readonly hint: string
  readonly served: readonly Span[] | undefined
  /** Called with the hours; with undefined if the dish is served at any time. */
  readonly onChange: (served: Span[] | undefined) => void
}

/** A field for served hours in words. Invalid text stays in the field with its error, and changes nothing. */
export function ServedField({ hint, served = [], onChange }: Props) {
  const [typed, setTyped] = useState(Spans.written(served))
  const spans = Spans.parse(typed)
  // If the hours were changed elsewhere, show the new hours instead of the typed text.
  const value = spans && !same(spans, served) ? Spans.written(served) : typed
  return (
    <Field
      label="Served"
      hint={hint}
      autoComplete="off"
      maxLength={80}
      placeholder="Any time"
      value={value}
      onChange={(event) => {
        setTyped(event.target.value)
        const next = Spans.parse(event.target.value)
        if (next) onChange(next.length > 0 ? next : undefined)
      }}
      error={spans ? undefined : 'Please write hours such as 06:00-11:00; 18:00-22:00, each after the one before.'}
    />
  )
}
