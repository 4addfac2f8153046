import type { Hono } from 'hono'

/**
 * Whether an If-None-Match header names this ETag. Proxies send lists, and make a tag weak that was strong; what is sent is
 * the same.
 */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const plain = (tag: string) => tag.trim().replace(/^W\//, '')
  const known = (ifNoneMatch ?? '').split(',').map(plain)
  return known.includes('*') || known.includes(plain(etag))
}

/** Headers of an answer of 200 that an answer of 304 does not have. */
const ofBody = ['content-type', 'content-encoding', 'content-length']

export function unchangedHeaders(headers: Iterable<[name: string, value: string]>): [name: string, value: string][] {
  return [...headers].filter(([name]) => !ofBody.includes(name))
}

/** Answers 304 in the place of an answer whose ETag the client knows. */
export function answerUnchanged(app: Hono): void {
  app.use(async (context, next) => {
    await next()
    const { status, headers } = context.res
    const etag = headers.get('etag')
    if (status !== 200 || etag === null || !isKnown(context.req.header('if-none-match'), etag)) return
    // Hono merges the headers of the answer before into a new one, unless there is none.
    context.res = undefined
    context.res = new Response(null, { status: 304, headers: unchangedHeaders(headers) })
  })
}
