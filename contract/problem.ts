import { z } from 'zod'
import type { ProblemCode } from '#domain/problem.ts'
import { document, list } from './parts/fields.ts'

/** The body of every error response: RFC 9457, `application/problem+json`. */
export const problemBody = document({
  status: z.int(),
  code: z.string() as unknown as z.ZodType<ProblemCode | 'bug'>,
  detail: z.string(),
  field: z.exactOptional(z.string()),
  /** The error of each invalid field. The first error is also in `detail` and `field`. */
  errors: z.exactOptional(list(document({ field: z.string(), detail: z.string() }))),
  /** The request's id, for finding the failure in the log. */
  request: z.exactOptional(z.string()),
})
export type ProblemBody = z.infer<typeof problemBody>
