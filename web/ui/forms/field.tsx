import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react'
import { Icon } from '#web/ui/icon.tsx'

export type Around = { readonly label: string; readonly error?: string | undefined; readonly hint?: string | undefined }

// The scroll margin keeps the label in view when a wrong field is scrolled to.
export const control =
  'min-h-12 w-full scroll-mt-10 rounded-control border border-edge bg-ground px-4 text-text placeholder:text-soft aria-invalid:border-alarm disabled:opacity-60'

/**
 * The shortest limit, in characters, of a field that shows the hint of `cutHint`: people paste long texts, but type
 * names and numbers.
 */
const leastLength = 100

/** Returns a hint once a text has reached the field's limit, because the browser silently cuts a longer pasted text. */
export function cutHint(value: unknown, most: number | undefined): string | undefined {
  const isFull = most !== undefined && most >= leastLength && String(value ?? '').length >= most
  return isFull ? `Only ${most} characters fit. Please check how it ends.` : undefined
}

export function Field({
  label,
  error,
  hint,
  className = '',
  ...input
}: Around & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Labelled label={label} error={error} hint={cutHint(input.value, input.maxLength) ?? hint}>
      {(attributes) => <input {...input} {...attributes} className={`${control} ${className}`} />}
    </Labelled>
  )
}

export function Select({ label, error, hint, children, ...select }: Around & SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <Labelled label={label} error={error} hint={hint}>
      {(attributes) => (
        <span className="relative grid items-center">
          <select {...select} {...attributes} className={`${control} appearance-none pr-11`}>
            {children}
          </select>
          <Icon name="chevron" className="pointer-events-none absolute right-4 size-5 text-soft" />
        </span>
      )}
    </Labelled>
  )
}

type Attributes = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined }

export function Labelled({
  label,
  error,
  hint,
  children,
}: Around & { children: (attributes: Attributes) => ReactNode }) {
  const id = useId()
  const note = error ?? hint
  return (
    // Keeps the field's own height if the field beside it has a note.
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="font-semibold text-sm">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': note === undefined ? undefined : `${id}-note`,
      })}
      {note !== undefined && (
        <p id={`${id}-note`} className={`text-sm ${error === undefined ? 'text-soft' : 'text-alarm'}`}>
          {note}
        </p>
      )}
    </div>
  )
}
