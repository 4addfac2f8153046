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
  /** Whoever has it may read the metrics from elsewhere; undefined where only this machine may. */
  readonly metricsToken: string | undefined
  /** Whether every request is logged. */
  readonly accessLog: boolean
}

const probes = ['/healthz', '/readyz', '/metrics']

/** Counts each answered request, and logs it: its route rather than its path, which may hold a code; no address. */
export function requestNotes({ metrics, accessLog }: Watching, log: Log): NoteRequest {
  return (answered) => {
    metrics.request(answered)
    const { request, method, route, status, seconds } = answered
    // A balancer asks every second or two.
    if (accessLog && !(probes.includes(route) && status === 200)) {
      log('request', { request, method, route, status, ms: Math.round(seconds * 1000) })
    }
  }
}

/** Measures every request that reaches the app from outside. */
export function watchRequests(app: Hono, note: NoteRequest): void {
  app.use(async (context, next) => {
    // The page renderer asks from within the process.
    if (!(context.env as { incoming?: unknown } | undefined)?.incoming) return await next()
    const began = performance.now()
    await next()
    const seconds = (performance.now() - began) / 1000
    const { method, routePath: route } = context.req
    note({ request: context.get('requestId'), method, route, status: context.res.status, seconds })
  })
}

/** What machines ask: a balancer, an orchestrator, Prometheus. */
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

/** The headers that proxies add. One that adds none looks like this machine: it must not pass these paths on. */
const ofProxies = /^(forwarded|via|x-real-ip|x-forwarded-.+)$/

/** From this machine and not through a proxy on it, or with the token. */
function mayRead(context: Context, token: string | undefined): boolean {
  const given = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '')?.[1]
  if (token !== undefined && given !== undefined) return timingSafeEqual(digest(given), digest(token))
  const isForwarded = [...context.req.raw.headers.keys()].some((name) => ofProxies.test(name))
  const { address } = getConnInfo(context).remote
  return !isForwarded && address !== undefined && isOwnMachine(address)
}

const digest = (text: string) => createHash('sha256').update(text).digest()
