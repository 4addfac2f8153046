import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Balancer = { readonly url: string; close(): Promise<void> }

/** A server that failed is tried last for this long, as with nginx. */
const avoidMs = 10_000

/**
 * Sends each request to the next server that accepts the connection. If a server fails after it got the request, the
 * client gets a 502 or a cut answer, as with HAProxy: another server does not get the request, which may have taken
 * effect. This is stricter than nginx, which by default repeats idempotent requests, such as PUT and DELETE.
 */
export async function openBalancer(urls: readonly string[]): Promise<Balancer> {
  let turn = 0
  const failedAt = new Map<string, number>()
  const isAvoided = (to: string) => performance.now() - (failedAt.get(to) ?? Number.NEGATIVE_INFINITY) < avoidMs
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const first = turn++ % urls.length
    const inTurn = [...urls.slice(first), ...urls.slice(0, first)]
    const left = [...inTurn.filter((to) => !isAvoided(to)), ...inTurn.filter(isAvoided)]
    const next = () => {
      const to = left.shift()
      if (to === undefined) return void outgoing.writeHead(503).end()
      const onFailed = () => failedAt.set(to, performance.now())
      pass(incoming, outgoing, { to, body: Buffer.concat(chunks), onFailed, onRefused: next })
    }
    next()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function pass(
  { method, url, headers }: IncomingMessage,
  outgoing: ServerResponse,
  { to, body, onFailed, onRefused }: { to: string; body: Buffer; onFailed: () => void; onRefused: () => void },
): void {
  const { 'transfer-encoding': _, connection: __, ...others } = headers
  // Each request opens a new connection, because a kept connection could lead to a killed server.
  const sending = request(`${to}${url}`, {
    method,
    headers: { ...others, 'content-length': body.length },
    agent: false,
  })
  sending.once('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
    outgoing.flushHeaders()
    answer.on('error', () => outgoing.destroy())
    answer.once('close', () => (answer.complete ? undefined : outgoing.destroy()))
    answer.pipe(outgoing)
  })
  sending.once('error', (error: NodeJS.ErrnoException) => {
    if (outgoing.destroyed) return
    onFailed()
    if (error.code === 'ECONNREFUSED') return onRefused()
    if (outgoing.headersSent) outgoing.destroy()
    else outgoing.writeHead(502).end()
  })
  outgoing.once('close', () => sending.destroy())
  sending.end(body)
}
