import { writtenAmount } from '../../money/amount.ts'
import type { Row } from '../../text/csv.ts'
import { directionOf } from './statement-amounts.ts'
import { areMarks, contentsOf, isHeading, openSheet, plainText, type Sheet } from './statement-columns.ts'
import { guessColumns, suggestColumns } from './statement-guess.ts'
import { type Columns, candidateOf, foldHeading } from './statement-heading.ts'
import { longest, type SetAside, type StatementLine } from './statement-line.ts'
import { type Proof, prove } from './statement-proof.ts'
import { RowReader } from './statement-rows.ts'

/** The most rows of one file: a month of a busy restaurant. */
export const mostRows = 10_000

/** The most money in plus money out of one statement, in kobo. Sums of such statements fit the columns of the books. */
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
  /** `YYYY-MM-DD`. A day without a year is read as the last such day up to this one. */
  readonly today?: string
}

/** Reads a statement from the rows of its file. Returns a sentence if the file has no lines. */
export function read(rows: readonly Row[], { mapping, today }: Options = {}): Statement | string {
  if (rows.length > mostRows) return `This file has more than ${mostRows} rows. Choose a shorter time.`
  const opened = (mapping && mappedSheet(rows, mapping)) ?? openSheet(rows)
  if (!opened) {
    return 'We find no heading with a narration and an amount. Choose the statement that the bank gives as CSV or Excel file.'
  }
  const sheet = withSignedBalances(withOneColumnEach(inNaira(opened)))
  const isMapped = mapping !== undefined && sheet.columns === mapping.columns
  const columns = isMapped || isComplete(sheet.columns) ? sheet.columns : guessColumns(sheet)
  const needsColumns = !isHeading(columns)
  const { lines, setAside, unread, proof } = needsColumns
    ? { lines: [], setAside: [], unread: [], proof: prove([]) }
    : provenRead({ ...sheet, columns }, today)
  return {
    layout: sheet.layout?.name ?? null,
    head: sheet.head,
    columns: needsColumns ? suggestColumns({ ...sheet, columns }) : columns,
    first: sheet.rows.slice(0, 5),
    needsColumns,
    lines,
    setAside,
    unread,
    proof,
    above: plainText(sheet.above),
  }
}

/** Returns the sheet with the amounts of columns such as 'amount_kobo' in naira. */
function inNaira(sheet: Sheet): Sheet {
  const isKobo = sheet.head.cells.map((heading) => /\bkobo\b/.test(foldHeading(heading)))
  if (!isKobo.includes(true)) return sheet
  const cellOf = (cell: string, column: number) => {
    const amount = isKobo[column] ? writtenAmount(cell) : undefined
    return amount === undefined ? cell : `${amount / 100}`
  }
  return { ...sheet, rows: sheet.rows.map((row) => ({ ...row, cells: row.cells.map(cellOf) })) }
}

/**
 * Returns the sheet with the amounts of several debit columns, such as 'Transfers Out' and 'Card Debit', in one of them,
 * and likewise for credits. Columns that repeat each other's amounts stay as they are.
 */
function withOneColumnEach(sheet: Sheet): Sheet {
  const headings = sheet.head.cells.map(foldHeading)
  return (['credit', 'debit'] as const).reduce((one, side) => {
    const into = one.columns[side]
    const rank = candidateOf(headings[into ?? -1] ?? '')?.rank
    const others = headings.flatMap((heading, column) => {
      const candidate = one.layout?.columns?.[heading] === undefined ? candidateOf(heading) : undefined
      return candidate?.field === side && candidate.rank === rank && column !== into ? [column] : []
    })
    if (into === undefined || others.length === 0) return one
    const all = [into, ...others]
    const moved = ({ cells }: Row) => all.filter((column) => (writtenAmount(cells[column] ?? '') ?? 0) !== 0)
    const repeated = one.rows.filter((row) => moved(row).length > 1)
    if (repeated.length * 4 > one.rows.length) return one
    const joined = (row: Row): Row => {
      const filled = moved(row)
      const [only = into] = filled
      const sum = filled.reduce((sum, column) => sum + Math.round((writtenAmount(row.cells[column] ?? '') ?? 0) * 100), 0)
      return { ...row, cells: row.cells.with(into, filled.length > 1 ? `${sum / 100}` : (row.cells[only] ?? '')) }
    }
    return { ...one, rows: one.rows.map((row) => (row.cells.length > into ? joined(row) : row)) }
  }, sheet)
}

/** Returns the sheet with the sign of each balance, which some banks write as 'Cr' or 'Dr' in the next column. */
function withSignedBalances(sheet: Sheet): Sheet {
  const { columns, rows, head } = sheet
  const { balance = -2, credit, debit, direction } = columns
  const marks = balance + 1
  if (!areMarks(contentsOf(head.cells.length + 1, rows)[marks])) return sheet
  const markOf = ({ cells }: Row) => directionOf(cells[marks] ?? '')
  const isMoved = (row: Row, column: number | undefined) => (writtenAmount(row.cells[column ?? -1] ?? '') ?? 0) !== 0
  const isOfAmount = !rows.some((row) => isMoved(row, markOf(row) === -1 ? credit : debit) && markOf(row) !== undefined)
  if (direction === marks && (isOfAmount || columns.amount !== undefined)) return sheet
  const signed = (row: Row): Row =>
    markOf(row) === -1 ? { ...row, cells: row.cells.with(balance, `${row.cells[balance]} DR`) } : row
  return { ...sheet, rows: rows.map(signed) }
}

/** Reads the rows. If the balances show that the amounts include the charges, reads them again without the charges. */
function provenRead(sheet: Sheet, today: string | undefined) {
  const readBy = (columns: Columns) => {
    const { claims, ...found } = new RowReader({ ...sheet, columns }, today).read()
    return { ...found, proof: prove(found.lines, claims) }
  }
  const found = readBy(sheet.columns)
  if (found.proof.breaks.length === 0 || sheet.columns.charge === undefined) return found
  const without = readBy({ ...sheet.columns, charge: undefined })
  return without.proof.breaks.length < found.proof.breaks.length ? without : found
}

const isComplete = (columns: Columns) =>
  isHeading(columns) && columns.balance !== undefined && columns.day !== undefined

/** Returns the rows below the heading of the mapping; undefined if the file lacks this heading. */
function mappedSheet(rows: readonly Row[], { head, columns }: Mapping): Sheet | undefined {
  const wanted = head.map(foldHeading).join('|')
  const at = rows.findIndex(({ cells }) => cells.map(foldHeading).join('|') === wanted)
  const found = rows[at]
  if (!found) return undefined
  const rest = openSheet(rows.slice(at))
  return { head: found, rows: rows.slice(at + 1), above: rows.slice(0, at), columns, layout: rest?.layout }
}

/** Returns the id of the only account whose number is above the heading of a statement, or in the file's name. */
export function accountOf(text: string, accounts: readonly { readonly id: string; readonly number: string }[]) {
  const beginning = text.slice(0, 2000).replace(/[\s-]/g, '')
  const [one, ...others] = accounts.filter(({ number }) => beginning.includes(number))
  return others.length === 0 ? one?.id : undefined
}
