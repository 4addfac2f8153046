type Props = {
  readonly now: number
  readonly before: number
  readonly format: (amount: number) => string
  /** True if an increase is bad, as for cancelled orders. */
  readonly isBad?: boolean
  readonly isPercent?: boolean
  /** Words after a difference, such as 'than yesterday by 17:00'. */
  readonly than?: string
}

/**
 * The highest increase that is shown in percent. If a figure has more than doubled, the earlier figure is too small for
 * a meaningful percentage.
 */
const highestPercent = 100

/**
 * Shows the change of a figure since the previous range. Each direction has words and a shape, because some people see
 * no colours.
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
