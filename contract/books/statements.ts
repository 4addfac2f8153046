import { z } from 'zod'
import { fields } from '#domain/books/statements/statement-heading.ts'
import { lineKinds } from '#domain/books/statements/statement-kinds.ts'
import { count, document, list, slug } from '../parts/fields.ts'

/** Bytes of the largest table file: a statement or a menu. */
export const largestTable = 5 * 1024 * 1024

/** Columns counted from 0, by field. */
const columns = z.partialRecord(z.enum(fields), z.int().min(0).max(999))

/**
 * `POST /api/desk/statements?name=…`: the bytes of a file as the bank gives it. With `columns`, as JSON, the file is read by these, and
 * every later file of the account with the same heading.
 */
export const statementQuery = z.strictObject({
  /** The file's name, which may name the account. */
  name: z.string().max(300).optional(),
  account: slug.optional(),
  columns: z
    .string()
    .max(500)
    .transform((text, context) => {
      try {
        return columns.parse(JSON.parse(text))
      } catch {
        context.addIssue({ code: 'custom', message: 'Choose each column from the heading of the file.' })
        return z.NEVER
      }
    })
    .optional(),
})

/** Naira with kobo, below zero where it went out. */
const sum = z.number()

const row = document({ row: z.int(), cells: list(z.string()), unclosed: z.exactOptional(z.int()) })

const line = document({
  /** The row in the file. */
  line: z.int(),
  day: z.string().nullable(),
  time: z.string().nullable(),
  amount: sum,
  /** After the line; null where the bank does not say. */
  balance: sum.nullable(),
  narration: z.string(),
  sender: z.string(),
  /** The bank's id, or what stands for the line in every file that contains it. */
  sessionId: z.string(),
  hasReference: z.boolean(),
  kind: z.enum(lineKinds),
  /** Whether its balance follows from the one before. */
  isProven: z.boolean(),
})
export type ReadLine = z.infer<typeof line>

/** A statement as it was read. Nothing of it is recorded. */
export const readStatement = document({
  /** The bank; null where the layout is not known. */
  layout: z.string().nullable(),
  /** The account that the file names; null where it names none, or several. */
  account: z.string().nullable(),
  head: list(z.string()),
  columns: z.partialRecord(z.enum(fields), z.int()).readonly(),
  /** The first rows below the heading. */
  first: list(row),
  /** Somebody has to say which column is which: nothing is read before. */
  needsColumns: z.boolean(),
  lines: list(line),
  /** Rows that are no money: sums and balances. */
  setAside: list(
    document({ row: z.int(), reason: z.enum(['total', 'opening', 'closing', 'no-money']), text: z.string() }),
  ),
  /** A sentence for each row that cannot be read. */
  unread: list(z.string()),
  proof: document({
    /** Both null where the statement has no balances, and proves nothing. */
    opening: sum.nullable(),
    closing: sum.nullable(),
    in: sum,
    out: sum,
    holds: z.boolean(),
    provenRows: count,
    rows: count,
    breaks: list(
      document({ line: z.int(), problem: z.enum(['sign', 'missing', 'total-as-line', 'total']), difference: sum }),
    ),
  }),
})
export type ReadStatement = z.infer<typeof readStatement>

/** `POST /api/office/table-files`: the rows of a file of the menu. */
export const tableRows = document({ rows: list(row) })
