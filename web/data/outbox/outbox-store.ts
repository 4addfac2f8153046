import type { DBSchema } from 'idb'
import { asFormerNames } from '#contract/last-release.ts'
import { type BrowserDatabase, inTime, transact } from '#web/data/storage/browser-database.ts'
import type { Entries, Entry } from './queue.ts'
import { upgraded } from './upgrade.ts'

const name = 'buka-outbox'
/** A separate record, because an older version in another tab expects only entries in the first record. */
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

/** The most stored ids of removed entries, more than a queue can have. */
const mostRemoved = 500

/** The queue, and its removed entries as '<epoch milliseconds> <id>', which another copy may still hold. */
type State = { readonly entries: Entries; readonly removed: readonly string[] }

/**
 * Joins the queue's copies in IndexedDB, `localStorage` and the page's memory. A change is always in memory, and in the
 * first storage that takes it. Calls never fail, and a lost entry is stored again.
 */
export type Store = {
  /** Resolves with the queue after the change, and with the removed entries. */
  change(by: (entries: Entries) => Entries): Promise<State>
  /** Drops entries that another tab has removed, perhaps without storing that. */
  forget(removed: readonly string[]): void
  /** True where a reload would find the queue as it is. */
  isDurable(): boolean
}

const nothing: State = { entries: [], removed: [] }

/**
 * Opens the store. `onLate` is called where IndexedDB answers after the timeout with entries that the page did not
 * know.
 */
export function openStore(onLate: () => void): Store {
  let known = nothing
  /** The last known contents of IndexedDB and `localStorage`. */
  let inDatabase = nothing
  let inStorage = nothing
  /** True while IndexedDB has not answered; meanwhile changes do not wait for it. */
  let isSilent = false

  /** Rejects where IndexedDB does not answer in time. `work` may still run later. */
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

  /** Throws where `localStorage` is forbidden or full. */
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

    /** Joins a copy with the known state. The first call makes the change as well. */
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
      // Deletes the current content of the database, except for entries that another tab has stored meanwhile.
      attempt(() => withStorage((stored) => (isEqual(stored, inStorageBefore) ? nothing : stored)))
    } catch {
      join(nothing)
      attempt(() => withStorage(join))
      isLate = true
    }
    if (known.entries.length === 0 && !isDurable()) {
      // A copy that cannot be written can be deleted, because that needs no space.
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

/** Runs `work` on the content of IndexedDB and stores its result, in one transaction. */
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
 * Returns the differing records by key, in the order of storing. Entries come first: if only the removed ids are lost,
 * an entry may be sent twice, and the server carries it out once.
 */
function changed(stored: State, next: State): readonly (readonly [key: string, value: readonly unknown[]])[] {
  const records = [
    { key: name, from: stored.entries, to: next.entries },
    { key: removedName, from: stored.removed, to: next.removed },
  ]
  return records.filter(({ from, to }) => !isEqual(from, to)).map(({ key, to }) => [key, to])
}

/** The content of `localStorage` under a key; nothing where it is damaged. */
function parsed(key: string): unknown {
  const text = localStorage.getItem(key)
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}

/** Joins two copies: each entry in its furthest state, in the order of `stored`, without removed ones. */
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

/** Counts the steps that an entry has made, which only grow. */
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
    // Another storage has the entry where one fails.
  }
}
