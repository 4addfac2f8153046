import { createHash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import type { Web } from './build.ts'
import { type Encoded, encodable, encode } from './compress.ts'

type Kept = Encoded & { readonly status: number; readonly etag: string; readonly renderedAt: number }

/** Milliseconds. Live events are kept for a day: a page must be young enough to go on from its cursor. */
const longestKept = 60 * 60_000

/** Category paths and a dozen others; more would be somebody trying paths. */
const mostKept = 200

export type PageServer = {
  /** Every page made so far is out of date. */
  readonly forget: () => void
}

/**
 * Serves every path that is none of the API's as a page. A page is the same bytes for everybody, so it is rendered once
 * and kept until something in it changes.
 */
export function servePages(
  app: Hono,
  {
    web,
    origin,
    cursor,
    cardOf,
    redirect,
    keep,
  }: {
    web: Web
    origin: (context: Context) => string
    /** How far the live events are in what is read now. */
    cursor: () => string
    /** The file of a page's card, by the page's path. */
    cardOf: (path: string) => string | undefined
    /** Where a path really leads, or undefined. */
    redirect: (path: string) => Promise<{ to: string; status: 301 | 302 } | undefined>
    /** Development renders every page anew. */
    keep: boolean
  },
): PageServer {
  let kept = new Map<string, Promise<Kept>>()

  const send = async (path: string, init?: RequestInit) => app.request(path, init)

  async function make(path: string, from: string): Promise<Kept> {
    // Taken before anything is read: what happens meanwhile is told again rather than missed.
    const { assets } = web
    const { status, html } = await web.render({ path, origin: from, cursor: cursor(), cardOf, assets, send })
    const body = Buffer.from(html)
    return {
      ...encodable(body),
      renderedAt: Date.now(),
      status,
      etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    }
  }

  const keyOf = (path: string, from: string) => `${from} ${path}`

  async function pageAt(path: string, from: string): Promise<Kept> {
    const key = keyOf(path, from)
    const pages = kept
    let page = pages.get(key)
    if (!page || (await page).renderedAt < Date.now() - longestKept) {
      page = make(path, from)
      if (keep && pages.size < mostKept) pages.set(key, page)
      // What is not there and what failed is not kept: neither may fill the memory, and a failure may pass.
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
    // A page that is there is where it belongs: nothing needs to be looked up.
    const elsewhere = kept.has(keyOf(pathname, from)) ? undefined : await redirect(pathname)
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
    forget() {
      kept = new Map()
    },
  }
}
