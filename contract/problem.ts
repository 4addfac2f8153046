import type { ProblemCode } from '#domain/problem.ts'

/** The body of every answer that is not a success: RFC 9457, `application/problem+json`. */
export type ProblemBody = {
  readonly status: number
  readonly code: ProblemCode | 'bug'
  /** A sentence for the person. */
  readonly detail: string
  readonly field?: string
  /** Where several fields are wrong at once: each with its sentence. The first is also in `detail` and `field`. */
  readonly errors?: readonly { readonly field: string; readonly detail: string }[]
  /** To find the failure in the log. */
  readonly request?: string
}
