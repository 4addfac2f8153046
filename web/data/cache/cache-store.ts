import type { DBSchema } from 'idb'
import { type BrowserDatabase, type BrowserStore, inTime, transact } from '#web/data/storage/browser-database.ts'
import { budgetOf, shares, toEvict } from '#web/data/worker/budget.ts'

type CacheEntry = {
  readonly key: string
  /** The account that the answer belongs to; '' for a public answer. */
  readonly owner: string
  /** The time of the server's answer in epoch milliseconds. */
  readonly at: number
  readonly bytes: number
  readonly text: string
  /** A checksum of the other fields. A damaged answer must not be used, because it would break the page. */
  readonly sum: number
}

type Answer = Omit<CacheEntry, 'bytes' | 'sum'>

type AnswerStore = {
  /** Returns a stored answer. Deletes the answer and resolves with undefined if it is damaged. */
  read(key: string): Promise<Answer | undefined>
  /**
   * Stores an answer, and deletes the oldest answers beyond the budget. A time `at` in the future is replaced by the
   * current time, because such an answer would never count as old.
   */
  put(answer: Answer): Promise<void>
  keys(): Promise<readonly string[]>
  /** Deletes the answers of every account but `owner`; public answers stay. */
  evictOtherOwners(owner: string): Promise<void>
}

interface Schema extends DBSchema {
  /** The index `age` (`at`, `bytes`, `owner`) lists entries from old to new without loading the texts. */
  readonly answers: { key: string; value: CacheEntry; indexes: { age: [number, number, string] } }
}

const database: BrowserDatabase<Schema> = {
  name: 'buka-cache',
  /** Raise this when the shape of a stored answer changes. Answers of an earlier version are dropped, not converted. */
  version: 4,
  store: 'answers',
  durability: 'relaxed',
  upgrade(database) {
    if (database.objectStoreNames.contains('answers')) database.deleteObjectStore('answers')
    database.createObjectStore('answers', { keyPath: 'key' }).createIndex('age', ['at', 'bytes', 'owner'])
  },
}

/**
 * Stores the API's answers in IndexedDB. If the storage is missing, full, forbidden or hanging, the store behaves as if
 * it were empty. `budget` is the number of bytes for pictures and answers together.
 */
export function openAnswerStore(budget?: number): AnswerStore {
  const share = shares(budgetOf(budget)).answers

  async function store(entry: CacheEntry): Promise<void> {
    await transact(database, 'readwrite', async (answers) => {
      await answers.put(entry)
      await evict(answers, toEvict(await labels(answers), share))
    })
  }

  return {
    async read(key) {
      const entry = await silently(transact(database, 'readonly', (answers) => answers.get(key)))
      if (!entry || entry.sum === sumOf(entry)) return entry
      await silently(transact(database, 'readwrite', (answers) => answers.delete(key)))
      return undefined
    },
    async put(answer) {
      const bytes = new Blob([answer.key, answer.text]).size
      if (bytes > share) return
      const dated = { ...answer, at: Math.min(answer.at, Date.now()) }
      const entry = { ...dated, bytes, sum: sumOf(dated) }
      // The browser may allow less than the budget. If storing fails, delete half of the stored bytes and store again.
      await silently(store(entry).catch(() => evictHalf().then(() => store(entry))))
    },
    keys: async () => (await silently(transact(database, 'readonly', (answers) => answers.getAllKeys()))) ?? [],
    async evictOtherOwners(owner) {
      const isOther = (each: Label) => each.owner !== '' && each.owner !== owner
      await silently(
        transact(database, 'readwrite', async (answers) => evict(answers, (await labels(answers)).filter(isOther))),
      )
    },
  }
}

/** Resolves with undefined if the storage fails or hangs. */
function silently<Found>(work: Promise<Found>): Promise<Found | undefined> {
  return inTime(work).catch(() => undefined)
}

async function evictHalf(): Promise<void> {
  await transact(database, 'readwrite', async (answers) => {
    const all = await labels(answers)
    await evict(answers, toEvict(all, all.reduce((sum, { bytes }) => sum + bytes, 0) / 2))
  })
}

async function evict(answers: BrowserStore<Schema, 'readwrite'>, evicted: readonly Label[]): Promise<void> {
  await Promise.all(evicted.map(({ key }) => answers.delete(key)))
}

/** FNV-1a hash of 32 bits. */
function sumOf({ key, owner, at, text }: Answer): number {
  const all = `${key} ${owner} ${at} ${text}`
  let sum = 0x811c9dc5
  for (let index = 0; index < all.length; index += 1) sum = Math.imul(sum ^ all.charCodeAt(index), 0x01000193)
  return sum
}

type Label = { readonly key: string; readonly bytes: number; readonly owner: string }

async function labels(answers: BrowserStore<Schema, 'readwrite'>): Promise<readonly Label[]> {
  const all: Label[] = []
  let cursor = await answers.index('age').openKeyCursor()
  while (cursor) {
    const [, bytes, owner] = cursor.key
    all.push({ key: cursor.primaryKey, bytes, owner })
    cursor = await cursor.continue()
  }
  return all
}
