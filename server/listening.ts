import { createServer, type Server } from 'node:http'
import { Server as SocketServer } from 'node:net'
import type { Settings } from './process/env.ts'
import { StartError } from './process/start-error.ts'

/**
 * Milliseconds that requests in flight get at the end, of the five seconds of a stop (main.ts): a client that never finishes
 * must not keep the database from its end.
 */
const finishWithin = 3000

/**
 * Milliseconds after which a connection that takes and gives nothing is closed. A stream beats and a poll answers far more
 * often, so this is a client that is gone, or that stopped reading with its buffers full.
 */
const deadAfter = 60_000

/**
 * Milliseconds for the head of a request, also on a connection that has sent nothing yet, and for all of it. The largest body
 * is a photo, of which a weak network carries a megabyte in a minute.
 */
const slowClients = { headersTimeout: 15_000, requestTimeout: 120_000, connectionsCheckingInterval: 5000 }

/** A server that answers nothing yet. Once it has stopped listening, each of its answers ends the connection. */
export function openServer(): Server {
  const server = createServer(slowClients, (_, outgoing) => {
    if (!server.listening) outgoing.shouldKeepAlive = false
  })
  server.setTimeout(deadAfter)
  return server
}

/** Throws a StartError where the port cannot be had. */
export function listen(server: Server, { port, host }: Pick<Settings, 'port' | 'host'>): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is taken. Stop what uses it, or choose another: PORT=${port + 1} npm start.`
          : error.code === 'EACCES'
            ? `Port ${port} needs rights that this user lacks. Choose one above 1023: PORT=3000 npm start.`
            : `The server cannot listen on ${host ?? 'any address'}, port ${port} (${error.code}).`
      reject(new StartError(why))
    })
    server.listen({ port, host }, resolve)
  })
}

/** Takes no new connections. Not http's own close, which would close idle connections at once. */
export function stopListening(server: Server, closed?: () => void): void {
  SocketServer.prototype.close.call(server, closed)
}

/**
 * Requests in flight are finished, connections closed as soon as they are idle. A server that retires leaves idle ones to
 * their clients, which end them before or with the next answer: on a connection that it closed itself, a request might just
 * be coming.
 */
export function close(server: Server, { retires }: { readonly retires: boolean }): Promise<void> {
  const grace = retires ? server.keepAliveTimeout + 2000 : 0
  return new Promise((resolve) => {
    const since = performance.now()
    const sweeping = setInterval(() => performance.now() - since >= grace && server.closeIdleConnections(), 20)
    const giveUp = setTimeout(() => server.closeAllConnections(), grace + finishWithin)
    stopListening(server, () => {
      clearInterval(sweeping)
      clearTimeout(giveUp)
      resolve()
    })
  })
}
