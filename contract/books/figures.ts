import { z } from 'zod'
import { length } from '#domain/books/days.ts'
import { tableNames } from '#domain/books/figures.ts'
import { day, document, list } from '../parts/fields.ts'

/** A date in Lagos. */
const date = day('This is not a date.')

/** The longest range of days: a leap year. */
const mostDays = 366

const range = z.strictObject({ from: date, to: date })

function checked<Asked extends z.ZodType<{ from: string; to: string }>>(asked: Asked) {
  return asked
    .refine(({ from, to }) => from <= to, { error: 'The last day is before the first.', path: ['to'] })
    .refine((days) => length(days) <= mostDays, { error: 'Choose at most a year.', path: ['from'] })
}

/** `GET /api/office/figures`: the first and last day, both included. */
export const figuresQuery = checked(range)

/** `GET /api/office/figures-sheet`: one table of `GET /api/office/figures` as CSV. */
export const figuresSheetQuery = checked(range.extend({ table: z.enum(tableNames) }))

const sums = { count: z.int(), amount: z.int(), countBefore: z.int(), amountBefore: z.int() }

/** A line of a table. `title` is for display; `key` identifies the line. Amounts are naira; times are seconds. */
const line = document({ key: z.string(), title: z.string(), ...sums })

export const figures = document({
  range: document({ from: z.string(), to: z.string() }),
  before: document({ from: z.string(), to: z.string() }),
  sales: document(sums),
  fees: document(sums),
  takenOff: document(sums),
  tables: z.record(z.enum(tableNames), list(line)).readonly(),
  /** The number of days that are still being recounted after an update and may be missing. */
  uncounted: z.int(),
})
export type Figures = z.infer<typeof figures>
