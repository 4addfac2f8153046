import type { Row } from '../../text/csv.ts'
import { koboIn } from './statement-amounts.ts'
import { foldHeading } from './statement-heading.ts'
import { summaryOf } from './statement-kinds.ts'

/** A sum or a balance that a statement states beside its lines, with the row of its label. */
export type Stated = {
  readonly row: number
  readonly of: 'opening' | 'closing' | 'credit' | 'debit'
  /** Kobo. */
  readonly amount: number
}

const sums =
  /^(?:(?:grand|totals?|sum|amount|value|of|all|des?|du) )*(?:(credits?|deposits?|lodge?ments?|inflows?|(?:money|cash|paid|pay) in)|(debits?|withdrawals?|outflows?|(?:money|cash|paid|pay) out))(?: (?:totals?|amount|amt|value|sum|transactions?))*$/

/**
 * Matches a label followed by its amount in one cell: 'Total Credit: 500.00'. The digits of a day are not an amount.
 */
const labelled =
  /(?<![\p{L} ./])[ ./]*(\p{L}[\p{L} ./]*)[:=-]? ?(?:₦|NGN|N)?\s*(\(?-?\d[\d,']*(?:\.\d{1,2})?\)?(?: ?[CD]R\b)?)(?![\d/:-]|\.\d)/giu

/** The most columns of a row in which a label is looked for. */
const mostColumns = 50

/** Matches a bare number of few digits: beside a sum, such a number counts the lines. */
const count = /^\d{1,4}$/

function labelOf(text: string): Stated['of'] | undefined {
  const summary = summaryOf(text)
  if (summary === 'opening' || summary === 'closing') return summary
  const [, credit, debit] = sums.exec(foldHeading(text)) ?? []
  return credit !== undefined ? 'credit' : debit !== undefined ? 'debit' : undefined
}

/**
 * Returns the sums and balances that rows state: 'Total Credit: 500.00', or a label with its amount beside or below.
 */
export function statedIn(rows: readonly Row[]): Stated[] {
  return rows.flatMap(({ row, cells }, at) =>
    cells.slice(0, mostColumns).flatMap((cell, column): Stated[] => {
      const text = cell.slice(0, 200).replace(/\s+/g, ' ').trim()
      const inside = [...text.matchAll(labelled)].flatMap(([, label = '', amount = '']) =>
        statedOf(row, labelOf(label), amount),
      )
      const of = inside.length > 0 ? undefined : labelOf(text)
      if (of === undefined) return inside
      const beside = cells.slice(column + 1, mostColumns).find((other) => other.trim() !== '') ?? ''
      const below = rows[at + 1]?.cells[column] ?? ''
      return statedOf(row, of, koboIn(beside) === undefined ? below : beside)
    }),
  )
}

function statedOf(row: number, of: Stated['of'] | undefined, written: string): Stated[] {
  const amount = koboIn(written)
  const isCount = (of === 'credit' || of === 'debit') && count.test(written.trim())
  return of === undefined || amount === undefined || isCount ? [] : [{ row, of, amount }]
}
