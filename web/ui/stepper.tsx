import { Icon } from './icon.tsx'

type Props = {
  readonly value: number
  readonly onChange: (value: number) => void
  /** What is counted: 'Half Chicken'. */
  readonly label: string
  readonly least?: number
  readonly most: number
  /** Makes of the minus at `least` the removal of what is counted. */
  readonly onRemove?: () => void
  /** Narrower, to share a row of a card with a button. */
  readonly compact?: boolean
  /** Ember fills its place, where a '+' stood. */
  readonly look?: 'plain' | 'ember'
}

/** A quantity between two buttons. */
export function Stepper({ value, onChange, label, least = 1, most, onRemove, compact = false, look = 'plain' }: Props) {
  const button = 'grid size-11 place-items-center rounded-control disabled:opacity-40'
  return (
    <fieldset
      aria-label={`Quantity of ${label}`}
      className={`min-w-0 shrink-0 items-center ${look === 'ember' ? 'flex justify-between rounded-full bg-ember text-on-ember' : 'inline-flex rounded-control bg-raise2'}`}
    >
      <button
        type="button"
        className={button}
        disabled={value <= least && !onRemove}
        onClick={() => (value <= least && onRemove ? onRemove() : onChange(value - 1))}
        aria-label={value <= least && onRemove ? `Remove ${label}` : `One ${label} less`}
      >
        <Icon name={value <= least && onRemove ? 'bin' : 'minus'} className="size-4" />
      </button>
      <span aria-live="polite" className={`figures text-center ${compact ? 'min-w-5 text-sm' : 'min-w-7'}`}>
        {value}
      </span>
      <button
        type="button"
        className={button}
        disabled={value >= most}
        onClick={() => onChange(value + 1)}
        aria-label={`One ${label} more`}
      >
        <Icon name="plus" className="size-4" />
      </button>
    </fieldset>
  )
}
