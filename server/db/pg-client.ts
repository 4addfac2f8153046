import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/**
 * Opens a connection outside the pool. A query fails after `limit` milliseconds, measured in this process, so a
 * response that was lost on the way cannot block its caller for ever.
 */
export async function connectClient(connection: pg.ClientConfig, limit: number): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000, query_timeout: limit })
  // Without a listener, an error of a dead connection would end the process. The connection's next query fails anyway.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Closes the connection without waiting for a server that does not respond. */
export async function endClient(client: pg.Client): Promise<void> {
  await Promise.race([client.end().catch(() => {}), sleep(1000, undefined, { ref: false })])
}
