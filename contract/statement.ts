import { z } from 'zod'
import { type Certainty, mostAsked } from '#domain/statement.ts'
import { amount, line } from './fields.ts'
import type { Order } from './orders.ts'

/** `POST /api/desk/statement-matches`: what came in by the bank's statement, as `domain/statement.ts` reads it. */
export const statementMatchRequest = z.strictObject({
  transfers: z
    .array(
      z.strictObject({
        line: z.int().min(1).max(1_000_000),
        narration: line(300),
        amount,
        sender: line(100),
        sessionId: line(60),
      }),
    )
    .min(1)
    .max(mostAsked),
})
export type StatementMatchRequest = z.infer<typeof statementMatchRequest>

/** A transfer and the order it is likely for; nothing is recorded by it. */
export type StatementMatch = { readonly line: number; readonly certainty: Certainty; readonly order: Order }

export type StatementMatches = {
  readonly matches: readonly StatementMatch[]
  /** Lines of transfers that are recorded already. */
  readonly recorded: readonly number[]
}
