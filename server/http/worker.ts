import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import { encodable, encode } from './compress.ts'

/**
 * A worker that deletes the caches of an earlier worker and unregisters itself. Served if SERVICE_WORKER is off,
 * because a browser replaces an installed worker only by another worker.
 */
const removalWorker = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('buka-')) await caches.delete(name)
  await self.registration.unregister()
})()))
`

/** Serves the service worker. Without a `program`, removes it from every browser that has one. */
export function serveWorker(app: Hono, program: string | undefined): void {
  const body = Buffer.from(program ?? removalWorker)
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const encodings = encodable(body)
  app.get('/worker.js', async (context) => {
    const encoded = await encode(encodings, context.req.header('accept-encoding'))
    // Browsers check the worker at every visit and must never get an old one.
    const headers = { ETag: etag, 'Cache-Control': 'no-cache', 'Content-Type': 'text/javascript; charset=utf-8' }
    return new Response(encoded.body, { headers: { ...headers, ...encoded.headers } })
  })
}
