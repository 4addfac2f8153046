import { createServer, type Server } from 'node:http'
import { Server as SocketServer } from 'node:net'
import type { Settings } from './process/env.ts'
import { StartError } from './process/start-error.ts'

/**
 * The time that requests in flight may take to finish during a stop, which has five seconds in all (main.ts). A client
 * that never finishes must not delay the database's stop.
 */
const finishTimeoutMs = 3000

/**
 * The time for which a connection may be silent in both directions. Streams and polls send far more often. The client
 * of a silent connection is therefore gone, or it has stopped reading and the buffers are full.
 */
const silentTimeoutMs = 60_000

/**
 * Time limits in milliseconds. `headersTimeout`: for a request's head, and for the first byte of a connection.
 * `requestTimeout`: for a whole request. The largest body is a photo, of which a slow network transfers a megabyte in a
 * minute.
 */
const slowClients = { headersTimeout: 15_000, requestTimeout: 120_000, connectionsCheckingInterval: 5000 }

/** Opens a server without handlers. After it has stopped listening, each response closes its connection. */
export function openServer(): Server {
  const server = createServer(slowClients, (_, outgoing) => {
    if (!server.listening) outgoing.shouldKeepAlive = false
  })
  server.setTimeout(silentTimeoutMs)
  return server
}

/** Listens. Throws a StartError if the port is unavailable. */
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

/**
 * Stops accepting connections. Calls the socket server's `close`, because the HTTP server's `close` also closes idle
 * connections immediately.
 */
export function stopListening(server: Server, closed?: () => void): void {
  SocketServer.prototype.close.call(server, closed)
}

/**
 * Finishes requests in flight, and closes connections when they are idle. A retiring server first waits longer than its
 * keep-alive time, because a request may already be on its way on an idle connection. During this wait, clients close
 * their idle connections, and each response closes its connection.
 */
export function close(server: Server, { retires }: { readonly retires: boolean }): Promise<void> {
  const grace = retires ? server.keepAliveTimeout + 2000 : 0
  return new Promise((resolve) => {
    const since = performance.now()
    const sweeping = setInterval(() => performance.now() - since >= grace && server.closeIdleConnections(), 20)
    const giveUp = setTimeout(() => server.closeAllConnections(), grace + finishTimeoutMs)
    stopListening(server, () => {
      clearInterval(sweeping)
      clearTimeout(giveUp)
      resolve()
    })
  })
}
