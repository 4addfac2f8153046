import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describeError, type Log } from '../process/log.ts'
import { presentSnapshot, type Read, readEvents } from './events.ts'
import type { Snapshot } from './snapshot.ts'
import { wakeUp } from './wake-up.ts'

/** If one read has more events than this, subscribers reread their documents instead. */
const mostPerRead = 2000

/** The shortest interval between two reads. Commits within this interval are read together. */
const readIntervalMs = 20

/** The time for which a connection may be silent before it counts as dead. */
const connectionTimeoutMs = 5000

type Reader = {
  /** The snapshot up to which all events have been passed to `onRead`. */
  readonly position: Snapshot
  /** Reads now, and wakes the readers of other processes, because this process has committed events. */
  wake(): void
  stop(): Promise<void>
}

/**
 * Reads the events of all processes from now on, on a separate connection. `wake` and the NOTIFY of other processes
 * make the next read begin at once. The reader also polls every `pollEvery` milliseconds, so a lost wake-up only delays
 * events. For all its commits between two reads, this process sends one NOTIFY. A dead connection is replaced, and the
 * events since its loss are read immediately. Rejects if the first connection fails.
 */
export async function startReader({
  connection,
  log,
  pollEvery,
  onRead,
  onLost,
}: {
  connection: pg.ClientConfig
  log: Log
  pollEvery: number
  /** Called with each read, and awaited before the next read. */
  onRead: (read: Read) => Promise<void>
  /** Called when the connection is lost: events are unknown until the next read. */
  onLost: () => void
}): Promise<Reader> {
  const wake = wakeUp()
  // An id that distinguishes this process's NOTIFY from those of other processes.
  const sender = randomUUID()
  let hasCommitted = false
  let stopping = false
  let client: pg.Client | undefined = await listen(connection, sender, wake.signal)
  let position = await presentSnapshot(client)

  const follow = async () => {
    let failures = 0
    while (!stopping) {
      try {
        if (!client) {
          client = await listen(connection, sender, wake.signal)
          await presentSnapshot(client)
        }
        if (hasCommitted) {
          hasCommitted = false
          await client.query(`select pg_notify('events', $1)`, [sender])
        }
        const read = await readEvents(client, { since: position, most: mostPerRead })
        position = read.snapshot
        await onRead(read)
        failures = 0
        await Promise.all([wake.wait(pollEvery), sleep(readIntervalMs)])
      } catch (error) {
        if (stopping) return
        log('live.reader-lost', describeError(error))
        onLost()
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
    wake() {
      hasCommitted = true
      wake.signal()
    },
    async stop() {
      stopping = true
      wake.signal()
      // Ending the connection also ends a hanging query. A connection that does not close ends with the process.
      client?.end().catch(() => {})
      await Promise.race([following, sleep(200, undefined, { ref: false })])
    },
  }
}

async function listen(connection: pg.ClientConfig, sender: string, onWakeUp: () => void): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    application_name: 'buka live',
    keepAlive: true,
    connectionTimeoutMillis: connectionTimeoutMs,
    query_timeout: connectionTimeoutMs,
  })
  client.on('error', onWakeUp)
  client.on('notification', ({ payload }) => {
    if (payload !== sender) onWakeUp()
  })
  await client.connect()
  await client.query('listen events')
  return client
}
