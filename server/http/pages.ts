import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import type { ProblemBody } from '#contract/problem.ts'
import type { Web } from './build.ts'
import { type Encoded, encodable, encode } from './compress.ts'
import { Refusal } from './problems.ts'

type CachedPage = Encoded & { readonly status: number; readonly etag: string; readonly renderedAt: number }

/** Milliseconds. Live events are stored for a day, and a page must be young enough to continue from its cursor. */
const longestAge = 60 * 60_000

/** There are category paths and a dozen others. The limit protects the memory from requests for guessed paths. */
const mostPages = 200

export type PageServer = {
  /** Drops all cached pages. */
  readonly clear: () => void
}

/**
 * Serves every path outside the API as a page. A page is the same bytes for everybody, so it is rendered once and cached until
 * its content changes.
 */
export function servePages(
  app: Hono,
  {
    web,
    origin,
    cursor,
    cardOf,
    redirect,
    cache,
  }: {
    web: Web
    origin: (context: Context) => string
    /** The live cursor of data that is read now. */
    cursor: () => string
    /** The file of a page's link preview picture, by the page's path. */
    cardOf: (path: string) => string | undefined
    /** The canonical path of another path, or undefined. */
    redirect: (path: string) => Promise<{ to: string; status: 301 | 302 } | undefined>
    /** False in development, which renders every request. */
    cache: boolean
  },
): PageServer {
  let cached = new Map<string, Promise<CachedPage>>()

  async function make(path: string, from: string): Promise<CachedPage> {
    // The cursor is from before any read: an event in between is delivered again rather than missed.
    const { assets } = web
    let unavailable: string | undefined
    const send = async (path: string, init?: RequestInit) => {
      const response = await app.request(path, init)
      if (response.status === 503) unavailable = ((await response.clone().json()) as ProblemBody).detail
      return response
    }
    const { status, html } = await web
      .render({ path, origin: from, cursor: cursor(), cardOf, assets, send })
      .catch((error: unknown) => {
        throw unavailable === undefined
          ? error
          : new Refusal({ code: 'unavailable', detail: unavailable }, { retryAfter: 5 })
      })
    const body = Buffer.from(html)
    return {
      ...encodable(body),
      renderedAt: Date.now(),
      status,
      etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    }
  }

  const keyOf = (path: string, from: string) => `${from} ${path}`

  async function pageAt(path: string, from: string): Promise<CachedPage> {
    const key = keyOf(path, from)
    const pages = cached
    let page = pages.get(key)
    if (!page || (await page).renderedAt < Date.now() - longestAge) {
      page = make(path, from)
      if (cache && pages.size < mostPages) pages.set(key, page)
      // Neither a 404 nor a failure is cached: the first would fill the memory, the second may pass.
      page.then(
        ({ status }) => status === 200 || pages.delete(key),
        () => pages.delete(key),
      )
    }
    return page
  }

  app.get('*', async (context) => {
    const { pathname, search } = new URL(context.req.url)
    const from = origin(context)
    // A cached page has a canonical path and needs no lookup.
    const elsewhere = cached.has(keyOf(pathname, from)) ? undefined : await redirect(pathname)
    if (elsewhere) return context.redirect(elsewhere.to + search, elsewhere.status)
    const page = await pageAt(pathname, from)
    const headers = { ETag: page.etag, 'Cache-Control': 'no-cache', 'Cache-Tag': 'menu' }
    if (page.status === 200 && context.req.header('if-none-match') === page.etag) {
      return new Response(null, { status: 304, headers })
    }
    const encoded = await encode(page, context.req.header('accept-encoding'), 9)
    return new Response(new Uint8Array(encoded.body), {
      status: page.status,
      headers: { ...headers, ...encoded.headers, 'Content-Type': 'text/html; charset=utf-8' },
    })
  })

  return {
    clear() {
      cached = new Map()
    },
  }
}
