import type { Hono } from 'hono'

/** Returns true if an If-None-Match header lists this ETag. Proxies send lists, and turn strong tags into weak tags. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const plain = (tag: string) => tag.trim().replace(/^W\//, '')
  const known = (ifNoneMatch ?? '').split(',').map(plain)
  return known.includes('*') || known.includes(plain(etag))
}

/** Headers of a 200 response that a 304 response omits. */
const ofBody = ['content-type', 'content-encoding', 'content-length']

export function unchangedHeaders(headers: Iterable<[name: string, value: string]>): [name: string, value: string][] {
  return [...headers].filter(([name]) => !ofBody.includes(name))
}

/** Replaces a response by 304 if the client knows its ETag. */
export function answerUnchanged(app: Hono): void {
  app.use(async (context, next) => {
    await next()
    const { status, headers } = context.res
    const etag = headers.get('etag')
    if (status !== 200 || etag === null || !isKnown(context.req.header('if-none-match'), etag)) return
    // Unsets `res` first, because Hono would merge the previous response's headers into the new response.
    context.res = undefined
    context.res = new Response(null, { status: 304, headers: unchangedHeaders(headers) })
  })
}
