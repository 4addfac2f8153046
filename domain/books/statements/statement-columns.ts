import { writtenAmount } from '../../money/amount.ts'
import type { Row } from '../../text/csv.ts'
import { dayReader } from './statement-days.ts'
import { type Candidate, type Columns, candidateOf, type Field, foldHeading } from './statement-heading.ts'
import { type Layout, layoutOf } from './statement-layouts.ts'

/** A file of rows, its bank, and what its columns seem to be. A person may know better. */
export type Sheet = {
  readonly head: Row
  /** Below the heading. */
  readonly rows: readonly Row[]
  /** Above the heading. */
  readonly above: readonly Row[]
  readonly columns: Columns
  readonly layout: Layout | undefined
}

/** Rows from the beginning among which a heading is looked for. */
const mostAbove = 60

/** Rows by which the contents of columns are judged. */
const sampled = 200

/** Whether lines can be read by these columns. */
export function isHeading({ day, narration, sender, credit, debit, amount }: Columns): boolean {
  const hasText = narration !== undefined || sender !== undefined
  return hasText && (amount !== undefined || credit !== undefined || (debit !== undefined && day !== undefined))
}

/** Undefined where no row looks like a heading. */
export function openSheet(rows: readonly Row[]): Sheet | undefined {
  const found = headingIn(rows)
  if (!found) return undefined
  const { head, after } = found
  const below = rows.slice(after)
  const above = rows.slice(0, after).filter(({ row }) => row < head.row)
  const headings = head.cells.map(foldHeading)
  const layout = layoutOf(headings, textOf(above))
  const isAgain = ({ cells }: Row) => cells.every((cell, column) => foldHeading(cell) === headings[column])
  const columns = assign(
    headings,
    below.filter((row) => !isAgain(row)),
    layout,
  )
  return { head, rows: below, above, layout, columns }
}

export const textOf = (rows: readonly Row[]) => rows.map(({ cells }) => cells.join(' ')).join('\n')

type Heading = { readonly head: Row; readonly after: number; readonly score: number }

/** The row, or two rows of which each has a part of the words, with most headings that are known; else the widest of the first. */
function headingIn(rows: readonly Row[]): Heading | undefined {
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
  // A file without a heading begins with a line.
  const after = widest ? rows.indexOf(widest) + (isPlain(widest) ? 1 : 0) : 0
  return widest && widthOf(widest) > 2 ? { head: widest, after, score: 0 } : undefined
}

const widthOf = ({ cells }: Row) => cells.filter((cell) => cell.trim() !== '').length

/** A heading has words alone. */
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

/** How many different fields a heading names; 0 where lines cannot be read by it. */
function scoreOf({ cells }: Row): number {
  const found = new Set(cells.flatMap((cell) => candidateOf(foldHeading(cell))?.field ?? []))
  const hasMoney = ['credit', 'debit', 'amount', 'debit-credit'].some((field) => found.has(field as Field))
  const hasText = (['narration', 'sender', 'reference'] as const).some((field) => found.has(field))
  const isKnown = hasMoney && hasText && (found.has('day') || found.has('time') || found.has('narration'))
  return isKnown || (hasMoney && found.size > 3) ? found.size : 0
}

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
    // An empty column yields to one with contents.
    const rank = candidate.rank + (content.filled === 0 ? 10 : 0)
    const before = columns[field]
    if (before === undefined || rank < (ranks[field] ?? 0)) {
      if (field === 'narration' && before !== undefined) columns.memo ??= before
      columns[field] = column
      ranks[field] = rank
    } else if (field === 'narration' && content.filled > 0) columns.memo ??= column
  })
  const { amount, credit, debit, narration, ...rest } = columns
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
  readonly marks: number
  readonly letters: number
}

const isMark = (cell: string) => directionOf(cell) !== undefined

/** 'DR', 'Credit', 'out': −1 for what goes out, 1 for what comes in. */
export function directionOf(cell: string): 1 | -1 | undefined {
  const word = cell.trim().toLowerCase().replace(/\.$/, '')
  if (/^(?:d|dr|db|debit|debited|withdrawal|out|outflow|outward|outgoing|money out|sent|-)$/.test(word)) return -1
  return /^(?:c|cr|credit|credited|deposit|lodgement|in|inflow|inward|incoming|money in|received|\+)$/.test(word)
    ? 1
    : undefined
}

function contentsOf(width: number, rows: readonly Row[]): Content[] {
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
      marks: count(isMark),
      letters: cells.reduce((sum, cell) => sum + cell.length, 0),
    }
  })
}

/** The field that heading and contents agree on; undefined where they do not. */
function fieldOf({ field }: Candidate, { filled, amounts, days, marks }: Content): Field | undefined {
  const most = filled / 2
  switch (field) {
    case 'debit-credit':
      return marks > most ? 'direction' : 'amount'
    case 'direction':
      return marks > most ? 'direction' : 'category'
    case 'day':
      return filled > 0 && days < filled / 4 ? undefined : 'day'
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

/** Steps of balances that a guess has to explain. */
const leastSteps = 3

/** The fields that no heading names, by what the columns hold: a balance is the column that follows from the amounts. */
export function guessColumns({ head, rows, columns }: Sheet): Columns {
  const width = Math.max(head.cells.length, ...rows.slice(0, sampled).map(({ cells }) => cells.length))
  const contents = contentsOf(width, rows)
  const taken = new Set(Object.values(columns))
  const free = contents.flatMap((content, column) =>
    taken.has(column) || content.filled === 0 ? [] : [{ column, ...content }],
  )
  const numbers = free.filter(({ amounts, filled, days }) => amounts > filled * 0.8 && days < filled / 2)
  const hasMoney = columns.amount !== undefined || (columns.credit !== undefined && columns.debit !== undefined)
  const guess = moneyGuess(
    rows,
    columns,
    numbers.map(({ column }) => column),
  )
  const money = guess ?? (hasMoney ? {} : undefined)
  if (!money) return columns
  const used = new Set([...taken, ...Object.values(money)])
  const others = free.filter(({ column }) => !used.has(column))
  const day = others.find(({ days, filled }) => days > filled * 0.8)?.column
  const texts = others.filter(({ amounts, days, filled }) => amounts + days < filled / 2)
  const text = texts.toSorted((a, b) => b.letters - a.letters)[0]?.column
  return { ...columns, ...money, day: columns.day ?? day, narration: columns.narration ?? text }
}

function moneyGuess(rows: readonly Row[], columns: Columns, numbers: readonly number[]): Columns | undefined {
  const { credit, debit, amount, balance } = columns
  const some = numbers.slice(0, 8)
  const balances = balance === undefined ? some : [balance]
  const moves: Columns[] =
    amount !== undefined
      ? [{ amount }]
      : credit !== undefined && debit !== undefined
        ? [{ credit, debit }]
        : [
            ...some.map((amount) => ({ amount })),
            ...(credit === undefined ? some : [credit]).flatMap((into) =>
              (debit === undefined ? some : [debit]).flatMap((out) =>
                into === out ? [] : [{ credit: into, debit: out }],
              ),
            ),
          ]
  return balances
    .flatMap((balance) => moves.map((move): Columns => ({ ...move, balance })))
    .find((each) => new Set(Object.values(each)).size === Object.values(each).length && follows(rows, each))
}

function follows(rows: readonly Row[], { credit, debit, amount, balance }: Columns): boolean {
  const kobo = (row: Row, column: number | undefined) =>
    column === undefined ? 0 : Math.round((writtenAmount(row.cells[column] ?? '') ?? 0) * 100)
  const steps = rows.slice(0, sampled).flatMap((row) => {
    const after = writtenAmount(row.cells[balance ?? -1] ?? '')
    const moved = amount === undefined ? kobo(row, credit) - Math.abs(kobo(row, debit)) : kobo(row, amount)
    return after === undefined || moved === 0 ? [] : [{ moved, after: Math.round(after * 100) }]
  })
  const count = (test: (step: (typeof steps)[number], before: (typeof steps)[number]) => boolean) =>
    steps.filter((step, at) => at > 0 && test(step, steps[at - 1] ?? step)).length
  const holding = Math.max(
    count((step, before) => before.after + step.moved === step.after),
    count((step, before) => step.after + before.moved === before.after),
  )
  return holding >= leastSteps && holding > (steps.length - 1) * 0.8
}
