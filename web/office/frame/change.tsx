type Props = {
  readonly now: number
  readonly before: number
  /** How a difference is written: '₦4,000'. */
  readonly format: (amount: number) => string
  /** True where more is bad news: cancelled orders. */
  readonly isBad?: boolean
  /** True where the difference is also shown in percent. */
  readonly isPercent?: boolean
  /** 'than yesterday by 17:00'. */
  readonly than?: string
}

/** The highest shown percentage: beyond double, the earlier figure is too small to compare with. */
const highestPercent = 100

/**
 * Compares a figure with the range before, in words and with a shape for each direction, because colour alone must not
 * carry the meaning.
 */
export function Change({ now, before, format, isBad = false, isPercent = true, than = '' }: Props) {
  const more = now - before
  if (more === 0) return <p className="text-sm text-soft">as before</p>
  const isGood = more > 0 !== isBad
  const percent = isPercent && before > 0 ? Math.round((Math.abs(more) / before) * 100) : 0
  return (
    <p className={`text-sm ${isGood ? 'text-leaf' : 'text-alarm'}`}>
      <span aria-hidden="true">{more > 0 ? '▲ ' : '▼ '}</span>
      {format(Math.abs(more))} {more > 0 ? 'more' : 'less'}
      {percent > 0 && percent <= highestPercent && `, ${percent}\u00a0%`}
      {than && ` ${than}`}
    </p>
  )
}
