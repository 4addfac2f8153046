import { writtenAmount } from '../../money/amount.ts'
import type { Row } from '../../text/csv.ts'
import { candidateOf, type Field, foldHeading } from './statement-heading.ts'

/** The heading is searched in this many rows from the top. */
const mostAbove = 60

type Heading = { readonly head: Row; readonly after: number; readonly score: number }

/**
 * Returns the row with the most known headings, or two rows joined if the headings are spread over two rows. Without
 * any known heading, returns the widest of the first rows.
 */
export function headingIn(rows: readonly Row[]): Heading | undefined {
  const first = rows.slice(0, mostAbove)
  const plain = first.map((row) => (isPlain(row) ? row : undefined))
  const options = plain.flatMap((row, at): Heading[] => {
    if (!row) return []
    const next = plain[at + 1]
    const one = { head: row, after: at + 1, score: scoreOf(row) }
    if (!next) return [one]
    const joined = joinRows(row, next)
    return [one, { head: joined, after: at + 2, score: scoreOf(joined) - 0.5 }]
  })
  const best = options.reduce<Heading | undefined>(
    (top, each) => (each.score > (top?.score ?? 0) ? each : top),
    undefined,
  )
  if (best) return best
  const widest = first.slice(0, 20).toSorted((a, b) => widthOf(b) - widthOf(a) || a.row - b.row)[0]
  // If the widest row has numbers, the file has no heading, and this row is read as the first line.
  const after = widest ? rows.indexOf(widest) + (isPlain(widest) ? 1 : 0) : 0
  return widest && widthOf(widest) > 2 ? { head: widest, after, score: 0 } : undefined
}

const widthOf = ({ cells }: Row) => cells.filter((cell) => cell.trim() !== '').length

/** Returns true if a row contains only words, like a heading. */
function isPlain({ cells }: Row): boolean {
  return (
    cells.every((cell) => !/\d{2}/.test(cell) && writtenAmount(cell) === undefined) && widthOf({ row: 0, cells }) > 0
  )
}

function joinRows(one: Row, other: Row): Row {
  const length = Math.max(one.cells.length, other.cells.length)
  const cells = Array.from({ length }, (_, at) => `${one.cells[at] ?? ''} ${other.cells[at] ?? ''}`.trim())
  return { row: other.row, cells }
}

/**
 * Scores a possible heading: the number of fields that its cells name, and one more for a day; 0 if the fields are too
 * few to read lines.
 */
function scoreOf({ cells }: Row): number {
  const found = new Set(cells.flatMap((cell) => candidateOf(foldHeading(cell))?.field ?? []))
  const hasMoney = ['credit', 'debit', 'amount', 'debit-credit'].some((field) => found.has(field as Field))
  const hasText = (['narration', 'sender', 'reference'] as const).some((field) => found.has(field))
  const isKnown = hasMoney && hasText && (found.has('day') || found.has('time') || found.has('narration'))
  return isKnown || (hasMoney && found.size > 3) ? found.size + (found.has('day') ? 1 : 0) : 0
}
