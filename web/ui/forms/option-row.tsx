import type { InputHTMLAttributes, ReactNode } from 'react'
import { Icon } from '#web/ui/icon.tsx'

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'className' | 'children'> & {
  readonly label: ReactNode
  readonly aside?: ReactNode
  readonly hint?: ReactNode
}

const mark =
  'size-6 shrink-0 appearance-none border-2 border-soft bg-transparent transition-[border-width,background-color] ' +
  'duration-150 disabled:opacity-50 forced-colors:appearance-auto'

export function RadioRow(props: Props) {
  return (
    <Row {...props}>
      {(input) => (
        <input {...input} type="radio" className={`${mark} rounded-full checked:border-8 checked:border-ember`} />
      )}
    </Row>
  )
}

export function CheckRow(props: Props) {
  return (
    <Row {...props}>
      {(input) => (
        <span className="relative grid shrink-0 text-on-ember">
          <input
            {...input}
            type="checkbox"
            className={`${mark} peer rounded-lg checked:border-ember checked:bg-ember`}
          />
          <span className="pointer-events-none absolute inset-0 hidden place-items-center peer-checked:grid forced-colors:hidden">
            <Icon name="check" className="size-4.5" />
          </span>
        </span>
      )}
    </Row>
  )
}

function Row({
  label,
  aside,
  hint,
  children,
  ...input
}: Props & { children: (input: InputHTMLAttributes<HTMLInputElement>) => ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control comes from `children`
    <label
      className={`flex min-h-12 min-w-0 flex-1 items-center gap-3 py-1.5 ${input.disabled ? 'cursor-not-allowed' : ''}`}
    >
      {children(input)}
      <span className={`min-w-0 flex-1 ${input.disabled ? 'text-soft' : ''}`}>
        {label}
        {hint !== undefined && <span className="block text-soft text-sm">{hint}</span>}
      </span>
      {aside !== undefined && <span className={`text-right ${input.disabled ? 'text-soft' : ''}`}>{aside}</span>}
    </label>
  )
}
