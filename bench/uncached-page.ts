import { createRequire } from 'node:module'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { ReactNode } from 'react'
import { servePages } from '#server/http/pages.ts'
import { openPromiseCache } from '#server/http/promise-cache.ts'
import { withData } from '#server/http/serve.ts'
import { openBuild } from '#server/http/web-build.ts'
import { figure, progress } from './figures.ts'

/** The least share of what React alone does that is wanted. */
const share = 0.6

/** Milliseconds for each figure, and before it. */
const span = 4000
const runUp = 2000

/**
 * The page of the Grills as the server makes it where it has none cached: data, rendering, state, hash and compression. Beside
 * React, which renders the same trees with the same data once more in the middle of it, to bytes. The data come from `url`.
 */
export async function uncachedPage(url: string): Promise<void> {
  progress('Pages that are not cached')
  // Read when React is loaded, which in this process is now.
  process.env.NODE_ENV = 'production'
  const react = createRequire(import.meta.url)('react-dom/server') as { renderToString: (tree: ReactNode) => string }
  const { renderToString } = react
  let bareTime = 0
  let inside: ReactNode
  // What the build imports from here on. A page is two trees: the app, and the document around it.
  react.renderToString = (tree) => {
    if (inside === undefined) {
      inside = tree
      return renderToString(tree)
    }
    const began = performance.now()
    renderToString(inside)
    Buffer.from(renderToString(tree))
    bareTime += performance.now() - began
    inside = undefined
    return renderToString(tree)
  }
  const app = new Hono()
  // Puts the server's own Request and Response in the place of Node's, which copy their bodies.
  getRequestListener(app.fetch)
  // As the server keeps its answers.
  const answers = openPromiseCache<{ body: Buffer<ArrayBuffer>; data: unknown }>({
    most: 100,
    longestAge: 60 * 60_000,
  })
  app.get('/api/*', async ({ req }) => {
    const { pathname, search } = new URL(req.url)
    const make = async () => {
      const response = await fetch(url + pathname + search)
      const body = Buffer.from(await response.arrayBuffer())
      return { body, data: JSON.parse(body.toString()) as unknown }
    }
    const { body, data } = await answers.get(pathname + search, make)
    return withData(new Response(body), data)
  })
  servePages(app, {
    web: await openBuild(),
    origin: () => url,
    cursor: () => '',
    cards: async () => () => undefined,
    redirect: async () => undefined,
    isOpen: async () => true,
    cache: () => false,
  })
  for (const encoding of ['identity', 'br']) {
    const makePages = async (milliseconds: number) => {
      bareTime = 0
      const began = performance.now()
      let pages = 0
      for (; performance.now() - began < milliseconds; pages++) {
        await app.request('/menu/grills', { headers: { 'Accept-Encoding': encoding } })
      }
      const bare = pages / bareTime
      return { ours: 1000 * (pages / (performance.now() - began - bareTime)), bare: 1000 * bare }
    }
    await makePages(runUp)
    const { ours, bare } = await makePages(span)
    const beside = { what: 'the same trees by React alone', value: bare }
    // What is compressed best is compressed once, beside the renderings of other pages.
    const limit = encoding === 'identity' && { limit: share }
    figure({ what: `pages not cached, ${encoding}`, value: ours, unit: '/s', beside: { ...beside, ...limit } })
  }
}
