import { randomUUID } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { isDatabaseFull, isDatabaseGone, sqlState } from '../db/failures.ts'
import { NotDrawn } from '../media/drawing.ts'
import { describeError, type Log } from '../process/log.ts'
import { forever } from './files.ts'
import { bugDetail, bugResponse, problemPage, problemResponse, Refusal, refuse } from './problems.ts'

declare module 'hono' {
  interface ContextVariableMap {
    requestId: string
  }
}

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "media-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Matches the request ids that are accepted from a trusted proxy and logged unchanged. */
const requestName = /^[\w-]{8,64}$/

/** Returns the id of a request: the given id from a trusted proxy, or a new id. */
export type RequestIds = (given: string | undefined) => string

export function requestIds({ trusted }: { trusted: boolean }): RequestIds {
  return (given) => (trusted && given !== undefined && requestName.test(given) ? given : randomUUID())
}

/**
 * Sets the security headers of every response. A response that is not a document gets only the headers that browsers
 * check for it.
 */
export function guardHeaders(
  app: Hono,
  {
    https,
    development,
    requestId = requestIds({ trusted: false }),
  }: { https: boolean; development: boolean; requestId?: RequestIds },
): void {
  app.use(async (context, next) => {
    context.set('requestId', requestId(context.req.header('x-request-id')))
    await next()
    const { headers } = context.res
    headers.set('X-Content-Type-Options', 'nosniff')
    if (https) headers.set('Strict-Transport-Security', 'max-age=31536000')
    // Scripts, styles, fonts and pictures get no further headers. A page loads some thirty of these files, and over
    // HTTP/1.1 the further headers would add half a kilobyte to each file.
    if (isPartOfPage(headers)) return
    headers.set('X-Request-Id', context.get('requestId'))
    // Browsers use the remaining headers only for pages, so API responses omit them. An order takes a dozen API
    // responses.
    if (isData.test(headers.get('Content-Type') ?? '')) {
      headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
      return
    }
    // Vite's own scripts and styles in development are inline.
    if (!development) headers.set('Content-Security-Policy', policy)
    headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
    headers.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=(self), payment=()')
    headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  })
}

/**
 * Ends the bodies of responses to HEAD. Hono runs the GET handler and drops the body, so a stream would stay open and
 * count towards the limit of streams.
 */
export function endHeadBodies(app: Hono): void {
  app.use(async (context, next) => {
    await next()
    if (context.req.method === 'HEAD') await context.res.body?.cancel()
  })
}

/** Matches the media type of an API response or of live events. */
const isData = /^(application\/([\w.]+\+)?json|text\/event-stream)\b/

/**
 * Returns true for a script, style, font, picture or film under a name made from its content. Returns false for an SVG,
 * because it may be opened as a document.
 */
const isPartOfPage = (headers: Headers) =>
  headers.get('Cache-Control') === forever && headers.get('Content-Type') !== 'image/svg+xml'

/** Refuses cross-site requests that could change something (CSRF). */
export function guardOrigin(app: Hono): void {
  app.use('/api/*', async (context, next) => {
    const { method } = context.req
    if (method !== 'GET' && method !== 'HEAD' && isForeign(context.req.raw.headers)) {
      throw refuse('not-allowed', 'This request came from another site.')
    }
    await next()
  })
}

/**
 * Returns true for a cross-site request. Clients other than browsers send neither `Sec-Fetch-Site` nor `Origin` and
 * pass, because they carry no visitor's cookies.
 */
function isForeign(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  if (site) return site !== 'same-origin' && site !== 'none'
  const origin = headers.get('origin')
  const host = headers.get('x-forwarded-host') ?? headers.get('host')
  return origin !== null && (!URL.canParse(origin) || new URL(origin).host !== host)
}

const unreachable = new Refusal(
  { code: 'unavailable', detail: 'We cannot reach our records right now. Please try again in a moment.' },
  { retryAfter: 2 },
)

/** The refusal while the disk is full: no write can be recorded, so none is acknowledged. */
export const cannotRecord = new Refusal(
  { code: 'unavailable', detail: 'We cannot take orders for the moment. Please try again later, or call us.' },
  { retryAfter: 30 },
)

/** SQLSTATEs of values that PostgreSQL cannot store: a number out of range, text that is not Unicode. */
const unstorable = ['22003', '22021', '22P05']

/**
 * Turns every thrown error into a problem response. A Refusal keeps its sentence. A picture that cannot be drawn now, a
 * lost database and a full disk give 503. Any other error is a bug. A browser that requested a page gets the problem as
 * a page with these styles.
 */
export function answerFailures(
  app: Hono,
  log: Log,
  {
    styles = () => [],
    onRefusal = () => {},
  }: {
    styles?: () => readonly string[]
    /** Called with every refusal, and its method and route. */
    onRefusal?: (refusal: Refusal, endpoint: string, context: Context) => void
  } = {},
): void {
  const refusalOf = (error: Error, about: () => Record<string, string | undefined>): Refusal | undefined => {
    if (error instanceof Refusal) return error
    if (error instanceof NotDrawn) {
      return new Refusal({ code: 'unavailable', detail: error.message }, { retryAfter: error.retryAfter })
    }
    const isFull = isDatabaseFull(error)
    if (isFull || isDatabaseGone(error)) {
      log('request.unanswered', about())
      return isFull ? cannotRecord : unreachable
    }
    // Thrown by Hono for a path or body that cannot be decoded.
    if (error instanceof HTTPException && error.status < 500) return refuse('invalid', 'This request cannot be read.')
    if (unstorable.includes(sqlState(error) ?? '')) {
      // The failure is logged, because the contract should have refused this value with the name of the field.
      log('request.unstorable', about())
      return refuse('invalid', 'This request holds characters that cannot be stored.')
    }
    log('request.failed', about())
    return undefined
  }
  app.onError((error, context) => {
    const request = context.get('requestId') ?? randomUUID()
    const { method, path, routePath: route } = context.req
    const refusal = refusalOf(error, () => ({ request, method, route, ...describeError(error) }))
    if (refusal) onRefusal(refusal, `${method} ${route}`, context)
    const response = refusal ? problemResponse(refusal, request) : bugResponse(request)
    const asksPage = !path.startsWith('/api/') && context.req.header('accept')?.includes('text/html') === true
    return asksPage ? problemPage(response, refusal?.message ?? bugDetail, styles()) : response
  })
}
