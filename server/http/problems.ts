import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ProblemBody } from '#contract/problem.ts'
import type { Problem, ProblemCode, Result } from '#domain/problem.ts'
import { escaped } from './escaped.ts'

/** The HTTP status of each problem code. TypeScript reports a code that is missing here. */
const statuses = {
  invalid: 422,
  'too-large': 413,
  'not-signed-in': 401,
  'second-factor-needed': 401,
  'not-allowed': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'invalid-credentials': 401,
  'too-many-tries': 429,
  'too-many-claims': 409,
  'key-reused': 409,
  'username-taken': 409,
  'phone-taken': 409,
  'profile-missing': 404,
  'profile-incomplete': 422,
  'profile-moved-on': 409,
  'last-owner': 409,
  'item-gone': 409,
  'item-unavailable': 409,
  'choice-missing': 422,
  'choice-unknown': 409,
  'choice-unavailable': 409,
  'choice-too-many': 422,
  'cart-empty': 422,
  'cart-too-large': 422,
  'location-unknown': 422,
  'below-minimum': 422,
  'quote-expired': 409,
  'slot-unavailable': 409,
  'ordering-paused': 409,
  'order-moved-on': 409,
  'menu-moved-on': 409,
  'day-moved-on': 409,
  'settings-moved-on': 409,
  'payment-not-confirmed': 409,
  'transfer-already-used': 409,
  'second-person-needed': 409,
  unavailable: 503,
} as const satisfies Record<ProblemCode, ContentfulStatusCode>

export type FieldProblem = { readonly field: string; readonly detail: string }

/**
 * An expected failure with a sentence for the user. Thrown anywhere in the server, and answered by `answerFailures`.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly problem: Problem
  readonly errors: readonly FieldProblem[]
  readonly headers: Readonly<Record<string, string>>
  /** True if a password, a code or a passkey was wrong: the security log counts it. */
  readonly isWrongSecret: boolean

  /** `retryAfter`: seconds after which a retry may succeed. `allow`: the allowed methods. */
  constructor(
    problem: Problem,
    {
      errors = [],
      retryAfter,
      allow,
      isWrongSecret = false,
    }: { errors?: readonly FieldProblem[]; retryAfter?: number; allow?: string; isWrongSecret?: boolean } = {},
  ) {
    super(problem.detail)
    this.problem = problem
    this.errors = errors
    this.isWrongSecret = isWrongSecret
    this.headers = {
      ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
      ...(allow !== undefined && { Allow: allow }),
    }
  }
}

/** Returns a Refusal, for use as an expression: `throw refuse('not-found', 'No such order.')`. */
export function refuse(code: ProblemCode, detail: string, field?: string): Refusal {
  return new Refusal(field === undefined ? { code, detail } : { code, detail, field })
}

/** Returns the refusal of a wrong password, code or passkey. */
export function refuseSecret(detail: string, field: string): Refusal {
  return new Refusal({ code: 'invalid', detail, field }, { isWrongSecret: true })
}

/** The refusal of requests without a session, or whose session or account has ended meanwhile. */
export const notSignedIn = () => refuse('not-signed-in', 'User not authenticated')

/** Returns the refusal of a request that may succeed in some seconds. `detail` should tell the user so. */
export const unavailable = (detail: string) => new Refusal({ code: 'unavailable', detail }, { retryAfter: 5 })

/** Returns the refusal for `limitConcurrency` if too many requests wait, for example those of one account. */
export const tooMuchAtOnce = () => refuse('too-many-tries', 'There were too many requests at once. Please try again.')

export function refuseMethod(methods: readonly string[]): Refusal {
  const allow = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  return new Refusal({ code: 'method-not-allowed', detail: `This address answers ${allow} only.` }, { allow })
}

/** Returns the value of a result, or throws its problem as a Refusal. */
export function orRefuse<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Refusal(result.problem)
  return result.value
}

export function problemResponse({ problem, errors, headers }: Refusal, request: string): Response {
  const status = statuses[problem.code]
  const body: ProblemBody = { status, ...problem, ...(errors.length > 0 && { errors }), request }
  return answer(body, headers)
}

export const bugDetail = 'Sorry, something broke on our side. Please try again; if it stays, call us.'

/**
 * Returns the response to an unexpected error. The error is logged with the request's id; the response contains no
 * stack.
 */
export function bugResponse(request: string): Response {
  return answer({ status: 500, code: 'bug', detail: bugDetail, request }, {})
}

function answer(body: ProblemBody, headers: Refusal['headers']): Response {
  return new Response(JSON.stringify(body), {
    status: body.status,
    headers: { 'Content-Type': 'application/problem+json; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  })
}

/**
 * Returns the page shown before the owner has opened the restaurant. With 503, search engines return later and index
 * nothing.
 */
export function notOpenPage(styles: readonly string[]): Response {
  const headers = { 'Cache-Control': 'no-store', 'Retry-After': '3600', 'X-Robots-Tag': 'noindex' }
  const detail = 'This restaurant is being set up. Please come back soon.'
  return problemPage(new Response(null, { status: 503, headers }), detail, styles, 'Not open yet')
}

/**
 * Returns a problem as a page without script or data. While the server is unavailable, the page reloads automatically.
 */
export function problemPage(
  { status, headers }: Response,
  detail: string,
  styles: readonly string[],
  title = status === 503 ? 'Back in a moment' : 'Something went wrong',
): Response {
  const after = headers.get('Retry-After')
  const html = `<!doctype html>
<html lang="en-NG">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="dark light">
${after === null || Number(after) > 60 ? '' : `<meta http-equiv="refresh" content="${Math.max(5, Number(after))}">`}
<title>${title}</title>
${styles.map((style) => `<link rel="stylesheet" href="${style}">`).join('\n')}
</head>
<body>
<main class="grid min-h-dvh place-content-center gap-4 p-6 text-center">
<h1 class="text-2xl">${title}</h1>
<p>${escaped(detail)}</p>
<p><a class="underline" href="">Try again</a></p>
</main>
</body>
</html>
`
  const page = new Response(html, { status, headers })
  page.headers.set('Content-Type', 'text/html; charset=utf-8')
  return page
}
