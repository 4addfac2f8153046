import { writtenAmount } from '../../money/amount.ts'
import type { Row } from '../../text/csv.ts'
import { directionOf, koboIn } from './statement-amounts.ts'
import { areMarks, contentsOf, type Sheet } from './statement-columns.ts'
import { candidateOf, foldHeading } from './statement-heading.ts'

/**
 * Returns the sheet with one column of signed naira for each field, even if the bank spreads amounts or signs over
 * several.
 */
export function plainSheet(sheet: Sheet): Sheet {
  const credits = withOneColumn('credit', inNaira(sheet))
  return withSignedBalances(withOneColumn('charge', withOneColumn('debit', credits)))
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

/** The most columns of one field that are joined. */
const mostJoined = 5

/**
 * Returns the sheet with the amounts of several debit columns, such as 'Transfers Out' and 'Card Debit', in one of
 * them; likewise for credits, and for charges such as 'Commission' and 'VAT'. Debits or credits that repeat each
 * other's amounts stay as they are.
 */
function withOneColumn(field: 'credit' | 'debit' | 'charge', sheet: Sheet): Sheet {
  const headings = sheet.head.cells.map(foldHeading)
  const into = sheet.columns[field]
  const rank = candidateOf(headings[into ?? -1] ?? '')?.rank
  const all = headings.flatMap((heading, column) => {
    const candidate = sheet.layout?.columns?.[heading] === undefined ? candidateOf(heading) : undefined
    const isOne = column === into || (candidate?.field === field && candidate.rank === rank)
    return isOne && !/\btotal\b/.test(heading) ? [column] : []
  })
  if (into === undefined || all.length < 2 || all.length > mostJoined || !all.includes(into)) return sheet
  const moved = ({ cells }: Row) => all.filter((column) => isMoney(cells[column]))
  const repeated = sheet.rows.filter((row) => moved(row).length > 1)
  if (field !== 'charge' && repeated.length * 4 > sheet.rows.length) return sheet
  const joined = (row: Row): Row => {
    const [only = into, ...others] = moved(row)
    const kobo = [only, ...others].reduce((sum, column) => sum + (koboIn(row.cells[column] ?? '') ?? 0), 0)
    return { ...row, cells: row.cells.with(into, others.length > 0 ? `${kobo / 100}` : (row.cells[only] ?? '')) }
  }
  return { ...sheet, rows: sheet.rows.map((row) => (row.cells.length > into ? joined(row) : row)) }
}

const isMoney = (cell = '') => (koboIn(cell) ?? 0) !== 0

/** Returns the sheet with the sign of each balance, which some banks write as 'Cr' or 'Dr' in the next column. */
function withSignedBalances(sheet: Sheet): Sheet {
  const { columns, rows, head } = sheet
  const { balance = -2, credit, debit, direction } = columns
  const marks = balance + 1
  if (!areMarks(contentsOf(head.cells.length + 1, rows)[marks])) return sheet
  const markOf = ({ cells }: Row) => directionOf(cells[marks] ?? '')
  const isOfAmount = !rows.some((row) => {
    const mark = markOf(row)
    return mark !== undefined && isMoney(row.cells[(mark === -1 ? credit : debit) ?? -1])
  })
  if (direction === marks && (isOfAmount || columns.amount !== undefined)) return sheet
  const signed = (row: Row): Row =>
    markOf(row) === -1 ? { ...row, cells: row.cells.with(balance, `${row.cells[balance]} DR`) } : row
  return { ...sheet, rows: rows.map(signed) }
}
