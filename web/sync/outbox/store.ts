import type { Entries } from './queue.ts'

const name = 'buka-outbox'

/** Milliseconds. Some browsers never answer where storage is forbidden. */
const openWithin = 2000

/** Storage for the queue. A change reads and writes atomically across tabs. */
export type Store = {
  /** Whether the queue survives a reload. */
  readonly durable: boolean
  change(by: (entries: Entries) => Entries): Promise<Entries>
}

/** IndexedDB; where it fails, `localStorage`; where both do, the page's memory. */
export async function openStore(): Promise<Store> {
  for (const store of [inDatabase, inStorage]) {
    try {
      await store.change((entries) => entries)
      return store
    } catch {
      // Try the next one.
    }
  }
  return inMemory()
}

const inDatabase: Store = {
  durable: true,
  async change(by) {
    const database = await openDatabase()
    try {
      return await new Promise<Entries>((resolve, reject) => {
        const transaction = database.transaction(name, 'readwrite', { durability: 'strict' })
        const table = transaction.objectStore(name)
        const reading = table.get(name)
        let after: Entries = []
        reading.onsuccess = () => {
          const before: Entries = reading.result ?? []
          after = by(before)
          if (after !== before) table.put(after, name)
        }
        transaction.oncomplete = () => resolve(after)
        transaction.onabort = () => reject(transaction.error)
      })
    } finally {
      // A page with an open database is not eligible for the back/forward cache.
      database.close()
    }
  },
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 1)
    const timer = setTimeout(reject, openWithin)
    opening.onupgradeneeded = () => opening.result.createObjectStore(name)
    opening.onsuccess = () => {
      clearTimeout(timer)
      resolve(opening.result)
    }
    opening.onerror = () => reject(opening.error)
  })
}

const inStorage: Store = {
  durable: true,
  async change(by) {
    const before: Entries = JSON.parse(localStorage.getItem(name) ?? '[]')
    const after = by(before)
    localStorage.setItem(name, JSON.stringify(after))
    return after
  },
}

function inMemory(): Store {
  let entries: Entries = []
  return {
    durable: false,
    async change(by) {
      entries = by(entries)
      return entries
    },
  }
}
