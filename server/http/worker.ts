import { createHash } from 'node:crypto'
import type { Hono } from 'hono'
import { encodable, encode } from './compress.ts'

/**
 * Clears what an earlier worker kept and takes itself away; open pages go on, and ask the network again. It answers in the
 * place of the real one where that is switched off, for a browser gives up a worker only for another one.
 */
const farewell = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('buka-')) await caches.delete(name)
  await self.registration.unregister()
})()))
`

/** Serves the browser's worker; `program` undefined takes it back from every browser that has one. */
export function serveWorker(app: Hono, program: string | undefined): void {
  const body = Buffer.from(program ?? farewell)
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const kept = encodable(body)
  app.get('/worker.js', async (context) => {
    // Asked for at every visit: it must never be an old one.
    const headers = { ETag: etag, 'Cache-Control': 'no-cache' }
    if (context.req.header('if-none-match') === etag) return new Response(null, { status: 304, headers })
    const encoded = await encode(kept, context.req.header('accept-encoding'), 9)
    return new Response(new Uint8Array(encoded.body), {
      headers: { ...headers, ...encoded.headers, 'Content-Type': 'text/javascript; charset=utf-8' },
    })
  })
}
