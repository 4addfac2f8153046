import type { DBSchema } from 'idb'
import { asFormerNames } from '#contract/last-release.ts'
import { type BrowserDatabase, inTime, transact } from '#web/data/storage/browser-database.ts'
import type { Entries, Entry } from './queue.ts'
import { upgraded } from './upgrade.ts'

const name = 'buka-outbox'
/**
 * The record with the ids of removed entries. It is a separate record, because a page of an older version expects only
 * entries in the record `name`.
 */
const removedName = 'buka-outbox-removed'

interface Schema extends DBSchema {
  readonly 'buka-outbox': { key: string; value: readonly unknown[] }
}

const database: BrowserDatabase<Schema> = {
  name,
  version: 1,
  store: name,
  durability: 'strict',
  upgrade: (database) => void database.createObjectStore(name),
}

/** The most ids of removed entries that are stored: more than a queue can have entries (`most` in queue.ts). */
const mostRemoved = 500

/**
 * The queue, and the ids of removed entries as '<epoch milliseconds> <id>'. These ids are kept because another copy of
 * the queue may still contain the entries.
 */
type State = { readonly entries: Entries; readonly removed: readonly string[] }

/**
 * Joins the queue's copies in IndexedDB, `localStorage` and the page's memory. A change is written to memory and to the
 * first storage that accepts it. Calls never fail.
 */
export type Store = {
  /** Changes the queue. Resolves with the new queue, and with the ids of the entries that the change has removed. */
  change(by: (entries: Entries) => Entries): Promise<State>
  /** Drops entries that another tab has removed. The other tab may have been unable to store the removal. */
  forget(removed: readonly string[]): void
  /** True if the queue survives a reload. */
  isDurable(): boolean
}

const nothing: State = { entries: [], removed: [] }

/** `onLate` is called if IndexedDB answers after the timeout and has entries that the page did not know. */
export function openStore(onLate: () => void): Store {
  let known = nothing
  let inDatabase = nothing
  let inStorage = nothing
  /**
   * True from the moment at which IndexedDB has not answered in time, until it answers. During this time, changes do
   * not wait for IndexedDB.
   */
  let isSilent = false

  /** Rejects if IndexedDB does not answer in time. `work` may still run later. */
  async function withDatabase(work: (stored: State) => State): Promise<void> {
    if (isSilent) throw new Error('IndexedDB does not answer.')
    const working = changeDatabase((stored) => {
      inDatabase = stored
      return work(stored)
    })
      .then((next) => {
        inDatabase = next
      })
      .finally(() => {
        isSilent = false
      })
    await inTime(working, () => {
      isSilent = true
    })
  }

  /** Throws if `localStorage` is forbidden or full. */
  function withStorage(work: (stored: State) => State): void {
    const stored = { entries: upgraded(parsed(name)), removed: (parsed(removedName) ?? []) as readonly string[] }
    inStorage = stored
    const next = work(stored)
    for (const [key, value] of changed(stored, next)) {
      if (value.length > 0) localStorage.setItem(key, JSON.stringify(asFormerNames(value)))
      else localStorage.removeItem(key)
      inStorage = { ...inStorage, ...(key === name ? { entries: next.entries } : { removed: next.removed }) }
    }
  }

  function isDurable(): boolean {
    const found = merged(inStorage, inDatabase).entries
    return found.length === known.entries.length && known.entries.every((entry) => find(found, entry))
  }

  async function change(by: (entries: Entries) => Entries): Promise<State> {
    let removed: readonly string[] | undefined
    let inStorageBefore = nothing
    let isLate = false

    /** Merges a stored copy into the known state. The first call also applies the change. */
    function join(stored: State): State {
      const before = merged(stored, known)
      if (isLate && !before.entries.every((entry) => find(known.entries, entry))) setTimeout(onLate)
      known = before
      if (removed) return known
      const entries = by(before.entries)
      removed = before.entries.filter((entry) => !find(entries, entry)).map(({ id }) => `${Date.now()} ${id}`)
      known = merged({ entries, removed }, { ...before, entries: [] })
      return known
    }

    attempt(() =>
      withStorage((stored) => {
        inStorageBefore = stored
        known = merged(stored, known)
        return stored
      }),
    )
    try {
      await withDatabase(join)
      // IndexedDB has all entries now, so clear `localStorage`, unless another tab has stored entries there meanwhile.
      attempt(() => withStorage((stored) => (isEqual(stored, inStorageBefore) ? nothing : stored)))
    } catch {
      join(nothing)
      attempt(() => withStorage(join))
      isLate = true
    }
    if (known.entries.length === 0 && !isDurable()) {
      // Entries cannot be added to a full storage, but they can be removed.
      const drop = (stored: State) => ({ ...stored, entries: merged(stored, known).entries })
      attempt(() => withStorage(drop))
      await withDatabase(drop).catch(() => {})
    }
    return { entries: known.entries, removed: removed ?? [] }
  }

  return {
    change,
    forget(removed) {
      known = merged({ entries: [], removed }, known)
    },
    isDurable,
  }
}

function changeDatabase(work: (stored: State) => State): Promise<State> {
  return transact(database, 'readwrite', async (table) => {
    const [entries, removed = []] = await Promise.all([table.get(name), table.get(removedName)])
    const stored = { entries: upgraded(entries), removed: removed as readonly string[] }
    const next = work(stored)
    await Promise.all(
      changed(stored, next).map(async ([key, value]) => {
        await (value.length > 0 ? table.put(asFormerNames(value), key) : table.delete(key))
      }),
    )
    return next
  })
}

/**
 * Returns the changed records in the order in which they must be stored. The entries come first: if storing then stops
 * and the removed ids are lost, an entry may be sent twice, but the server ignores the repetition.
 */
function changed(stored: State, next: State): readonly (readonly [key: string, value: readonly unknown[]])[] {
  const records = [
    { key: name, from: stored.entries, to: next.entries },
    { key: removedName, from: stored.removed, to: next.removed },
  ]
  return records.filter(({ from, to }) => !isEqual(from, to)).map(({ key, to }) => [key, to])
}

/** Returns the content of `localStorage` under a key, undefined if damaged. */
function parsed(key: string): unknown {
  const text = localStorage.getItem(key)
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

/**
 * Merges two copies of the queue: each entry in its most advanced state, in the order of `stored`, without removed
 * entries.
 */
function merged(stored: State, known: State): State {
  const removed = [...new Set([...stored.removed, ...known.removed])].sort()
  const gone = new Set(removed.map((each) => each.slice(each.indexOf(' ') + 1)))
  const entries = stored.entries.map((entry) => {
    const other = find(known.entries, entry)
    return other && progress(other) >= progress(entry) ? other : entry
  })
  for (const entry of known.entries) {
    if (find(entries, entry)) continue
    const next = entries.findIndex(({ at }) => at > entry.at)
    entries.splice(next < 0 ? entries.length : next, 0, entry)
  }
  return { entries: entries.filter(({ id }) => !gone.has(id)), removed: removed.slice(-mostRemoved) }
}

/** Returns how far an entry has advanced. The number never falls during the life of an entry. */
function progress({ tried, waits, refused, write }: Entry): number {
  return [tried, waits, refused, write.kind === 'counter' && write.quoteId].filter(Boolean).length
}

function find(entries: Entries, { id }: Entry): Entry | undefined {
  return entries.find((entry) => entry.id === id)
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function attempt(work: () => void): void {
  try {
    work()
  } catch {
    // Ignore the failure: another storage has the entry.
  }
}
