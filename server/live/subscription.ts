import type { Read } from './events.ts'
import type { Audience } from './publish.ts'
import * as Snapshot from './snapshot.ts'
import { wakeUp } from './wake-up.ts'

/** `Changes` of the contract, with each event as JSON. */
export type Batch = {
  readonly cursor: string
  readonly reset: boolean
  readonly events: readonly string[]
}

/** The events still to be sent to one client. The backlog is limited: a client that falls behind gets a reset. */
export type Subscription = {
  /** Returns the events since the last call. */
  take(): Batch
  /** Resolves when there are events or the subscription ends, after at most `ms` milliseconds. */
  ready(ms: number): Promise<void>
  /**
   * Calls `listener` whenever there are more events. Thousands of streams use this call, because `ready` would need a
   * promise and a timer for each.
   */
  listen(listener: () => void): void
  hasNews(): boolean
  /**
   * Returns true if an event since the last call may have ended the subscription's session, which must then be checked.
   */
  mustCheckSession(): boolean
  /** The milliseconds after which the client should reconnect; set when this process stops. */
  readonly comeBackAfter: number | undefined
  close(): void
}

/** The interface through which `Live` writes to a subscription. */
export type Subscriber = Subscription & {
  /** Adds the events for the subscription's audiences that were not received before. */
  receive(read: Read): void
  /** Starts with the read that catches up from the client's cursor. Reads received earlier wait for this call. */
  start(read: Read): void
  end(comeBackAfter: number): void
}

/** The backlog above which a client gets a reset, because rereading then sends less than the events. */
export type BacklogLimit = {
  readonly events: number
  /** The total over all waiting events. */
  readonly characters: number
}

/**
 * The most reads that wait for the catch-up read. Catching up takes milliseconds, so more reads wait only if the
 * database hangs.
 */
const mostPending = 100

export function subscriber(
  audiences: ReadonlySet<Audience>,
  { most, onClose }: { most: BacklogLimit; onClose: () => void },
): Subscriber {
  const wake = wakeUp()
  const hasSession = [...audiences].some((audience) => audience.startsWith('account:'))
  let position: Snapshot.Snapshot | undefined
  let pending: Read[] = []
  let events: string[] = []
  let characters = 0
  let reset = false
  let sessionUnchecked = false
  let comeBackAfter: number | undefined
  let listener = () => {}

  const signal = () => {
    wake.signal()
    listener()
  }
  const hasNews = () => reset || sessionUnchecked || events.length > 0 || comeBackAfter !== undefined

  const clear = () => {
    events = []
    characters = 0
  }

  const accept = (read: Read, since: Snapshot.Snapshot | undefined) => {
    if (since && Snapshot.covers(since, read.snapshot)) return
    position = read.snapshot
    for (const { xid, topics, json } of read.rows) {
      const seen = since !== undefined && Snapshot.sees(since, xid)
      const matching = topics.filter((topic) => audiences.has(topic as Audience))
      if (seen || matching.length === 0) continue
      // An event for an account is also pushed to streams that stay open, because their page may have to show the new
      // role.
      if (matching.some((topic) => topic.startsWith('account:'))) sessionUnchecked = true
      events.push(json)
      characters += json.length
    }
    reset ||= read.lost || events.length > most.events || characters > most.characters
    sessionUnchecked ||= read.lost && hasSession
    if (reset) clear()
    if (hasNews()) signal()
  }

  return {
    start(read) {
      accept(read, undefined)
      for (const later of pending) accept(later, position)
      pending = []
    },
    receive(read) {
      if (position) accept(read, position)
      else if (pending.length < mostPending) pending.push(read)
      else pending = [{ snapshot: read.snapshot, rows: [], lost: true }]
    },
    end(after) {
      comeBackAfter = after
      signal()
    },
    take() {
      const batch = { cursor: position?.cursor ?? '', reset, events }
      reset = false
      clear()
      return batch
    },
    async ready(ms) {
      if (!hasNews()) await wake.wait(ms)
    },
    listen(heard) {
      listener = heard
    },
    hasNews,
    mustCheckSession() {
      const was = sessionUnchecked
      sessionUnchecked = false
      return was
    },
    get comeBackAfter() {
      return comeBackAfter
    },
    close() {
      onClose()
      wake.signal()
    },
  }
}
