import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describeError, type Log } from '../process/log.ts'
import { presentSnapshot, type Read, readEvents } from './events.ts'
import type { Snapshot } from './snapshot.ts'
import { bell } from './wake-up.ts'

/** More in one go than this is not told event by event: whoever listens reads anew. */
const mostAtOnce = 2000

/** Milliseconds without an answer after which the connection counts as dead. */
const patience = 5000

export type Reader = {
  /** All that this snapshot sees has been handed to `onRead`. */
  readonly position: Snapshot
  stop(): Promise<void>
}

/**
 * Follows the events of all processes, from now on, on a connection of its own: NOTIFY wakes it, and every `pollEvery`
 * milliseconds it looks by itself, so that nothing hangs on a wake-up that was lost. A connection that dies is replaced,
 * and what happened meanwhile is read at once. Rejects where the first connection cannot be had.
 */
export async function startReader({
  connection,
  log,
  pollEvery,
  onRead,
}: {
  connection: pg.ClientConfig
  log: Log
  pollEvery: number
  onRead: (read: Read) => void
}): Promise<Reader> {
  const wake = bell()
  let stopping = false
  let client: pg.Client | undefined = await listen(connection, wake.ring)
  let position = await presentSnapshot(client)

  const follow = async () => {
    let failures = 0
    while (!stopping) {
      try {
        client ??= await listen(connection, wake.ring)
        const read = await readEvents(client, { since: position, most: mostAtOnce })
        position = read.snapshot
        onRead(read)
        failures = 0
        await wake.wait(pollEvery)
      } catch (error) {
        if (stopping) return
        log('live.reader-lost', describeError(error))
        client?.end().catch(() => {})
        client = undefined
        await wake.wait(failures === 0 ? 0 : Math.min(5000, 50 * 2 ** failures) * (0.5 + Math.random() / 2))
        failures++
      }
    }
  }
  const following = follow().finally(() => client?.end().catch(() => {}))

  return {
    get position() {
      return position
    },
    async stop() {
      stopping = true
      wake.ring()
      // Also ends a query that hangs. A connection that does not even close is left to the process's end.
      client?.end().catch(() => {})
      await Promise.race([following, sleep(200, undefined, { ref: false })])
    },
  }
}

async function listen(connection: pg.ClientConfig, wake: () => void): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    application_name: 'buka live',
    keepAlive: true,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
  })
  client.on('error', wake)
  client.on('notification', wake)
  await client.connect()
  await client.query('listen events')
  return client
}
