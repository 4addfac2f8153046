import type { Line } from '#domain/books/lines.ts'
import * as Money from '#domain/money/money.ts'

const height = 120

/** Returns, for example, '12,500'. */
export const plain = (number: number) => String(number).replace(/\B(?=(\d{3})+$)/g, ',')

export const naira = (amount: number) => Money.format(Money.naira(amount))

export const hourLabels = ['00:00', '06:00', '12:00', '18:00', '23:00']

type Measure = 'count' | 'amount'

/** Draws values as columns in the given sequence. A mark on a column shows the value in the previous range. */
export function Columns({
  lines,
  measure,
  labels,
  legend: [now, earlier] = ['this range', 'the range before'],
}: {
  lines: readonly Line[]
  measure: Measure
  labels: readonly string[]
  legend?: readonly [now: string, before: string]
}) {
  const before = measure === 'count' ? 'countBefore' : 'amountBefore'
  const highest = Math.max(1, ...lines.map((line) => Math.max(line[measure], line[before])))
  const tall = (amount: number) => (amount / highest) * height
  // A column and its gap are 10 units wide; the gap is 2 units.
  const width = lines.length * 10
  const isEach = labels.length === lines.length
  return (
    <div aria-hidden="true" className="grid gap-1">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className="h-32 w-full" role="presentation">
        {lines.map((line, place) => (
          <g key={line.key}>
            <rect
              x={place * 10 + 1}
              y={height - tall(line[measure])}
              width={8}
              height={tall(line[measure])}
              className="fill-leaf"
            />
            {line[before] > 0 && (
              <rect
                x={place * 10}
                y={Math.min(height - 2, height - tall(line[before]))}
                width={10}
                height={2}
                className="fill-text"
              />
            )}
          </g>
        ))}
        <rect x={0} y={height - 1} width={width} height={1} className="fill-edge" />
      </svg>
      <p
        className={`flex text-[min(0.8125rem,5.5vw)] text-soft ${isEach ? 'text-center *:w-0 *:flex-1' : 'justify-between'}`}
      >
        {labels.map((label) => (
          <span key={label}>{label}</span>
        ))}
      </p>
      <p className="flex flex-wrap gap-x-4 text-small text-soft">
        <span className="inline-flex items-center gap-1.5">
          <span className="size-3 bg-leaf" /> {now}
        </span>
        <span className="inline-flex items-center gap-1.5">
          <span className="h-0.5 w-4 bg-text" /> {earlier}
        </span>
      </p>
    </div>
  )
}

export function Bars({
  lines,
  measure,
  format,
  count = plain,
  most = 7,
}: {
  lines: readonly Line[]
  measure: Measure
  format: (amount: number) => string
  count?: (number: number) => string
  most?: number
}) {
  const shown = lines.slice(0, most)
  const highest = Math.max(1, ...shown.map((line) => line[measure]))
  return (
    <ul className="grid gap-2.5">
      {shown.map((line) => (
        <li key={line.key} className="grid gap-1 text-sm">
          <p className="flex justify-between gap-3">
            <span className="wrap-anywhere min-w-0">
              {measure === 'amount' && <span className="figures mr-2">{count(line.count)}</span>}
              {line.title}
            </span>
            <span className="figures shrink-0">{format(line[measure])}</span>
          </p>
          <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" className="h-1.5 w-full">
            <rect width={100} height={6} className="fill-raise2" />
            <rect width={(line[measure] / highest) * 100} height={6} className="fill-leaf" />
          </svg>
        </li>
      ))}
    </ul>
  )
}
