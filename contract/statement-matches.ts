import { z } from 'zod'
import { certainties, mostAsked } from '#domain/books/statements/statement.ts'
import { longest } from '#domain/books/statements/statement-file.ts'
import { tillOrder } from './order/orders.ts'
import { amountWithKobo, document, line, list } from './parts/fields.ts'

/** `POST /api/desk/statement-matches`: what came in by the bank's statement, as `domain/books/statements/statement-file.ts` reads it. */
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

/** A transfer and the order it is likely for; nothing is recorded by it. */
const statementMatch = document({
  line: z.int(),
  certainty: z.enum(certainties),
  order: tillOrder,
  /** Naira of the transfer that are for this order, where it pays several. */
  part: z.exactOptional(z.number()),
})

export const statementMatches = document({
  matches: list(statementMatch),
  /** Lines of transfers that are recorded already. */
  recorded: list(z.int()),
  /** Lines of which some is recorded for one order, and the rest pays another; with the naira that are recorded. */
  recordedInPart: z.exactOptional(list(document({ line: z.int(), amount: z.number() }))),
})
export type StatementMatches = z.infer<typeof statementMatches>
