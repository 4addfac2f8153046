import { z } from 'zod'
import { certainties, mostAsked } from '#domain/books/statements/statement.ts'
import { longest } from '#domain/books/statements/statement-line.ts'
import { tillOrder } from './order/orders.ts'
import { amountWithKobo, document, line, list } from './parts/fields.ts'

/**
 * `POST /api/desk/statement-matches`: the incoming lines of a bank statement, as
 * `domain/books/statements/statement-file.ts` reads them.
 */
export const statementMatchRequest = z.strictObject({
  transfers: z
    .array(
      z.strictObject({
        line: z.int().min(1).max(1_000_000),
        narration: line(longest.narration),
        amount: amountWithKobo,
        sender: line(longest.sender),
        sessionId: line(longest.sessionId),
        isDoubtful: z.literal(true).optional(),
      }),
    )
    .min(1)
    .max(mostAsked),
})
export type StatementMatchRequest = z.infer<typeof statementMatchRequest>

/** A transfer and its likely order. Matching changes no order. */
const statementMatch = document({
  line: z.int(),
  certainty: z.enum(certainties),
  order: tillOrder,
  /** This order's part, in naira, of a transfer that pays several orders. */
  part: z.exactOptional(z.number()),
  /** The order code in the narration, if its order is already paid or finished. */
  paidCode: z.exactOptional(z.string()),
})

export const statementMatches = document({
  matches: list(statementMatch),
  /** The lines of transfers that are already recorded. */
  recorded: list(z.int()),
  /** Lines of which a part is recorded for one order, with that sum in naira. The rest may pay another order. */
  recordedInPart: z.exactOptional(list(document({ line: z.int(), amount: z.number() }))),
})
export type StatementMatches = z.infer<typeof statementMatches>
