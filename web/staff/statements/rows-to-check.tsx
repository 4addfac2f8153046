import type { ReadStatement } from '#contract/books/statements.ts'
import * as BusinessDay from '#domain/books/business-day.ts'
import { explainBreak, signed } from '#domain/books/explain-break.ts'
import { sum } from '#domain/books/kobo.ts'
import { Summary } from '#web/staff/summary.tsx'
import { dayOf } from './day-of.ts'

const around = 2

/**
 * The most rows that are listed. If the columns are assigned wrongly, every row of the file fails its check, and the
 * list would be endless.
 */
const mostNamed = 30

type Line = ReadStatement['lines'][number]

/** The rows whose balance does not follow from the row before, with their faults and neighbouring rows. */
export function RowsToCheck({ statement: { lines, proof } }: { statement: ReadStatement }) {
  const { breaks } = proof
  if (breaks.length === 0) return null
  return (
    <section aria-label="Rows that do not add up" className="grid gap-1">
      <h3 className="text-lg">Check these rows first</h3>
      <p className="text-sm text-soft">
        Transfers in these rows, and in the rows until the balances add up again, are confirmed one by one.
      </p>
      <ul className="grid divide-y divide-line">
        {breaks.slice(0, mostNamed).map((found) => {
          const { title, detail } = explainBreak(found, { lines, breaks })
          const at = lines.findIndex(({ line }) => line === found.line)
          const line = lines[at]
          return (
            <li key={found.line} className="wrap-anywhere grid gap-1 border-alarm border-l-4 py-2.5 pl-3">
              <div className="flex flex-wrap items-baseline justify-between gap-x-3">
                <h4 className="font-semibold text-alarm">
                  Row {found.line}: {title}
                </h4>
                {line && <strong className="figures ml-auto">{signed(amountOf(lines, found.line))}</strong>}
              </div>
              <p className="text-sm text-soft">
                {line && `${momentOf(line)}. `}
                {detail}
              </p>
              {line && <Around lines={lines.slice(Math.max(0, at - around), at + around + 1)} of={found.line} />}
            </li>
          )
        })}
      </ul>
      {breaks.length > mostNamed && <p className="text-sm">And {breaks.length - mostNamed} more rows.</p>}
    </section>
  )
}

function Around({ lines, of }: { lines: readonly Line[]; of: number }) {
  const numbers = lines.map(({ line }) => line)
  return (
    <details>
      <Summary className="text-sm">
        See rows {Math.min(...numbers)} to {Math.max(...numbers)}
      </Summary>
      <ul className="grid gap-1 text-sm">
        {lines.map((line, at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has a second line for its charge
            key={`${line.line} ${at}`}
            className={`flex flex-wrap justify-between gap-x-3 rounded-control px-2 py-1 ${line.line === of ? 'bg-wash-alarm' : ''}`}
          >
            <span className="min-w-0 grow basis-40">
              <span className="text-soft">Row {line.line}</span> {BusinessDay.wordsOf(line)}
            </span>
            <span className="figures">
              {signed(line.amount)}
              {line.balance !== null && <span className="text-soft"> leaves {BusinessDay.format(line.balance)}</span>}
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Returns the amount of a row. A charge in a separate column is a second line of the row. */
const amountOf = (lines: readonly Line[], row: number) =>
  sum(lines.flatMap(({ line, amount }) => (line === row ? amount : [])))

const momentOf = ({ day, time }: Line) =>
  [day === null ? 'No day' : dayOf(day), time?.slice(0, 5)].filter(Boolean).join(', ')
