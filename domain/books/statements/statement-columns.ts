import { writtenAmount } from '../../money/amount.ts'
import type { Row } from '../../text/csv.ts'
import { directionOf } from './statement-amounts.ts'
import { dayReader, writtenTime } from './statement-days.ts'
import { type Candidate, type Columns, candidateOf, type Field, foldHeading } from './statement-heading.ts'
import { headingIn } from './statement-heading-row.ts'
import { type Layout, layoutOf } from './statement-layouts.ts'

/** The rows of a file, its bank, and its guessed columns, which the user can correct. */
export type Table = {
  readonly head: Row
  /** The rows below the heading. */
  readonly rows: readonly Row[]
  /** The rows above the heading. */
  readonly above: readonly Row[]
  readonly columns: Columns
  readonly layout: Layout | undefined
}

/** The number of rows used to judge the contents of columns. */
export const sampled = 200

/** Returns true if lines can be read by these columns. */
export function isHeading({ day, narration, sender, credit, debit, amount }: Columns): boolean {
  const hasText = narration !== undefined || sender !== undefined
  return hasText && (amount !== undefined || credit !== undefined || (debit !== undefined && day !== undefined))
}

/** Finds the heading and guesses the columns; undefined if no row looks like a heading. */
export function openTable(rows: readonly Row[]): Table | undefined {
  const found = headingIn(rows)
  if (!found) return undefined
  const { head, after } = found
  const below = rows.slice(after)
  const above = rows.slice(0, after).filter(({ row }) => row < head.row)
  const headings = head.cells.map(foldHeading)
  const layout = layoutOf(headings, plainText(above))
  const isAgain = ({ cells }: Row) => cells.every((cell, column) => foldHeading(cell) === headings[column])
  const columns = assign(
    headings,
    below.filter((row) => !isAgain(row)),
    layout,
  )
  return { head, rows: below, above, layout, columns }
}

export const plainText = (rows: readonly Row[]) => rows.map(({ cells }) => cells.join(' ')).join('\n')

/** Gives each field the column whose heading and contents fit best. */
function assign(headings: readonly string[], rows: readonly Row[], layout: Layout | undefined): Columns {
  const contents = contentsOf(headings.length, rows)
  const columns: { [Name in Field]?: number } = {}
  const ranks: { [Name in Field]?: number } = {}
  const own = layout?.columns ?? {}
  headings.forEach((heading, column) => {
    const named = own[heading]
    if (named === null) return
    const candidate = named === undefined ? candidateOf(heading) : { field: named, rank: -1 }
    const content = contents[column]
    const field = candidate && content && fieldOf(candidate, content)
    if (!candidate || !field) return
    // An empty column ranks below a column with contents.
    const rank = candidate.rank + (content.filled === 0 ? 10 : 0)
    const before = columns[field]
    if (before === undefined || rank < (ranks[field] ?? 0)) {
      if (field === 'narration' && before !== undefined) columns.memo ??= before
      columns[field] = column
      ranks[field] = rank
    } else if (field === 'narration' && content.filled > 0) columns.memo ??= column
  })
  // Some banks write 'Cr' or 'Dr' below an unknown heading, or below no heading.
  const taken = [...Object.values(columns), (columns.balance ?? -2) + 1]
  const marks = contents.flatMap((content, column) => (areMarks(content) && !taken.includes(column) ? [column] : []))
  const beside = marks.find((column) => column === (columns.amount ?? -2) + 1)
  const direction = columns.direction ?? beside ?? marks[0]
  const { amount, credit, debit, narration, ...others } = columns
  const rest = { ...others, ...(direction !== undefined && { direction }) }
  const amounts = credit !== undefined || debit !== undefined ? { credit, debit } : { amount }
  const found: Columns = { ...rest, ...amounts, narration: narration ?? rest.memo ?? rest.category }
  return found.day === undefined && found.time !== undefined && (contents[found.time]?.days ?? 0) > 0
    ? { ...found, day: found.time, time: undefined }
    : found
}

type Content = {
  readonly filled: number
  readonly amounts: number
  readonly days: number
  readonly times: number
  readonly marks: number
  readonly letters: number
}

/** Returns true for a column that says only whether money came in or went out. */
export const areMarks = (content: Content | undefined) =>
  content !== undefined && content.filled > 0 && content.marks > content.filled * 0.8

const isMark = (cell: string) => directionOf(cell) !== undefined

export function contentsOf(width: number, rows: readonly Row[]): Content[] {
  const sample = rows.slice(0, sampled)
  return Array.from({ length: width }, (_, column) => {
    const cells = sample
      .map(({ cells }) => cells[column]?.trim() ?? '')
      .filter((cell) => cell !== '' && !/^[-–]+$/.test(cell))
    const readDay = dayReader(cells)
    const count = (test: (cell: string) => boolean) => cells.filter(test).length
    return {
      filled: cells.length,
      amounts: count((cell) => writtenAmount(cell) !== undefined),
      days: count((cell) => readDay(cell) !== undefined),
      times: count((cell) => writtenTime(cell) !== null),
      marks: count(isMark),
      letters: cells.reduce((sum, cell) => sum + cell.length, 0),
    }
  })
}

/** Returns the field that heading and contents agree on; undefined if they differ. */
function fieldOf({ field }: Candidate, { filled, amounts, days, times, marks }: Content): Field | undefined {
  const most = filled / 2
  switch (field) {
    case 'debit-credit':
      return marks > most ? 'direction' : 'amount'
    case 'direction':
      return marks > most ? 'direction' : 'category'
    case 'day':
      return filled === 0 || days >= filled / 4 ? 'day' : times > most ? 'time' : undefined
    case 'debit':
    case 'credit':
      return filled > 0 && amounts < filled / 4 ? undefined : field
    case 'amount':
    case 'charge':
    case 'balance':
    case 'before':
      return filled > 0 && amounts < filled / 4 ? undefined : field
    default:
      return field
  }
}
