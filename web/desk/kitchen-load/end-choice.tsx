import { useId } from 'react'
import * as Lagos from '#domain/restaurant/lagos.ts'
import { Field } from '#web/ui/forms/field.tsx'

/** The lengths of a pause or rush by key: minutes, 'opening' for the next opening, or 'time' for a typed time. */
const lengths = {
  15: '15 min',
  30: '30 min',
  60: '1 hour',
  120: '2 hours',
  opening: 'Next opening',
  time: 'A time',
} as const

/** `length` is a key of `lengths`; `time` is Lagos time, such as '21:00'. */
export type ChosenEnd = { readonly length: string; readonly time: string }

/** Returns the chosen end as an instant, null for the next opening, or undefined until a time is typed. */
export function endOf({ length, time }: ChosenEnd, now: number): string | null | undefined {
  if (length === 'opening') return null
  if (length === 'time') return time === '' ? undefined : new Date(Lagos.nextTime(time, now)).toISOString()
  const end = now + Number(length) * Lagos.minute
  return new Date(Math.floor(end / Lagos.minute) * Lagos.minute).toISOString()
}

type Props = {
  readonly legend: string
  readonly chosen: ChosenEnd
  readonly onChange: (chosen: ChosenEnd) => void
  readonly error?: string | undefined
}

export function EndChoice({ legend, chosen, onChange, error }: Props) {
  const name = useId()
  return (
    <>
      <fieldset className="min-w-0">
        <legend className="mb-2 font-semibold text-sm">{legend}</legend>
        <div className="flex flex-wrap gap-2">
          {Object.entries(lengths).map(([length, label]) => (
            <label
              key={length}
              className="flex min-h-11 flex-1 cursor-pointer items-center justify-center whitespace-nowrap rounded-control bg-raise2 px-3 text-control has-checked:bg-text has-checked:font-semibold has-checked:text-ground has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
            >
              <input
                type="radio"
                name={name}
                value={length}
                checked={chosen.length === length}
                onChange={() => onChange({ ...chosen, length })}
                className="sr-only"
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      {chosen.length === 'time' && (
        <Field
          label="Until"
          name="until"
          type="time"
          value={chosen.time}
          error={error}
          onChange={(event) => onChange({ ...chosen, time: event.target.value })}
          required
        />
      )}
    </>
  )
}
