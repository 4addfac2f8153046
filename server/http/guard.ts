import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { isDatabaseGone } from '../db/database.ts'
import { describeError, type Log } from '../process/log.ts'
import { bugResponse, problemResponse, Refusal, refuse } from './problems.ts'

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

/** Sets the security headers of every response. */
export function guardHeaders(app: Hono, { https, development }: { https: boolean; development: boolean }): void {
  app.use(async (context, next) => {
    context.set('requestId', randomUUID())
    await next()
    const { headers } = context.res
    // Vite's own scripts and styles in development are inline.
    if (!development) headers.set('Content-Security-Policy', policy)
    headers.set('X-Content-Type-Options', 'nosniff')
    headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
    headers.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()')
    headers.set('Cross-Origin-Opener-Policy', 'same-origin')
    headers.set('X-Request-Id', context.get('requestId'))
    if (https) headers.set('Strict-Transport-Security', 'max-age=31536000')
  })
}

/** Refuses cross-site requests that would change something (CSRF). */
export function guardOrigin(app: Hono): void {
  app.use('/api/*', async (context, next) => {
    const { method } = context.req
    if (method !== 'GET' && method !== 'HEAD' && isForeign(context.req.raw.headers)) {
      throw refuse('not-allowed', 'This request came from another site.')
    }
    await next()
  })
}

/** Clients other than browsers send neither header. They pass: they carry no visitor's cookies. */
function isForeign(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  if (site) return site !== 'same-origin' && site !== 'none'
  const origin = headers.get('origin')
  const host = headers.get('x-forwarded-host') ?? headers.get('host')
  return origin !== null && (!URL.canParse(origin) || new URL(origin).host !== host)
}

/** Turns every thrown error into a problem: a Refusal with its sentence, a lost database as 503, any other error as a bug. */
export function answerFailures(app: Hono, log: Log): void {
  app.onError((error, context) => {
    const request = context.get('requestId') ?? randomUUID()
    if (error instanceof Refusal) return problemResponse(error, request)
    const about = { request, method: context.req.method, route: context.req.routePath, ...describeError(error) }
    if (isDatabaseGone(error)) {
      log('request.unanswered', about)
      const detail = 'We cannot reach our records right now. Please try again in a moment.'
      return problemResponse(new Refusal({ code: 'unavailable', detail }, { retryAfter: 2 }), request)
    }
    // Thrown by Hono for a path or body that cannot be decoded.
    if (error instanceof HTTPException && error.status < 500) {
      return problemResponse(refuse('invalid', 'This request cannot be read.'), request)
    }
    log('request.failed', about)
    return bugResponse(request)
  })
}
