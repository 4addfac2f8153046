import type { Figures } from '#contract/books/figures.ts'
import { averageMinutes, averageOrder, keptPromises } from '#domain/books/figures.ts'
import { Change } from '#web/office/frame/change.tsx'
import { naira, plain } from '#web/office/frame/charts.tsx'
import { byLastHour } from '#web/office/frame/figures-query.ts'
import { isOnlyToday } from './presets.ts'

const percent = (part: number) => `${part} %`

type Sum = {
  readonly count: number
  readonly amount: number
  readonly countBefore: number
  readonly amountBefore: number
}

const all = (lines: readonly Sum[], field: keyof Sum) => lines.reduce((sum, line) => sum + line[field], 0)

type Tile = {
  readonly title: string
  readonly now: number | undefined
  readonly before: number | undefined
  readonly format: (amount: number) => string
  /** Formats the difference from the previous range. By default, `format` is used. */
  readonly formatMore?: (amount: number) => string
  readonly isBad?: boolean
}

/** The totals of the range. Totals that can be compared are shown with the change since the previous range. */
export function Headlines({ figures: { range, sales, fees, takenOff, tables } }: { figures: Figures }) {
  const { cancelled, refunded, promise, waiting, cooking, riding } = tables
  const soFar = isOnlyToday(range, Date.now()) ? byLastHour(tables.hour) : undefined
  const compared = soFar ?? { ...sales, than: '' }
  /**
   * Returns the sum of the previous range; undefined if the range is only the unfinished day, which cannot be compared
   * with a whole day.
   */
  const sumBefore = (sum: number) => (soFar ? undefined : sum)
  const minutes = (title: string, lines: typeof waiting): Tile => ({
    title,
    now: averageMinutes(lines),
    before: averageMinutes(lines, 'before'),
    format: (amount) => `${amount} min`,
    isBad: true,
  })
  const tiles: readonly Tile[] = [
    { title: 'Orders', now: sales.count, before: sumBefore(sales.countBefore), format: plain },
    {
      title: 'Average order',
      now: averageOrder(sales.amount, sales.count),
      before: averageOrder(sales.amountBefore, sales.countBefore),
      format: naira,
    },
    {
      title: 'Ready as promised',
      now: keptPromises(promise),
      before: keptPromises(promise, 'before'),
      format: percent,
      formatMore: (points) => `${points} ${points === 1 ? 'point' : 'points'}`,
    },
    {
      title: 'Cancelled',
      now: all(cancelled, 'count'),
      before: sumBefore(all(cancelled, 'countBefore')),
      format: plain,
      isBad: true,
    },
    {
      title: 'Refunded',
      now: all(refunded, 'amount'),
      before: sumBefore(all(refunded, 'amountBefore')),
      format: naira,
      isBad: true,
    },
    minutes('Waiting, on average', waiting),
    minutes('Cooking, on average', cooking),
    minutes('Riding, on average', riding),
  ]
  return (
    <section aria-label="Totals" className="grid grid-cols-1 gap-4 rounded-card bg-raise p-4 shadow-card sm:p-5">
      <div>
        <h2 className="font-normal font-sans text-base text-soft tracking-normal">Sales</h2>
        <p className="figures text-[min(2.25rem,12vw)] leading-tight">{naira(sales.amount)}</p>
        <Change now={compared.amount} before={compared.amountBefore} format={naira} than={compared.than} />
        <p className="mt-2 text-sm text-soft">
          Totals of orders that were not cancelled, with {naira(fees.amount)} for {plain(fees.count)}{' '}
          {fees.count === 1 ? 'delivery' : 'deliveries'}.
          {takenOff.count > 0 &&
            ` Sold-out dishes were taken off or replaced ${takenOff.count === 1 ? 'once' : `${plain(takenOff.count)} times`}: ${naira(takenOff.amount)} less.`}
        </p>
      </div>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,20%)),1fr))] gap-x-4 gap-y-3 border-line border-t pt-3">
        {tiles.map(({ title, now, before, format, formatMore, isBad }) => (
          <div key={title}>
            <dt className="text-sm text-soft">{title}</dt>
            <dd>
              <p className="figures text-xl">{now === undefined ? 'None' : format(now)}</p>
              {now !== undefined && before !== undefined && (
                <Change
                  now={now}
                  before={before}
                  format={formatMore ?? format}
                  isPercent={formatMore === undefined}
                  isBad={isBad ?? false}
                />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
