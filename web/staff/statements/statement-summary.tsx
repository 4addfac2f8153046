import type { ReactNode } from 'react'
import type { ReadStatement } from '#contract/books/statements.ts'
import * as BusinessDay from '#domain/books/business-day.ts'
import { Icon } from '#web/ui/icon.tsx'
import { dayOf } from './day-of.ts'

export type Tile = { readonly count: number; readonly name: string; readonly note: string; readonly tone?: string }

export const checkTile = (count: number): Tile => ({
  count,
  name: 'To check',
  ...(count > 0 ? { note: 'one by one', tone: 'text-alarm' } : { note: 'nothing' }),
})

export const unreadTile = (count: number): Tile => ({
  count,
  name: 'Unread',
  ...(count > 0 ? { note: 'named below', tone: 'text-alarm' } : { note: 'nothing lost' }),
})

type Props = {
  readonly statement: ReadStatement
  /** The account that the statement is for, or the file if the account is unknown. */
  readonly name: string
  readonly tiles: readonly Tile[]
}

export function StatementSummary({ statement, name, tiles }: Props) {
  const { layout, lines, proof } = statement
  const days = lines.flatMap(({ day }) => day ?? []).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  return (
    <section aria-label="What was read" className="@container grid gap-3">
      <div className="wrap-anywhere">
        <h3 className="text-lg">{name}</h3>
        <p role="status" className="text-sm text-soft">
          {first && last && `${first === last ? dayOf(first) : `${dayOf(first)} to ${dayOf(last)}`} · `}
          {proof.rows === 1 ? '1 row' : `${proof.rows} rows`}
          {layout && ` · read like a statement of ${layout}`}
        </p>
      </div>
      <ProofBand proof={proof} />
      <ul className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line @lg:grid-cols-3 @4xl:flex">
        {tiles.map(({ count, name: title, note, tone = '' }) => (
          <li key={title} className="flex flex-auto items-center gap-3 bg-raise p-3">
            <strong className={`figures text-2xl ${tone}`}>{count}</strong>
            <span className="min-w-0 text-sm leading-snug">
              <span className="block font-semibold">{title}</span>
              <span className="block text-soft">{note}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shows opening + in − out = closing, and the number of rows whose balance follows from the row before. */
function ProofBand({ proof }: Pick<ReadStatement, 'proof'>) {
  const { opening, closing, holds, provenRows, rows, breaks } = proof
  if (opening === null || closing === null) {
    return (
      <Band tone="bg-wash-plantain">
        <Sum name="in" amount={proof.in} />
        <Sign sign="−" />
        <Sum name="out" amount={proof.out} />
        <p className="ml-auto max-w-72 text-sm">
          <strong className="block">Nothing proves this statement</strong>
          This statement has no balances. Each row is taken as the bank wrote it.
        </p>
      </Band>
    )
  }
  return (
    <Band tone={holds ? 'bg-wash-leaf' : 'bg-wash-alarm'}>
      <Sum name="Opening" amount={opening} />
      <Sign sign="+" />
      <Sum name="in" amount={proof.in} />
      <Sign sign="−" />
      <Sum name="out" amount={proof.out} />
      <Sign sign={holds ? '=' : '≠'} />
      <Sum name="closing" amount={closing} />
      <p className="ml-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-1 text-sm">
        <strong>
          {holds ? 'Every row adds up' : `${provenRows} of ${rows} rows proven`}
          {!holds && breaks[0] && <span className="block font-normal">first wrong: row {breaks[0].line}</span>}
        </strong>
        {holds && (
          <span className="flex items-center gap-1.5 rounded-full bg-leaf px-3 py-1.5 font-semibold text-on-leaf">
            <Icon name="check" className="size-4" />
            proven
          </span>
        )}
      </p>
    </Band>
  )
}

const Band = ({ tone, children }: { tone: string; children: ReactNode }) => (
  <div className={`flex flex-wrap items-end gap-x-3 gap-y-2 rounded-card p-4 ${tone}`}>{children}</div>
)

const Sign = ({ sign }: { sign: string }) => <span className="pb-0.5 font-bold text-soft text-lg">{sign}</span>

function Sum({ name, amount }: { name: string; amount: number }) {
  return (
    <p className="leading-tight">
      <span className="block text-sm text-soft">{name}</span>
      <strong className="figures text-lg">{BusinessDay.format(amount)}</strong>
    </p>
  )
}
