import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/**
 * A connection of one's own, beside the pool. `limit`: milliseconds that a query may take, counted here, so that nothing
 * waits for ever on a network that has swallowed the answer.
 */
export async function connectClient(connection: pg.ClientConfig, limit: number): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000, query_timeout: limit })
  // A connection that dies fails its next query.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Closes it. Where the other side does not answer the goodbye, it is not waited for. */
export async function endClient(client: pg.Client): Promise<void> {
  await Promise.race([client.end().catch(() => {}), sleep(1000, undefined, { ref: false })])
}
