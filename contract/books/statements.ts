import { z } from 'zod'
import { fields } from '#domain/books/statements/statement-heading.ts'
import { lineKinds } from '#domain/books/statements/statement-kinds.ts'
import { count, document, list, slug } from '../parts/fields.ts'

/** The column of each field, counted from 0. */
const columns = z.partialRecord(z.enum(fields), z.int().min(0).max(999))

/**
 * `POST /api/desk/statements?name=…`: the bytes of a file from the bank. With `columns`, as JSON, this file and every
 * later file of the account with the same heading are read by these columns.
 */
export const statementQuery = z.strictObject({
  /** The file's name, which may contain the account's number. */
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

/** Naira with kobo, negative for money that went out. */
const sum = z.number()

const row = document({ row: z.int(), cells: list(z.string()), unclosed: z.exactOptional(z.int()) })

const line = document({
  /** The row number in the file. */
  line: z.int(),
  day: z.string().nullable(),
  time: z.string().nullable(),
  amount: sum,
  /** The balance after the line; null if the bank states no balance. */
  balance: sum.nullable(),
  narration: z.string(),
  sender: z.string(),
  /** The bank's id, or a key that identifies the line in every file that contains it. */
  sessionId: z.string(),
  hasReference: z.boolean(),
  kind: z.enum(lineKinds),
  /** True if the row's balance follows from the previous row's. */
  isProven: z.boolean(),
})
export type ReadLine = z.infer<typeof line>

/** The parsed statement. The request records no payment. */
export const readStatement = document({
  /** The bank; null for an unknown layout. */
  layout: z.string().nullable(),
  /** The account that the file names; null if the file names no account, or several. */
  account: z.string().nullable(),
  head: list(z.string()),
  columns: z.partialRecord(z.enum(fields), z.int()).readonly(),
  first: list(row),
  /** True if a person has to assign the columns before any line is read. */
  needsColumns: z.boolean(),
  lines: list(line),
  /** Rows that are not lines: rows that state a sum or a balance, and rows without money. */
  setAside: list(
    document({ row: z.int(), reason: z.enum(['total', 'opening', 'closing', 'no-money']), text: z.string() }),
  ),
  /** A sentence for each unreadable row. */
  unread: list(z.string()),
  proof: document({
    /** Null for a statement without balances, as `closing` is. */
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

/** `POST /api/office/table-files`: the rows of a menu's file. */
export const tableRows = document({ rows: list(row) })
