import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { refuse } from '../http/problems.ts'
import type { Log } from '../process/log.ts'
import { deleteForeignEvents } from './event-retention.ts'
import { type Read, readEvents } from './events.ts'
import type { Audience } from './publish.ts'
import { startReader } from './reader.ts'
import * as Snapshot from './snapshot.ts'
import { type BacklogLimit, type Subscriber, type Subscription, subscriber } from './subscription.ts'

export type Live = {
  /**
   * Subscribes to events for these audiences from the cursor `since`, or from now. An event is delivered once, even if
   * it is for several of the audiences. If the cursor is too old or belongs to another database, the subscription
   * begins with a reset. Throws a Refusal while this process stops.
   */
  subscribe(request: { audiences: readonly Audience[]; since?: string | undefined }): Promise<Subscription>
  /** The current cursor. A database read that begins after this call sees all changes up to the cursor. */
  cursor(): string
  /** Returns true while events arrive as they happen; false while the connection to the database is lost. */
  isCurrent(): boolean
  /** Returns the milliseconds since the connection to the database was lost; 0 while it is open. */
  lostFor(): number
  /** Returns the number of open subscriptions. */
  streams(): number
  /**
   * Calls `listener` after every menu change, and when a menu change may have been missed. Returns the function that
   * removes the listener.
   */
  onMenuChange(listener: () => void): () => void
  /** Sends every client its reconnect delay, and resolves within a second. */
  stop(): Promise<void>
}

/** The time limit for sending the final message to all clients. */
const byeTimeoutMs = 700

/**
 * After this many subscribers, their messages are sent before the next subscribers are notified. Otherwise, with
 * thousands of subscribers, the first would wait until the last is notified.
 */
const notifiedAtOnce = 1000

/**
 * The largest backlog. A client that is further behind gets a reset, after which it rereads its documents: all open
 * orders are about 100 kB, less than such a backlog.
 */
const defaultLimit: BacklogLimit = { events: 2000, characters: 256 * 1024 }

/**
 * Subscribes this process to the events of all processes. `pollEvery`: milliseconds between two polls if no wake-up
 * comes. `most`: the largest backlog of a client.
 */
export async function openLive({
  database,
  log,
  pollEvery = 1000,
  most = defaultLimit,
}: {
  database: Pick<Database, 'pool' | 'connection' | 'onEvents'>
  log: Log
  pollEvery?: number
  most?: BacklogLimit
}): Promise<Live> {
  const subscribers = new Set<Subscriber>()
  const menuListeners = new Set<() => void>()
  let stopping = false

  let lostSince: number | undefined

  await deleteForeignEvents(database.pool)
  const dropMenu = () => {
    for (const listener of menuListeners) listener()
  }
  const onRead = async (read: Read) => {
    lostSince = undefined
    if (read.lost || read.rows.some(({ topics }) => topics.includes('menu'))) dropMenu()
    let notified = 0
    for (const each of subscribers) {
      each.receive(read)
      if (++notified % notifiedAtOnce === 0) await nextTurn()
    }
  }
  const onLost = () => {
    lostSince ??= performance.now()
    dropMenu()
  }
  const reader = await startReader({ connection: database.connection, log, pollEvery, onRead, onLost })
  const removeListener = database.onEvents(reader.wake)

  const catchUp = async (audiences: readonly Audience[], since: string | undefined): Promise<Read> => {
    if (since === undefined) return { snapshot: reader.position, rows: [], lost: false }
    const from = Snapshot.parse(since)
    if (!from) return { snapshot: reader.position, rows: [], lost: true }
    return await readEvents(database.pool, { since: from, topics: audiences, most: most.events })
  }

  return {
    cursor: () => reader.position.cursor,
    isCurrent: () => lostSince === undefined,
    lostFor: () => (lostSince === undefined ? 0 : performance.now() - lostSince),
    streams: () => subscribers.size,
    async subscribe({ audiences, since }) {
      const joined = subscriber(new Set(audiences), { most, onClose: () => subscribers.delete(joined) })
      // The subscription already receives events while it catches up, so no event in between is missed.
      subscribers.add(joined)
      try {
        joined.start(await catchUp(audiences, since))
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
      // The delays are spread over some seconds, so that clients do not all reconnect to another process at the same
      // moment.
      const spread = Math.min(10_000, 20 * subscribers.size)
      for (const each of subscribers) each.end(Math.round(500 + Math.random() * spread))
      const deadline = performance.now() + byeTimeoutMs
      while (subscribers.size > 0 && performance.now() < deadline) await sleep(10)
      for (const each of subscribers) each.close()
      removeListener()
      await reader.stop()
    },
  }
}
