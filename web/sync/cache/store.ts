import { budgetOf, outgoing, shares } from '#web/sync/worker/budget.ts'

/** An answer as it is kept. */
export type Kept = {
  readonly key: string
  /** The account whose it is; '' for what is everybody's. */
  readonly owner: string
  /** When it was given. Milliseconds. */
  readonly at: number
  readonly bytes: number
  /** JSON. */
  readonly text: string
}

export type Shelf = {
  read(key: string): Promise<Kept | undefined>
  /** Keeps it, and lets the oldest go where the budget asks for it. `at` of the future counts as now. */
  put(answer: Omit<Kept, 'bytes'>): Promise<void>
  keys(): Promise<readonly string[]>
  /** Clears what is somebody's, but for what is of `owner`. */
  forgetOthers(owner: string): Promise<void>
}

const name = 'buka-cache'
const store = 'answers'
/** For walking from old to new without reading the texts. */
const byAge = 'age'

/** Milliseconds. Some browsers never answer when the storage is in trouble. */
const patience = 2000

/**
 * What was read, kept in this browser. Nothing here ever fails: a storage that is missing, full, forbidden or cleared under
 * our hands is one that holds nothing. `budget` is bytes, for pictures and answers together.
 */
export function openShelf(budget?: number, databases = () => indexedDB): Shelf {
  const share = shares(budgetOf(budget)).answers
  let opened: Promise<IDBDatabase> | undefined

  function open(): Promise<IDBDatabase> {
    opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = databases().open(name, 1)
      request.onupgradeneeded = () => {
        request.result.createObjectStore(store, { keyPath: 'key' }).createIndex(byAge, ['at', 'bytes', 'owner'])
      }
      request.onsuccess = () => {
        const database = request.result
        // Cleared by the person or the browser, or wanted by a later version of this program: opened anew next time.
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
      setTimeout(() => reject(new Error('too slow')), patience)
    })
    opened.catch(() => {
      opened = undefined
    })
    return opened
  }

  /** Resolves when what `work` began is safe, with what its request found. */
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

  /** The oldest go until the rest fits into `most`. */
  function letGo(answers: IDBObjectStore, most: number): void {
    walk(answers, (all) => {
      for (const { key } of outgoing(all, most)) answers.delete(key)
    })
  }

  async function silently<Found>(work: Promise<Found>): Promise<Found | undefined> {
    try {
      return await work
    } catch {
      return undefined
    }
  }

  return {
    read: (key) => silently(within<Kept | undefined>('readonly', (answers) => answers.get(key))),
    async put({ key, owner, at, text }) {
      const bytes = new Blob([key, text]).size
      if (bytes > share) return
      const put = (most: number) =>
        within('readwrite', (answers) => {
          const request = answers.put({ key, owner, at: Math.min(at, Date.now()), bytes, text } satisfies Kept)
          letGo(answers, most)
          return request
        })
      // Where the browser gives less than our budget, half of what there is makes way, once.
      await silently(put(share).catch(() => makeRoom().then(() => put(share))))
    },
    keys: async () => ((await silently(within('readonly', (answers) => answers.getAllKeys()))) ?? []) as string[],
    async forgetOthers(owner) {
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

  function makeRoom() {
    return within('readwrite', (answers) => {
      walk(answers, (all) => {
        for (const { key } of outgoing(all, all.reduce((sum, { bytes }) => sum + bytes, 0) / 2)) answers.delete(key)
      })
      return answers.count()
    })
  }
}

type Label = { readonly key: string; readonly bytes: number; readonly owner: string }

/** All there is, oldest first, without the texts. */
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
