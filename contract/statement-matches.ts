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
  /** This order's part of a transfer that pays several, in naira. */
  part: z.exactOptional(z.number()),
  /** The code in the narration, where it is of an order that is paid or finished already. */
  paidCode: z.exactOptional(z.string()),
})

export const statementMatches = document({
  matches: list(statementMatch),
  /** The lines of transfers that are already recorded. */
  recorded: list(z.int()),
  /** Lines of which one part is recorded for an order and the rest may pay another, with the recorded sum in naira. */
  recordedInPart: z.exactOptional(list(document({ line: z.int(), amount: z.number() }))),
})
export type StatementMatches = z.infer<typeof statementMatches>
