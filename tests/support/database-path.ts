import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The network between a server and its PostgreSQL, which a test can break. */
export type DatabasePath = {
  /** The DATABASE_URL that leads through the path. */
  readonly url: string
  /** Leads new connections to another database. */
  lead(databaseUrl: string): void
  /** Drops all data. Connections from before and during the fault never get a byte again, not even their end. */
  drop(): void
  /** Closes all connections and refuses new ones. */
  refuse(): Promise<void>
  restore(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a path to the embedded PostgreSQL at `databaseUrl`. `asPooler` replaces the process ids of connections, as a
 * connection pooler does.
 */
export async function openDatabasePath(databaseUrl: string, { asPooler = false } = {}): Promise<DatabasePath> {
  let target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isDropping = false

  const server = createServer((near) => {
    const { searchParams: place } = target
    const [host, port] = [place.get('host') ?? target.hostname, place.get('port') ?? target.port]
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(Number(port), host)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => {
        if (!isDead(near)) to.write(asPooler && from === far ? withOwnKey(bytes) : bytes)
      })
      from.on('close', () => {
        sockets.delete(from)
        if (!isDead(near)) to.destroy()
      })
      from.on('error', () => {})
    }
    if (isDropping) dead.add(near)
    live.add(near)
  })
  const dead = new WeakSet<Socket>()
  const live = new Set<Socket>()
  const isDead = (near: Socket) => dead.has(near)

  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const own = await listen(0)
  const refuse = async () => {
    for (const socket of sockets) socket.destroy()
    if (server.listening) await new Promise((resolve) => server.close(resolve))
  }
  const { username, password, pathname } = target
  return {
    url: `postgres://${username}${password && `:${password}`}@127.0.0.1:${own}${pathname}`,
    lead(to) {
      target = new URL(to)
    },
    drop() {
      isDropping = true
      for (const near of live) dead.add(near)
    },
    refuse,
    async restore() {
      isDropping = false
      if (!server.listening) await listen(own)
    },
    close: refuse,
  }
}

/** Replaces the process id in the message BackendKeyData, which is 12 bytes long: K, the length, the id, the key. */
function withOwnKey(bytes: Buffer): Buffer {
  const at = bytes.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]))
  if (at >= 0) bytes.writeInt32BE(1, at + 5)
  return bytes
}
