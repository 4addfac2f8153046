import { type ReactNode, useId } from 'react'
import { RadioRow } from './option-row.tsx'

type Props<Value extends string> = {
  readonly legend: string
  readonly name: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly options: readonly {
    readonly value: Value
    readonly label: string
    readonly hint?: ReactNode
    readonly disabled?: boolean
  }[]
  readonly error?: string | undefined
}

export function Choice<Value extends string>({ legend, name, value, onChange, options, error }: Props<Value>) {
  const note = useId()
  return (
    <fieldset aria-describedby={error ? note : undefined} className="grid min-w-0 gap-2">
      <legend className="mb-2 font-semibold text-sm">{legend}</legend>
      <div className={`grid gap-2 ${options.length === 3 ? 'sm:grid-cols-3' : 'sm:grid-cols-2'}`}>
        {options.map((option) => (
          <div
            key={option.value}
            className="flex rounded-control border border-line px-3 has-checked:border-ember has-checked:bg-raise2"
          >
            <RadioRow
              name={name}
              value={option.value}
              label={option.label}
              hint={option.hint}
              disabled={option.disabled}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
          </div>
        ))}
      </div>
      {error && (
        <p id={note} className="text-alarm text-sm">
          {error}
        </p>
      )}
    </fieldset>
  )
}
