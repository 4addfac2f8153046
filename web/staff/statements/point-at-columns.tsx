import { useState } from 'react'
import type { ReadStatement } from '#contract/books/statements.ts'
import * as Csv from '#domain/text/csv.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { Columns } from './read-statement.ts'

const labels = {
  day: 'Day',
  time: 'Time',
  narration: 'Narration',
  sender: 'Sender',
  credit: 'Money in',
  debit: 'Money out',
  amount: 'Amount ±',
  direction: 'CR or DR',
  charge: 'Charge',
  balance: 'Balance',
  session: 'Session id',
  reference: 'Reference',
  status: 'Status',
} as const
type Field = keyof typeof labels

type Props = {
  readonly statement: ReadStatement
  readonly busy: boolean
  readonly account: string
  readonly onRead: (columns: Columns) => void
}

/** The first rows of a file. Above each column a person chooses the field that the column contains. */
export function PointAtColumns({
  statement: { head, first, columns: guessed, needsColumns },
  busy,
  account,
  onRead,
}: Props) {
  const [columns, setColumns] = useState<Columns>(guessed)
  const width = Math.max(head.length, ...first.map(({ cells }) => cells.length))
  const places = Array.from({ length: width }, (_, at) => at)
  const missing = missingOf(columns)
  return (
    <section aria-label="Columns" className="grid gap-3">
      <div>
        <h3 className="text-lg">Point at the columns</h3>
        <p className="text-sm text-soft">
          {needsColumns && 'The headings of this file do not say enough. '}
          You do this once{account && ` for ${account}`}: every later file with this heading is read the same way.
        </p>
      </div>
      <ul className="grid rounded-card border border-line max-lg:divide-y max-lg:divide-line lg:auto-cols-[minmax(9rem,1fr)] lg:grid-flow-col lg:divide-x lg:divide-line lg:overflow-x-auto">
        {places.map((at) => (
          <li key={at} className="grid min-w-0 content-start max-lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
            <div className="p-1 max-lg:row-span-2">
              <ColumnSelect at={at} heading={head[at] ?? ''} columns={columns} onChange={setColumns} />
            </div>
            <strong className="wrap-anywhere px-3 py-2 text-sm lg:bg-raise2">
              {head[at]?.trim() || `Column ${Csv.letter(at)}`}
            </strong>
            <ul className="pb-2 text-sm lg:divide-y lg:divide-line">
              {first.map(({ row, cells }, index) => (
                <li
                  key={row}
                  title={cells[at]}
                  className={`min-h-5 truncate px-3 lg:min-h-9 lg:py-2 ${index > 1 ? 'max-lg:hidden' : ''}`}
                >
                  {cells[at]?.slice(0, 80)}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <Button
        busy={busy}
        disabled={missing !== undefined}
        variant={needsColumns ? 'primary' : 'secondary'}
        onClick={() => onRead(columns)}
      >
        Read it by these columns
      </Button>
      {missing !== undefined && <p className="text-sm">{missing}</p>}
    </section>
  )
}

type SelectProps = {
  readonly at: number
  readonly heading: string
  readonly columns: Columns
  readonly onChange: (columns: Columns) => void
}

function ColumnSelect({ at, heading, columns, onChange }: SelectProps) {
  const field = (Object.keys(labels) as Field[]).find((name) => columns[name] === at)
  function choose(name: string) {
    const others = Object.entries(columns).filter(([other, column]) => other !== name && column !== at)
    onChange(Object.fromEntries(name === '' ? others : [...others, [name, at]]))
  }
  return (
    <span className="relative grid items-center">
      <select
        aria-label={`What is in ${heading.trim() || `column ${Csv.letter(at)}`}`}
        value={field ?? ''}
        onChange={({ target }) => choose(target.value)}
        className={`min-h-11 w-full appearance-none rounded-control py-1 pr-9 pl-3 ${
          field === undefined ? 'bg-raise2 text-soft' : 'bg-wash-leaf font-semibold text-text'
        }`}
      >
        <option value="">Not used</option>
        {Object.entries(labels).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      <Icon name="chevron" className="pointer-events-none absolute right-2.5 size-5" />
    </span>
  )
}

/** Returns a sentence about the columns that are still needed to read the rows; undefined if none is. */
function missingOf({ narration, sender, credit, debit, amount, day }: Columns): string | undefined {
  const hasMoney = amount !== undefined || credit !== undefined || (debit !== undefined && day !== undefined)
  const hasText = narration !== undefined || sender !== undefined
  if (hasMoney && hasText) return undefined
  if (hasMoney) return 'Say which column has the narration.'
  return hasText
    ? 'Say which column has the amount, or the money in.'
    : 'Say which columns have the narration and the amount.'
}
