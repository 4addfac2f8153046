type Props = {
  readonly value: number
  readonly onChange: (value: number) => void
  /** What is counted: 'Half Chicken'. */
  readonly label: string
  readonly least?: number
  readonly most: number
}

/** A quantity between two buttons. */
export function Stepper({ value, onChange, label, least = 1, most }: Props) {
  const button = 'grid size-11 place-items-center rounded-control text-xl font-semibold disabled:opacity-35'
  return (
    <div
      role="group"
      aria-label={`Quantity of ${label}`}
      className="inline-flex items-center rounded-control bg-raise2"
    >
      <button
        type="button"
        className={button}
        disabled={value <= least}
        onClick={() => onChange(value - 1)}
        aria-label={`One ${label} less`}
      >
        −
      </button>
      <output className="figures min-w-6 text-center">{value}</output>
      <button
        type="button"
        className={button}
        disabled={value >= most}
        onClick={() => onChange(value + 1)}
        aria-label={`One ${label} more`}
      >
        +
      </button>
    </div>
  )
}
