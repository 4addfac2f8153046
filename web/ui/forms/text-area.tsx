import type { TextareaHTMLAttributes } from 'react'
import { withoutLineBreaks } from '#domain/text/words.ts'
import { type Around, control, cutHint, Labelled } from './field.tsx'

/** A labelled field for a text longer than a phone's line. The field grows with the text, which has no line breaks. */
export function TextArea({
  label,
  error,
  hint,
  onText,
  ...area
}: Around & TextareaHTMLAttributes<HTMLTextAreaElement> & { readonly onText: (text: string) => void }) {
  return (
    <Labelled label={label} error={error} hint={cutHint(area.value, area.maxLength) ?? hint}>
      {(attributes) => (
        <textarea
          rows={2}
          {...area}
          {...attributes}
          onChange={({ target }) => onText(withoutLineBreaks(target.value))}
          className={`${control} field-sizing-content resize-none py-2.5`}
        />
      )}
    </Labelled>
  )
}
