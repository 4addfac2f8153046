import { Icon } from './icon.tsx'

type Props = {
  readonly value: number
  readonly onChange: (value: number) => void
  /** The counted thing: 'Half Chicken'. */
  readonly label: string
  readonly least?: number
  readonly most: number
  /** The minus at `least` removes the counted thing. */
  readonly onRemove?: () => void
  /** True for a narrower stepper, which shares a row of a card with a button. */
  readonly compact?: boolean
  /** Filled with ember, in place of a '+'. */
  readonly variant?: 'plain' | 'ember'
}

/** A quantity between two buttons. */
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
