import type { ReactNode } from 'react'
import type { ReadStatement } from '#contract/books/statements.ts'
import * as BusinessDay from '#domain/books/business-day.ts'
import { signed } from '#domain/books/explain-break.ts'
import type { LineKind } from '#domain/books/statements/statement-kinds.ts'
import { Summary } from '#web/staff/summary.tsx'

export type StatementRow = {
  readonly row: number
  readonly title: string
  readonly text: string
  readonly amount?: number
}

const mostShown = 100

const kinds: Readonly<Record<LineKind, string>> = {
  customer: 'Transfers',
  sweep: 'Sweeps',
  charge: 'Charges',
  levy: 'Levies',
  reversal: 'Reversals',
  failed: 'Failed',
}
const reasons = {
  total: 'Totals',
  opening: 'Opening balance',
  closing: 'Closing balance',
  'no-money': 'No money',
} as const

/** Returns the rows that are not customers' money, in the order of the file. */
export function setAsideRows({ lines, setAside }: ReadStatement): StatementRow[] {
  const moved = lines.flatMap(({ line, kind, amount, ...words }): StatementRow[] =>
    kind === 'customer' ? [] : [{ row: line, title: kinds[kind], text: BusinessDay.wordsOf(words), amount }],
  )
  const others = setAside.map(({ row, reason, text }): StatementRow => ({ row, title: reasons[reason], text }))
  return [...moved, ...others].sort((a, b) => a.row - b.row)
}

export function countsByTitle(rows: readonly StatementRow[]): string {
  const counts = Map.groupBy(rows, ({ title }) => title)
  return [...counts].map(([title, all]) => `${title.toLowerCase()} ${all.length}`).join(' · ')
}

type Props = {
  readonly statement: ReadStatement
  readonly withoutOrder?: readonly StatementRow[]
}

/** The rows that need no action: set aside with a reason, unread, or without an order. */
export function StatementRemainder({ statement, withoutOrder = [] }: Props) {
  const aside = setAsideRows(statement)
  const { unread } = statement
  return (
    <div className="grid divide-y divide-line border-line border-y empty:hidden">
      {unread.length > 0 && (
        <Folded
          title={unread.length === 1 ? '1 row cannot be read' : `${unread.length} rows cannot be read`}
          tone="text-alarm"
        >
          {unread.slice(0, mostShown).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </Folded>
      )}
      {withoutOrder.length > 0 && (
        <Folded title={`No order: ${withoutOrder.length}`}>
          <Rows rows={withoutOrder} />
        </Folded>
      )}
      {aside.length > 0 && (
        <Folded title={`Set aside: ${countsByTitle(aside)}`}>
          {[...Map.groupBy(aside, ({ title }) => title)].map(([title, rows]) => (
            <li key={title}>
              <h4 className="font-semibold">{title}</h4>
              <ul className="grid gap-1">
                <Rows rows={rows} />
              </ul>
            </li>
          ))}
        </Folded>
      )}
    </div>
  )
}

function Rows({ rows }: { rows: readonly StatementRow[] }) {
  return (
    <>
      {rows.slice(0, mostShown).map(({ row, text, amount }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has a second line for its charge
        <li key={`${row} ${at}`} className="flex flex-wrap justify-between gap-x-3">
          <span className="min-w-0 grow basis-40">
            <span className="text-soft">Row {row}</span> {text}
          </span>
          {amount !== undefined && <span className="figures">{signed(amount)}</span>}
        </li>
      ))}
      {rows.length > mostShown && <li>And {rows.length - mostShown} more.</li>}
    </>
  )
}

function Folded({ title, tone = '', children }: { title: string; tone?: string; children: ReactNode }) {
  return (
    <details>
      <Summary className={tone}>{title}</Summary>
      <ul className="wrap-anywhere grid gap-1 pb-3 text-sm">{children}</ul>
    </details>
  )
}
