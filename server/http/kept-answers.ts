import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context, Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { cursorHeader } from '#contract/live.ts'
import { encodingFor } from './compress.ts'
import { isKnown, unchangedHeaders } from './etag.ts'
import type { RequestIds } from './guard.ts'

declare module 'hono' {
  interface ContextVariableMap {
    keptBody: Uint8Array
  }
}

/** Called after each request. `request` is its id, `route` its pattern, such as '/api/orders/:id'. */
export type NoteRequest = (answered: {
  readonly request: string
  readonly method: string
  readonly route: string
  readonly status: number
  readonly seconds: number
}) => void

/**
 * A response as the app sent it. The headers that differ between requests are left out, and added when the response is
 * sent again.
 */
type KeptAnswer = {
  readonly route: string
  readonly etag: string | undefined
  readonly hasCursor: boolean
  /** Names and values alternately, as `writeHead` takes them. */
  readonly headers: readonly string[]
  readonly headersUnchanged: readonly string[]
  readonly body: Uint8Array
}

type KeptAnswers = {
  /** Adds the middleware that keeps the responses that handlers passed to `keepAnswer`. */
  readonly keepFrom: (app: Hono) => void
  /** Sends the kept response. Returns false if there is none and the app has to respond. */
  readonly send: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean
  readonly clear: () => void
}

/**
 * Room for the responses of two host names, with about thirty pages and as many API responses, each in three encodings.
 */
const mostKept = 400

/**
 * The longest age of a kept response. This age adds to the response's age in the app's own caches, which set the actual
 * limit, so it is short.
 */
const longestAgeMs = 10_000

/** Headers that differ for each request. */
const ofRequest = { id: 'x-request-id', cursor: cursorHeader.toLowerCase() } as const

/**
 * Marks a 200 response as equal for all requests with the same address, host and Accept-Encoding. Called by handlers.
 */
export function keepAnswer(context: Context, { body, isFinal }: { body: Uint8Array; isFinal: boolean }): void {
  if (isFinal) context.set('keptBody', body)
}

/**
 * Keeps public responses as they left the app, headers included, and sends them again without routing and middleware.
 * `keeps` returns true if a response may be kept now.
 */
export function openKeptAnswers({
  keeps,
  cursor,
  requestId,
  note,
}: {
  keeps: () => boolean
  cursor: () => string
  requestId: RequestIds
  note: NoteRequest
}): KeptAnswers {
  const opened = () => new LRUCache<string, KeptAnswer>({ max: mostKept, ttl: longestAgeMs })
  let answers = opened()
  return {
    keepFrom(app) {
      app.use(async (context, next) => {
        // Reads the map before the handler runs. A change replaces the map, so a response begun before the change is
        // stored in the discarded map.
        const all = answers
        await next()
        const body = context.get('keptBody')
        const { incoming } = (context.env ?? {}) as { incoming?: IncomingMessage }
        // Queries make too many different addresses to keep.
        if (body && incoming && !incoming.url?.includes('?') && keeps()) {
          all.set(keyOf(incoming), keptAnswer(context, body))
        }
      })
    },
    send(incoming, outgoing) {
      const { method, headers } = incoming
      if (method !== 'GET' && method !== 'HEAD') return false
      const began = performance.now()
      const kept = answers.get(keyOf(incoming))
      if (!kept) return false
      const isUnchanged = kept.etag !== undefined && isKnown(headers['if-none-match'], kept.etag)
      const status = isUnchanged ? 304 : 200
      const request = requestId(headers[ofRequest.id] as string | undefined)
      const own = [ofRequest.id, request, ...(kept.hasCursor ? [ofRequest.cursor, cursor()] : [])]
      outgoing.writeHead(status, (isUnchanged ? kept.headersUnchanged : kept.headers).concat(own))
      outgoing.end(isUnchanged || method === 'HEAD' ? undefined : kept.body)
      note({ request, method, route: kept.route, status, seconds: (performance.now() - began) / 1000 })
      return true
    },
    clear() {
      answers = opened()
    },
  }
}

/**
 * Returns the key of a response. The address is part of the key exactly as it was sent; a request with another spelling
 * is handled by the app.
 */
function keyOf({ url, headers }: IncomingMessage): string {
  return `${encodingFor(headers['accept-encoding'] as string | undefined)} ${headers.host} ${url}`
}

function keptAnswer({ req, res }: Context, body: Uint8Array): KeptAnswer {
  const shared = [...res.headers].filter(([name]) => name !== ofRequest.id && name !== ofRequest.cursor)
  return {
    route: req.routePath,
    etag: res.headers.get('etag') ?? undefined,
    hasCursor: res.headers.has(cursorHeader),
    headers: shared.flat(),
    headersUnchanged: unchangedHeaders(shared).flat(),
    body,
  }
}
