import type { Row } from '../../text/csv.ts'
import { isHeading, openTable, plainText, type Table } from './statement-columns.ts'
import { guessColumns, suggestColumns } from './statement-guess.ts'
import { type Columns, foldHeading } from './statement-heading.ts'
import { longest, type SetAside, type StatementLine } from './statement-line.ts'
import { type Proof, prove } from './statement-proof.ts'
import { RowReader } from './statement-rows.ts'
import { plainTable } from './statement-table.ts'

/** The most rows of one file: a month of a busy restaurant. */
export const mostRows = 10_000

/**
 * The largest sum of money in plus money out of one statement, in kobo: a tenth of what a column of sums can hold
 * (`withKobo` of server/db/schema.ts).
 */
const mostMoved = 10_000_000_000_000

/**
 * Returns the reason why the lines of a statement cannot be compared with the records, as a sentence; undefined if they
 * can. Amounts are naira.
 */
export function faultOf(
  lines: readonly {
    readonly amount: number
    readonly narration: string
    readonly sender: string
    readonly sessionId: string
  }[],
): string | undefined {
  if (lines.length > mostRows) {
    return `This statement has ${lines.length} lines. Import a shorter one: ${mostRows} lines at most.`
  }
  const isLong = (line: (typeof lines)[number]) =>
    (Object.keys(longest) as (keyof typeof longest)[]).some((field) => line[field].length > longest[field])
  if (lines.some(isLong)) return 'A line of this statement is too long to be read. Import the statement again.'
  const moved = lines.reduce((sum, { amount }) => sum + Math.abs(amount), 0)
  return moved * 100 <= mostMoved
    ? undefined
    : 'The amounts of this statement are too high to be right. Check its columns.'
}

/** A parsed statement. */
export type Statement = {
  /** The bank of its layout; null if unknown. */
  readonly layout: string | null
  readonly head: Row
  readonly columns: Columns
  /** The first rows below the heading, for assigning their columns. */
  readonly first: readonly Row[]
  /** True if no line was read because a person has to assign the columns. */
  readonly needsColumns: boolean
  readonly lines: readonly StatementLine[]
  readonly setAside: readonly SetAside[]
  /** A sentence for each unreadable row. */
  readonly unread: readonly string[]
  readonly proof: Proof
  /** The text above the heading, which names the account. */
  readonly above: string
}

/** The columns that a person assigned for an account's statements, with the heading that they apply to. */
export type Mapping = { readonly head: readonly string[]; readonly columns: Columns }

type Options = {
  readonly mapping?: Mapping | undefined
  /** `YYYY-MM-DD`. A day without a year is read as the last such day up to `today`. */
  readonly today?: string
}

/** Reads a statement from the rows of its file. Returns a sentence if the file has no lines. */
export function read(rows: readonly Row[], { mapping, today }: Options = {}): Statement | string {
  if (rows.length > mostRows) return `This file has more than ${mostRows} rows. Choose a shorter time.`
  const opened = (mapping && mappedTable(rows, mapping)) ?? openTable(rows)
  if (!opened) {
    return 'We find no heading with a narration and an amount. Choose the statement that the bank gives as CSV or Excel file.'
  }
  const table = plainTable(opened)
  const isMapped = mapping !== undefined && table.columns === mapping.columns
  const columns = isMapped || isComplete(table.columns) ? table.columns : guessColumns(table)
  const needsColumns = !isHeading(columns)
  const found = needsColumns
    ? {
        ...{ columns: suggestColumns({ ...table, columns }), lines: [], setAside: [], unread: [] },
        proof: prove([]),
      }
    : provenRead({ ...table, columns }, { today, isMapped })
  return {
    layout: table.layout?.name ?? null,
    head: table.head,
    first: table.rows.slice(0, 5),
    needsColumns,
    ...found,
    above: plainText(table.above),
  }
}

const noMoney: Columns = Object.fromEntries(
  ['credit', 'debit', 'amount', 'direction', 'charge', 'before', 'balance'].map((field) => [field, undefined]),
)

/**
 * Reads the rows. If a balance does not add up, reads the rows again without the charges, which the amounts may
 * include. If most balances still do not add up, looks for columns by which they do, unless a person assigned the
 * columns.
 */
function provenRead(
  table: Table,
  { today, isMapped }: { readonly today: string | undefined; readonly isMapped: boolean },
) {
  const readBy = (columns: Columns) => {
    const { claims, ...found } = new RowReader({ ...table, columns }, today).read()
    return { ...found, columns, proof: prove(found.lines, claims) }
  }
  const faults = ({ proof }: ReturnType<typeof readBy>) => proof.breaks.length
  let best = readBy(table.columns)
  if (faults(best) > 0 && table.columns.charge !== undefined) {
    const without = readBy({ ...table.columns, charge: undefined })
    if (faults(without) < faults(best)) best = without
  }
  if (isMapped || faults(best) * 2 <= new Set(best.lines.map(({ line }) => line)).size) return best
  const guess = guessColumns({ ...table, columns: { ...table.columns, ...noMoney } })
  const guessed = isHeading(guess) ? readBy(guess) : best
  return faults(guessed) < faults(best) ? guessed : best
}

const isComplete = ({ balance, day, amount, credit, debit, ...rest }: Columns) =>
  isHeading({ ...rest, day, amount, credit, debit }) &&
  balance !== undefined &&
  day !== undefined &&
  (amount !== undefined || (credit !== undefined && debit !== undefined))

/** Returns the rows below the heading of the mapping; undefined if the file lacks this heading. */
function mappedTable(rows: readonly Row[], { head, columns }: Mapping): Table | undefined {
  const wanted = head.map(foldHeading).join('|')
  const at = rows.findIndex(({ cells }) => cells.map(foldHeading).join('|') === wanted)
  const found = rows[at]
  if (!found) return undefined
  const rest = openTable(rows.slice(at))
  return { head: found, rows: rows.slice(at + 1), above: rows.slice(0, at), columns, layout: rest?.layout }
}

/** Returns the id of the only account whose number is above the heading of a statement, or in the file's name. */
export function accountOf(text: string, accounts: readonly { readonly id: string; readonly number: string }[]) {
  const beginning = text.slice(0, 2000).replace(/[\s-]/g, '')
  const [one, ...others] = accounts.filter(({ number }) => beginning.includes(number))
  return others.length === 0 ? one?.id : undefined
}
