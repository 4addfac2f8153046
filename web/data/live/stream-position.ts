import { withTodaysNames } from '#contract/last-release.ts'
import type { Changes } from '#contract/live.ts'
import { type Batch, type Position, read, type Scope, topicOf } from './reader.ts'
import type { Listeners } from './tab.ts'

const catchUpTimeout = 10_000
const retryCatchUpAfter = 3000

type Options = Pick<Listeners, 'onEvents' | 'onReset' | 'onRefused'> & {
  readonly since: string | undefined
  readonly origin: string
  readonly scopes: () => readonly Scope[]
  readonly isActive: () => boolean
}

/**
 * Keeps this tab's position in the stream: applies batches of events, and fetches the events between two batches that
 * this tab has missed.
 */
export function openPosition({ since, origin, scopes, isActive, onEvents, onReset, onRefused }: Options) {
  let position: Position = { cursor: since, followed: undefined }
  let lastBatch: Batch | undefined
  let catchingUp = false

  function receive(batch: Batch): void {
    lastBatch = batch
    const { position: next, events, reread, gap } = read(position, scopes(), batch)
    position = next
    onEvents(events, next.cursor)
    if (reread.length > 0) onReset(reread)
    if (gap) void catchUp()
  }

  /**
   * Fetches the events between this tab's cursor and the stream's cursor. Batches that arrive during the request are
   * applied immediately.
   */
  async function catchUp(): Promise<void> {
    const { cursor: from, followed = [] } = position
    if (catchingUp || !isActive() || from === lastBatch?.changes.cursor) return
    catchingUp = true
    try {
      const changes = await fetchChanges(origin, followed, from)
      if (changes === 'refused') return onRefused()
      // The answer has all events up to the moment of the request, and later batches were applied immediately. No event
      // before the cursor of the last batch is missing, so this tab takes over that cursor.
      if (position.cursor === from && lastBatch) {
        const cursor = lastBatch.changes.cursor
        receive({ from, scopes: position.followed ?? followed, changes: { ...changes, cursor } })
      }
    } catch {
      setTimeout(() => void catchUp(), retryCatchUpAfter)
    } finally {
      catchingUp = false
    }
  }

  return {
    receive,
    cursor: () => position.cursor,
    /** Returns an empty batch with the last cursor of the stream; undefined before the first batch. */
    empty(): Batch | undefined {
      if (!lastBatch) return undefined
      const { cursor } = lastBatch.changes
      return { from: cursor, scopes: lastBatch.scopes, changes: { cursor, reset: false, events: [] } }
    },
  }
}

/** Requests the events of the scopes since a cursor. Throws if no answer comes. */
async function fetchChanges(
  origin: string,
  followed: readonly Scope[],
  since: string | undefined,
): Promise<Changes | 'refused'> {
  const query = new URLSearchParams({ topics: followed.map(topicOf).join(), since: since ?? '', wait: '0' })
  const response = await fetch(`${origin}/api/changes?${query}`, {
    signal: AbortSignal.timeout(catchUpTimeout),
    cache: 'no-store',
  })
  if (response.status === 401 || response.status === 403) return 'refused'
  if (!response.ok) throw response
  return withTodaysNames(await response.json())
}
