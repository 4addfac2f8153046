import { type DBSchema, type IDBPObjectStore, type OpenDBCallbacks, openDB, type StoreNames } from 'idb'

/** A database of IndexedDB with one store. */
export type BrowserDatabase<Schema extends DBSchema> = {
  readonly name: string
  readonly version: number
  readonly store: StoreNames<Schema>
  /** With 'strict', a complete transaction survives a power cut. */
  readonly durability: 'strict' | 'relaxed'
  readonly upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>
}

export type BrowserStore<Schema extends DBSchema, Mode extends IDBTransactionMode> = IDBPObjectStore<
  Schema,
  [StoreNames<Schema>],
  StoreNames<Schema>,
  Mode
>

/** The time limit of a storage call. A broken storage may never answer. */
const answerTimeoutMs = 2000

/**
 * Runs `work` in one transaction. Resolves with the result of `work` once the transaction is complete; a failure undoes
 * the transaction. Then closes the database, because an open database blocks its deletion and keeps the page out of the
 * back/forward cache.
 */
export async function transact<Schema extends DBSchema, Mode extends 'readonly' | 'readwrite', Found>(
  { name, version, store, durability, upgrade }: BrowserDatabase<Schema>,
  mode: Mode,
  work: (store: BrowserStore<Schema, Mode>) => Promise<Found>,
): Promise<Found> {
  const database = await openDB<Schema>(name, version, { upgrade })
  try {
    const transaction = database.transaction(store, mode, { durability })
    const working = work(transaction.store).catch((error: unknown) => {
      transaction.abort()
      throw error
    })
    const [found] = await Promise.all([working, transaction.done])
    return found
  } finally {
    database.close()
  }
}

/** Rejects if `work` on a database does not end within two seconds, also inside a transaction. `work` continues. */
export async function inTime<Found>(work: Promise<Found>, onLate = () => {}): Promise<Found> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      onLate()
      reject(new Error('IndexedDB answers late.'))
    }, answerTimeoutMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
