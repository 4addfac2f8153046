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
  /** True for two short options in one row, without their legend. */
  readonly compact?: boolean
}

export function Choice<Value extends string>({
  legend,
  name,
  value,
  onChange,
  options,
  error,
  compact = false,
}: Props<Value>) {
  const note = useId()
  return (
    <fieldset aria-describedby={error ? note : undefined} className="grid min-w-0 gap-2">
      <legend className={compact ? 'sr-only' : 'mb-2 font-semibold text-sm'}>{legend}</legend>
      <div
        className={
          compact
            ? 'grid grid-cols-2 rounded-control bg-raise2 p-1 text-center font-semibold'
            : `grid gap-2 ${options.length === 3 ? 'sm:grid-cols-3' : 'sm:grid-cols-2'}`
        }
      >
        {options.map((option) => (
          <div
            key={option.value}
            className={
              compact
                ? 'relative flex rounded-[10px] px-2 has-checked:bg-raise has-checked:shadow-card has-focus-visible:outline-3 has-focus-visible:outline-text [&_input]:absolute [&_input]:inset-0 [&_input]:size-full [&_input]:opacity-0'
                : 'flex rounded-control border border-line px-3 has-checked:border-ember has-checked:bg-raise2'
            }
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
