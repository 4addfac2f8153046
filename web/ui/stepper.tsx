import { Icon } from './icon.tsx'

type Props = {
  readonly value: number
  readonly onChange: (value: number) => void
  /** What is counted: 'Half Chicken', for example. */
  readonly label: string
  readonly least?: number
  readonly most: number
  /** If set, the minus at `least` calls this. */
  readonly onRemove?: () => void
  /** True for a narrower stepper beside a button. */
  readonly compact?: boolean
  /** 'ember' is for a stepper that replaces a '+' button. */
  readonly variant?: 'plain' | 'ember'
}

export function Stepper({
  value,
  onChange,
  label,
  least = 1,
  most,
  onRemove,
  compact = false,
  variant = 'plain',
}: Props) {
  return (
    <fieldset
      aria-label={`Quantity of ${label}`}
      className={`stepper ${compact ? 'stepper-compact' : ''} ${variant === 'ember' ? 'stepper-ember' : ''}`}
    >
      <button
        type="button"
        disabled={value <= least && !onRemove}
        onClick={() => (value <= least && onRemove ? onRemove() : onChange(value - 1))}
        aria-label={value <= least && onRemove ? `Remove ${label}` : `One ${label} less`}
      >
        <Icon name={value <= least && onRemove ? 'bin' : 'minus'} />
      </button>
      <span aria-live="polite">{value}</span>
      <button
        type="button"
        disabled={value >= most}
        onClick={() => onChange(value + 1)}
        aria-label={`One ${label} more`}
      >
        <Icon name="plus" />
      </button>
    </fieldset>
  )
}
