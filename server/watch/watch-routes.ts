import { createHash, timingSafeEqual } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, Hono } from 'hono'
import { isOwnMachine } from '../http/client-address.ts'
import type { NoteRequest } from '../http/kept-answers.ts'
import { refuse } from '../http/problems.ts'
import type { Log } from '../process/log.ts'
import type { Metrics } from './metrics.ts'
import { isReady, type Readiness } from './readiness.ts'

export type Watching = {
  readonly metrics: Metrics
  readonly readiness: () => Promise<Readiness>
  /** The token with which other machines read the metrics; undefined allows only this machine. */
  readonly metricsToken: string | undefined
  readonly accessLog: boolean
}

const probes = ['/healthz', '/readyz', '/metrics']

/**
 * Counts each request and logs it. The log has no client address. It has the route instead of the path, because a path
 * may contain a code.
 */
export function requestNotes({ metrics, accessLog }: Watching, log: Log): NoteRequest {
  return (answered) => {
    metrics.request(answered)
    const { request, method, route, status, seconds } = answered
    // Probes are not logged, because a balancer sends a probe every second or two.
    if (accessLog && !(probes.includes(route) && status === 200)) {
      log('request', { request, method, route, status, ms: Math.round(seconds * 1000) })
    }
  }
}

export function watchRequests(app: Hono, note: NoteRequest): void {
  app.use(async (context, next) => {
    // Requests of the page renderer come from within the process, and are not measured.
    if (!(context.env as { incoming?: unknown } | undefined)?.incoming) return await next()
    const began = performance.now()
    await next()
    const seconds = (performance.now() - began) / 1000
    const { method, routePath: route } = context.req
    note({ request: context.get('requestId'), method, route, status: context.res.status, seconds })
  })
}

/** Serves the endpoints for a balancer, an orchestrator and Prometheus. */
export function serveWatching(app: Hono, { metrics, readiness, metricsToken }: Watching): void {
  const fresh = { 'Cache-Control': 'no-store' }
  app.get('/healthz', (context) => context.text('alive', 200, fresh))
  app.get('/readyz', async (context) => {
    const found = await readiness()
    return context.json(found, isReady(found) ? 200 : 503, fresh)
  })
  app.get('/metrics', async (context) => {
    if (!mayRead(context, metricsToken)) throw refuse('not-found', 'There is nothing here.')
    return context.body(await metrics.text(), 200, { ...fresh, 'Content-Type': metrics.contentType })
  })
}

/**
 * The headers that proxies add. A request through a proxy that adds none looks like one from this machine, so such a
 * proxy must not forward /metrics.
 */
const ofProxies = /^(forwarded|via|x-real-ip|x-forwarded-.+)$/

/** Returns true for requests with the token, and for requests from this machine that came through no proxy. */
function mayRead(context: Context, token: string | undefined): boolean {
  const given = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '')?.[1]
  if (token !== undefined && given !== undefined) return timingSafeEqual(digest(given), digest(token))
  const isForwarded = [...context.req.raw.headers.keys()].some((name) => ofProxies.test(name))
  const { address } = getConnInfo(context).remote
  return !isForwarded && address !== undefined && isOwnMachine(address)
}

const digest = (text: string) => createHash('sha256').update(text).digest()
