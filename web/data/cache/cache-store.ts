import { budgetOf, shares, toEvict } from '#web/data/worker/budget.ts'

type CacheEntry = {
  readonly key: string
  /** The account that the answer belongs to; '' for a public answer. */
  readonly owner: string
  /** When the server gave the answer. Epoch milliseconds. */
  readonly at: number
  readonly bytes: number
  /** JSON. */
  readonly text: string
  /** Of all the others: what is damaged would break the page that shows it, at any depth of the answer. */
  readonly sum: number
}

type Answer = Omit<CacheEntry, 'bytes' | 'sum'>

type AnswerStore = {
  /** The answer as it was stored. A damaged one is dropped. */
  read(key: string): Promise<Answer | undefined>
  /** Stores an answer and evicts the oldest ones beyond the budget. An `at` in the future counts as now. */
  put(answer: Answer): Promise<void>
  keys(): Promise<readonly string[]>
  /** Deletes the answers of every account but `owner`; public answers stay. */
  evictOtherOwners(owner: string): Promise<void>
}

const name = 'buka-cache'
/** Raised whenever the shape of a stored answer changes: the answers of an earlier version are dropped, not converted. */
const version = 4
const store = 'answers'
/** An index that is read from old to new without loading the texts. */
const byAge = 'age'

/** Milliseconds. Some browsers never answer when their storage is in trouble. */
const answerTimeout = 2000

/**
 * Answers of the API in IndexedDB. No call fails: a storage that is missing, full, forbidden, cleared meanwhile or silent reads
 * as empty. `budget` is bytes, for pictures and answers together.
 */
export function openAnswerStore(budget?: number, databases = () => indexedDB): AnswerStore {
  const share = shares(budgetOf(budget)).answers
  let opened: Promise<IDBDatabase> | undefined

  function open(): Promise<IDBDatabase> {
    opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = databases().open(name, version)
      request.onupgradeneeded = () => {
        const { result } = request
        if (result.objectStoreNames.contains(store)) result.deleteObjectStore(store)
        result.createObjectStore(store, { keyPath: 'key' }).createIndex(byAge, ['at', 'bytes', 'owner'])
      }
      request.onsuccess = () => {
        const database = request.result
        // The person or the browser may clear the database, and a later version may ask for it: the next call opens it again.
        database.onclose = () => {
          opened = undefined
        }
        database.onversionchange = () => {
          database.close()
          opened = undefined
        }
        resolve(database)
      }
      request.onerror = () => reject(request.error)
      request.onblocked = () => reject(new Error('blocked'))
    })
    opened.catch(() => {
      opened = undefined
    })
    return opened
  }

  /** Resolves with the result of the request that `work` returns, once its transaction is complete. */
  async function within<Found>(
    mode: IDBTransactionMode,
    work: (answers: IDBObjectStore) => IDBRequest<Found>,
  ): Promise<Found> {
    const transaction = (await open()).transaction(store, mode)
    return new Promise((resolve, reject) => {
      const request = work(transaction.objectStore(store))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
    })
  }

  /** Deletes the oldest answers until the rest fits into `most` bytes. */
  function evict(answers: IDBObjectStore, most: number): void {
    walk(answers, (all) => {
      for (const { key } of toEvict(all, most)) answers.delete(key)
    })
  }

  /** Undefined where the storage fails, and where it is silent: the next call opens it anew. */
  async function silently<Found>(work: Promise<Found>): Promise<Found | undefined> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tooLate = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => {
        void opened?.then((silent) => silent.close()).catch(() => {})
        opened = undefined
        resolve(undefined)
      }, answerTimeout)
    })
    try {
      return await Promise.race([work, tooLate])
    } catch {
      return undefined
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async read(key) {
      const entry = await silently(within<CacheEntry | undefined>('readonly', (answers) => answers.get(key)))
      if (!entry || entry.sum === sumOf(entry)) return entry
      await silently(within('readwrite', (answers) => answers.delete(key)))
      return undefined
    },
    async put(answer) {
      const { key, text } = answer
      const bytes = new Blob([key, text]).size
      if (bytes > share) return
      const put = (most: number) =>
        within('readwrite', (answers) => {
          const dated = { ...answer, at: Math.min(answer.at, Date.now()) }
          const request = answers.put({ ...dated, bytes, sum: sumOf(dated) } satisfies CacheEntry)
          evict(answers, most)
          return request
        })
      // Where the browser gives less than the budget, half of the stored bytes make room, once.
      await silently(put(share).catch(() => evictHalf().then(() => put(share))))
    },
    keys: async () => ((await silently(within('readonly', (answers) => answers.getAllKeys()))) ?? []) as string[],
    async evictOtherOwners(owner) {
      await silently(
        within('readwrite', (answers) => {
          walk(answers, (all) => {
            for (const each of all) if (each.owner !== '' && each.owner !== owner) answers.delete(each.key)
          })
          return answers.count()
        }),
      )
    },
  }

  function evictHalf() {
    return within('readwrite', (answers) => {
      walk(answers, (all) => {
        for (const { key } of toEvict(all, all.reduce((sum, { bytes }) => sum + bytes, 0) / 2)) answers.delete(key)
      })
      return answers.count()
    })
  }
}

/** FNV-1a, in 32 bits. */
function sumOf({ key, owner, at, text }: Answer): number {
  const all = `${key} ${owner} ${at} ${text}`
  let sum = 0x811c9dc5
  for (let index = 0; index < all.length; index += 1) sum = Math.imul(sum ^ all.charCodeAt(index), 0x01000193)
  return sum
}

type Label = { readonly key: string; readonly bytes: number; readonly owner: string }

/** Calls `then` with every stored answer, oldest first, without the texts. */
function walk(answers: IDBObjectStore, then: (all: readonly Label[]) => void): void {
  const all: Label[] = []
  const request = answers.index(byAge).openKeyCursor()
  request.onsuccess = () => {
    const cursor = request.result
    if (!cursor) return then(all)
    const [, bytes, owner] = cursor.key as [number, number, string]
    all.push({ key: cursor.primaryKey as string, bytes, owner })
    cursor.continue()
  }
}
