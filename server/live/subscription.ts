import type { Read } from './events.ts'
import type { Audience } from './publish.ts'
import * as Snapshot from './snapshot.ts'
import { bell } from './wake-up.ts'

/** `Changes` of the contract, with the events written out already. */
export type Taken = {
  readonly cursor: string
  readonly reset: boolean
  readonly events: readonly string[]
}

/** What one client is still to be told. It holds little: a client too slow for that is told to read anew. */
export type Subscription = {
  /** What came since the last take. */
  take(): Taken
  /** Resolves when there is something to tell or it is over, at the latest after `ms` milliseconds. */
  ready(ms: number): Promise<void>
  /** Whether something happened since the last question that may have ended the session behind it. */
  doubted(): boolean
  /** Set when this process stops: the milliseconds after which the client should come back. */
  readonly comeBackAfter: number | undefined
  close(): void
}

/** The side of a subscription that the feed holds. */
export type Subscriber = Subscription & {
  /** Takes from a read what is for these audiences and has not been taken before. */
  offer(read: Read): void
  /** Goes on from the read that caught it up; what is offered before is kept until then. */
  begin(read: Read): void
  end(comeBackAfter: number): void
}

/** How far a client may be behind before it is told to read anew, which by then is less to send. */
export type Most = {
  readonly events: number
  /** Of all that waits. */
  readonly characters: number
}

/** Reads that wait for the one that catches up, which takes milliseconds: more come only where the database hangs. */
const mostOffered = 100

export function subscriber(
  audiences: ReadonlySet<Audience>,
  { most, onClose }: { most: Most; onClose: () => void },
): Subscriber {
  const wake = bell()
  let position: Snapshot.Snapshot | undefined
  let offered: Read[] = []
  let events: string[] = []
  let characters = 0
  let reset = false
  let inDoubt = false
  let comeBackAfter: number | undefined

  const forget = () => {
    events = []
    characters = 0
  }

  const accept = (read: Read, since: Snapshot.Snapshot | undefined) => {
    if (since && Snapshot.covers(since, read.snapshot)) return
    position = read.snapshot
    for (const { xid, topics, json } of read.rows) {
      const seen = since !== undefined && Snapshot.sees(since, xid)
      const heard = topics.filter((topic) => audiences.has(topic as Audience))
      if (seen || heard.length === 0) continue
      if (heard.some((topic) => topic.startsWith('account:'))) {
        inDoubt = true
        continue
      }
      events.push(json)
      characters += json.length
    }
    reset ||= read.lost || events.length > most.events || characters > most.characters
    inDoubt ||= read.lost
    if (reset) forget()
    if (reset || inDoubt || events.length > 0) wake.ring()
  }

  return {
    begin(read) {
      accept(read, undefined)
      for (const later of offered) accept(later, position)
      offered = []
    },
    offer(read) {
      if (position) accept(read, position)
      else if (offered.length < mostOffered) offered.push(read)
      else offered = [{ snapshot: read.snapshot, rows: [], lost: true }]
    },
    end(after) {
      comeBackAfter = after
      wake.ring()
    },
    take() {
      const taken = { cursor: position?.text ?? '', reset, events }
      reset = false
      forget()
      return taken
    },
    async ready(ms) {
      if (!reset && !inDoubt && events.length === 0 && comeBackAfter === undefined) await wake.wait(ms)
    },
    doubted() {
      const was = inDoubt
      inDoubt = false
      return was
    },
    get comeBackAfter() {
      return comeBackAfter
    },
    close() {
      onClose()
      wake.ring()
    },
  }
}
