import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { refuse } from '../http/problems.ts'
import type { Log } from '../process/log.ts'
import { type Read, readEvents } from './events.ts'
import type { Audience } from './publish.ts'
import { startReader } from './reader.ts'
import { forgetOtherServers, keepSwept } from './retention.ts'
import * as Snapshot from './snapshot.ts'
import { type Most, type Subscriber, type Subscription, subscriber } from './subscription.ts'

export type Live = {
  /**
   * What happens for these audiences from the cursor `since` on, or from now. An event is told once, however many of the
   * audiences it is for. A cursor that is too old, or not of this database, begins with a reset. Throws a Refusal while
   * this process stops.
   */
  subscribe(wish: { audiences: readonly Audience[]; since?: string | undefined }): Promise<Subscription>
  /** What is read from the database from now on is at least as new as this. */
  cursor(): string
  /** Calls after every change to the menu, or where one may have been missed. Returns how to stop listening. */
  onMenuChange(listener: () => void): () => void
  /** Tells every client when to come back, and ends within a second. */
  stop(): Promise<void>
}

/** Milliseconds that clients get to hear the goodbye. */
const farewell = 700

/** All orders under way are some 100 kB, which is what a client reads that is told to read anew. */
const mostBehind: Most = { events: 2000, characters: 256 * 1024 }

/**
 * Opens the process's ear for what changes in any process. `pollEvery`: milliseconds between looks without a wake-up.
 * `most`: how far a client may be behind.
 */
export async function openLive({
  database,
  log,
  pollEvery = 2000,
  most = mostBehind,
}: {
  database: Pick<Database, 'pool' | 'connection'>
  log: Log
  pollEvery?: number
  most?: Most
}): Promise<Live> {
  const subscribers = new Set<Subscriber>()
  const menuListeners = new Set<() => void>()
  let stopping = false

  await forgetOtherServers(database.pool)
  const sweeping = keepSwept(database.pool, log)
  const onRead = (read: Read) => {
    for (const each of subscribers) each.offer(read)
    if (read.lost || read.rows.some(({ topics }) => topics.includes('menu'))) {
      for (const listener of menuListeners) listener()
    }
  }
  const reader = await startReader({ connection: database.connection, log, pollEvery, onRead })

  /** The read that brings a client from its cursor to the present. */
  const catchUp = async (audiences: readonly Audience[], since: string | undefined): Promise<Read> => {
    if (since === undefined) return { snapshot: reader.position, rows: [], lost: false }
    const from = Snapshot.parse(since)
    if (!from) return { snapshot: reader.position, rows: [], lost: true }
    return await readEvents(database.pool, { since: from, topics: audiences, most: most.events })
  }

  return {
    cursor: () => reader.position.text,
    async subscribe({ audiences, since }) {
      const joined = subscriber(new Set(audiences), { most, onClose: () => subscribers.delete(joined) })
      // Joined before it catches up, so that nothing falls between.
      subscribers.add(joined)
      try {
        joined.begin(await catchUp(audiences, since))
        if (stopping) throw refuse('unavailable', 'We are back in a moment. Please try again.')
        return joined
      } catch (error) {
        joined.close()
        throw error
      }
    },
    onMenuChange(listener) {
      menuListeners.add(listener)
      return () => menuListeners.delete(listener)
    },
    async stop() {
      stopping = true
      sweeping.stop()
      // Spread, so that another process, or the next one, is not asked by everybody at once.
      const spread = Math.min(10_000, 20 * subscribers.size)
      for (const each of subscribers) each.end(Math.round(500 + Math.random() * spread))
      const deadline = performance.now() + farewell
      while (subscribers.size > 0 && performance.now() < deadline) await sleep(10)
      for (const each of subscribers) each.close()
      await reader.stop()
    },
  }
}
