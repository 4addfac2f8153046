import { writtenAmount } from '../../money/amount.ts'
import type { Row } from '../../text/csv.ts'
import { directionOf, koboIn } from './statement-amounts.ts'
import { areMarks, contentsOf, type Table } from './statement-columns.ts'
import { candidateOf, foldHeading } from './statement-heading.ts'

/**
 * Returns the table with one column of signed naira for each field, even if the bank spreads amounts or signs over
 * several columns.
 */
export function plainTable(table: Table): Table {
  const credits = withOneColumn('credit', inNaira(table))
  return withSignedBalances(withOneColumn('charge', withOneColumn('debit', credits)))
}

/** Returns the table with the amounts of columns such as 'amount_kobo' in naira. */
function inNaira(table: Table): Table {
  const isKobo = table.head.cells.map((heading) => /\bkobo\b/.test(foldHeading(heading)))
  if (!isKobo.includes(true)) return table
  const cellOf = (cell: string, column: number) => {
    const amount = isKobo[column] ? writtenAmount(cell) : undefined
    return amount === undefined ? cell : `${amount / 100}`
  }
  return { ...table, rows: table.rows.map((row) => ({ ...row, cells: row.cells.map(cellOf) })) }
}

/** The most columns of one field that are joined. */
const mostJoined = 5

/**
 * Joins several debit columns, such as 'Transfers Out' and 'Card Debit', into one of them; likewise credit columns, and
 * charges such as 'Commission' and 'VAT'. Debit or credit columns that repeat each other's amounts stay as they are.
 */
function withOneColumn(field: 'credit' | 'debit' | 'charge', table: Table): Table {
  const headings = table.head.cells.map(foldHeading)
  const into = table.columns[field]
  const rank = candidateOf(headings[into ?? -1] ?? '')?.rank
  const all = headings.flatMap((heading, column) => {
    const candidate = table.layout?.columns?.[heading] === undefined ? candidateOf(heading) : undefined
    const isOne = column === into || (candidate?.field === field && candidate.rank === rank)
    return isOne && !/\btotal\b/.test(heading) ? [column] : []
  })
  if (into === undefined || all.length < 2 || all.length > mostJoined || !all.includes(into)) return table
  const moved = ({ cells }: Row) => all.filter((column) => isMoney(cells[column]))
  const repeated = table.rows.filter((row) => moved(row).length > 1)
  if (field !== 'charge' && repeated.length * 4 > table.rows.length) return table
  const joined = (row: Row): Row => {
    const [only = into, ...others] = moved(row)
    const kobo = [only, ...others].reduce((sum, column) => sum + (koboIn(row.cells[column] ?? '') ?? 0), 0)
    return { ...row, cells: row.cells.with(into, others.length > 0 ? `${kobo / 100}` : (row.cells[only] ?? '')) }
  }
  return { ...table, rows: table.rows.map((row) => (row.cells.length > into ? joined(row) : row)) }
}

const isMoney = (cell = '') => (koboIn(cell) ?? 0) !== 0

/** Returns the table with the sign of each balance, which some banks write as 'Cr' or 'Dr' in the next column. */
function withSignedBalances(table: Table): Table {
  const { columns, rows, head } = table
  const { balance = -2, credit, debit, direction } = columns
  const marks = balance + 1
  if (!areMarks(contentsOf(head.cells.length + 1, rows)[marks])) return table
  const markOf = ({ cells }: Row) => directionOf(cells[marks] ?? '')
  const isOfAmount = !rows.some((row) => {
    const mark = markOf(row)
    return mark !== undefined && isMoney(row.cells[(mark === -1 ? credit : debit) ?? -1])
  })
  if (direction === marks && (isOfAmount || columns.amount !== undefined)) return table
  const signed = (row: Row): Row =>
    markOf(row) === -1 ? { ...row, cells: row.cells.with(balance, `${row.cells[balance]} DR`) } : row
  return { ...table, rows: rows.map(signed) }
}
