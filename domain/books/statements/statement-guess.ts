import { writtenAmount } from '../../money/amount.ts'
import type { Row } from '../../text/csv.ts'
import { contentsOf, sampled, type Table } from './statement-columns.ts'
import type { Columns } from './statement-heading.ts'

/** A guess needs at least this many balances that follow from the row before. */
const leastSteps = 3

/**
 * Guesses the columns that no heading names by their contents: the balance is the column that follows from the amounts.
 */
export function guessColumns({ head, rows, columns }: Table): Columns {
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

/** Suggests columns that a person has to confirm: the only day, the only numbers and the longest texts. */
export function suggestColumns({ head, rows, columns }: Table): Columns {
  const width = Math.max(head.cells.length, ...rows.slice(0, sampled).map(({ cells }) => cells.length))
  const taken = new Set(Object.values(columns))
  const free = contentsOf(width, rows).flatMap((content, column) => (taken.has(column) ? [] : [{ column, ...content }]))
  const days = free.filter(({ days, filled }) => days > filled * 0.8)
  const numbers = free.filter((each) => each.amounts > each.filled * 0.8 && !days.includes(each))
  const texts = free.filter((each) => each.filled > 0 && !days.includes(each) && !numbers.includes(each))
  const [text] = texts.toSorted((a, b) => b.letters - a.letters)
  const hasMoney = columns.credit !== undefined || columns.debit !== undefined || numbers.length !== 1
  const amount = columns.amount ?? (hasMoney ? undefined : numbers[0]?.column)
  return {
    ...columns,
    day: columns.day ?? days[0]?.column,
    narration: columns.narration ?? text?.column,
    amount,
  }
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
  const options = balances
    .flatMap((balance) => moves.map((move): Columns => ({ ...move, balance })))
    .filter((each) => new Set(Object.values(each)).size === Object.values(each).length)
    .map((columns) => ({ columns, steps: followed(rows, columns) }))
  return options.reduce<(typeof options)[number] | undefined>(
    (best, each) => (each.steps > (best?.steps ?? 0) ? each : best),
    undefined,
  )?.columns
}

/** Returns the number of balances that follow from the row before; 0 if too few follow. */
function followed(rows: readonly Row[], { credit, debit, amount, balance }: Columns): number {
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
  return holding >= leastSteps && holding > (steps.length - 1) * 0.8 ? holding : 0
}
