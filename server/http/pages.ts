import { hash } from 'node:crypto'
import type { Context, Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import type { ProblemBody } from '#contract/problem.ts'
import { type Encoded, encodable, encode } from './compress.ts'
import { keepAnswer } from './kept-answers.ts'
import { notOpenPage, Refusal, refuseMethod } from './problems.ts'
import { openPromiseCache } from './promise-cache.ts'
import type { Web } from './web-build.ts'

/** A rendered page, and its bytes for the most recently requested origins. */
type CachedPage = {
  readonly html: Buffer<ArrayBuffer>
  readonly variants: LRUCache<string, Encoded & { readonly etag: string }>
}

/**
 * The longest age of a cached page. A browser asks for the events since the live cursor in the page. Events are stored
 * for a day, so a page must be much younger.
 */
const maxAgeMs = 60 * 60_000

/**
 * The most cached pages. A restaurant has a dozen pages besides its categories. The least recently requested page is
 * evicted.
 */
const mostPages = 200

/** The most origins of one page. A restaurant has one or two host names; clients choose the Host header freely. */
const mostVariants = 4

/*
 * Pages are cached by their route. Values from a request are filled in afterwards: the origin, if PUBLIC_URL does not
 * set it, and the number in the path of a receipt. So forged Host headers and made-up numbers use no room in the cache.
 */
const anyOrigin = 'https://origin.invalid'
const anyOrder = 'ZZZZZZZZZ'
/** The key of the page for all paths without a page. */
const nowhere = ''
const receipt = /^\/orders\/([0-9A-Z]{9})\/receipt$/

type PageServer = {
  readonly clear: () => void
}

/**
 * Serves every path outside the API as a page. A page has the same bytes for everybody, so it is rendered once and
 * cached until its content changes.
 */
export function servePages(
  app: Hono,
  {
    web,
    origin,
    cursor,
    cards,
    redirect,
    isOpen,
    cache,
  }: {
    web: Web
    origin: (context: Context) => string
    /** Returns the live cursor for data that is read now. */
    cursor: () => string
    /** Returns a function from a page's path to the file of its link preview picture. */
    cards: () => Promise<(path: string) => string | undefined>
    /** Returns the canonical path of another path, or undefined. */
    redirect: (path: string) => Promise<{ to: string; status: 301 | 302 } | undefined>
    /** Returns false for the customers' pages of a restaurant that its owner has not opened yet. */
    isOpen: (path: string) => Promise<boolean>
    /** Returns true if pages may be cached now. False in development, which renders every request. */
    cache: () => boolean
  },
): PageServer {
  // Paths without a page share one entry, because anybody can make up any number of them.
  const cached = openPromiseCache<CachedPage | undefined>({
    most: mostPages,
    longestAge: maxAgeMs,
    keeps: (page) => page !== undefined && cache(),
  })

  /** Renders a page; undefined if the path has none. Without a path, renders the page for missing paths. */
  async function make(path?: string): Promise<CachedPage | undefined> {
    // The cursor is read before the page's data, so an event that comes in between is delivered again and not missed.
    const { assets } = web
    const from = cursor()
    const cardOf = await cards()
    let unavailable: string | undefined
    const send = async (path: string, init?: RequestInit) => {
      const response = await app.request(path, init)
      if (response.status === 503) unavailable = ((await response.clone().json()) as ProblemBody).detail
      return response
    }
    const html = await web
      .render({ path, origin: anyOrigin, cursor: from, cardOf, assets, send })
      .catch((error: unknown) => {
        throw unavailable === undefined
          ? error
          : new Refusal({ code: 'unavailable', detail: unavailable }, { retryAfter: 5 })
      })
    return html === undefined ? undefined : { html: Buffer.from(html), variants: new LRUCache({ max: mostVariants }) }
  }

  function variantOf({ html, variants }: CachedPage, from: string, order: string) {
    const key = `${from} ${order}`
    const known = variants.get(key)
    if (known) return known
    const withOrigin = replaced(html, anyOrigin, from)
    const body = order === anyOrder ? withOrigin : replaced(withOrigin, anyOrder, order)
    const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`
    const variant = { ...encodable(body), etag }
    variants.set(key, variant)
    return variant
  }

  app.get('*', async (context) => {
    const { pathname, search } = new URL(context.req.url)
    const order = receipt.exec(pathname)?.[1] ?? anyOrder
    const path = pathname.replace(receipt, `/orders/${anyOrder}/receipt`)
    // A cached page needs neither check: its path is canonical, and an opened restaurant stays open.
    if (!cached.has(path) && !(await isOpen(pathname))) return notOpenPage(web.assets('home').styles)
    const elsewhere = cached.has(path) ? undefined : await redirect(pathname)
    if (elsewhere) return context.redirect(elsewhere.to + search, elsewhere.status)
    const found = await cached.get(path, () => make(path))
    const page = found ?? (await cached.get(nowhere, () => make()))
    if (!page) throw new Error('There is no page for paths that have none.')
    const status = found ? 200 : 404
    const variant = variantOf(page, origin(context), order)
    const encoded = await encode(variant, context.req.header('accept-encoding'))
    if (found && order === anyOrder) keepAnswer(context, encoded)
    return new Response(encoded.body, {
      status,
      headers: {
        ETag: variant.etag,
        'Cache-Control': 'no-cache',
        'Cache-Tag': 'menu',
        ...encoded.headers,
        'Content-Type': 'text/html; charset=utf-8',
      },
    })
  })

  app.all('*', () => {
    throw refuseMethod(['GET'])
  })

  return { clear: cached.clear }
}

/**
 * Replaces `mark` by `by` within bytes. As a string, a page with '₦' would take two bytes for each character and would
 * have to be copied once more.
 */
function replaced(bytes: Buffer<ArrayBuffer>, mark: string, by: string): Buffer<ArrayBuffer> {
  const parts: Buffer[] = []
  const filling = Buffer.from(by)
  let end = 0
  for (let next = bytes.indexOf(mark); next !== -1; next = bytes.indexOf(mark, end)) {
    parts.push(bytes.subarray(end, next), filling)
    end = next + mark.length
  }
  return Buffer.concat([...parts, bytes.subarray(end)])
}
