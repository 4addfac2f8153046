type Props = {
  readonly now: number
  readonly before: number
  /** How a difference is written: '₦4,000'. */
  readonly format: (amount: number) => string
  /** More of it is bad news: cancelled orders. */
  readonly isBad?: boolean
  /** Whether the difference is told as a part of what was before, too. */
  readonly isPercent?: boolean
  /** 'than yesterday by 17:00'. */
  readonly than?: string
}

/** The highest percentage that is told: beyond twice as much, what was before is too small to be a measure. */
const highestPercent = 100

/** How a figure compares with the range before: in words, with a shape of each direction, and never by its colour alone. */
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
