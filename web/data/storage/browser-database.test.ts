import 'fake-indexeddb/auto'
import { type DBSchema, deleteDB } from 'idb'
import { afterEach, expect, test, vi } from 'vitest'
import { type BrowserDatabase, inTime, transact } from './browser-database.ts'

interface Schema extends DBSchema {
  readonly plates: { key: string; value: number }
}

const database: BrowserDatabase<Schema> = {
  name: 'kitchen',
  version: 1,
  store: 'plates',
  durability: 'relaxed',
  upgrade: (database) => void database.createObjectStore('plates'),
}

const read = () => transact(database, 'readonly', (plates) => plates.get('clean'))

afterEach(async () => {
  vi.useRealTimers()
  await deleteDB('kitchen')
})

test('`transact` resolves after its transaction is complete, and leaves no database open', async () => {
  expect(await read()).toBeUndefined()
  expect(await transact(database, 'readwrite', (plates) => plates.put(7, 'clean'))).toBe('clean')
  expect(await read()).toBe(7)
  const blocked = vi.fn()
  await deleteDB('kitchen', { blocked })
  expect(blocked).not.toHaveBeenCalled()
  expect(await read()).toBeUndefined()
})

test('a failure inside a transaction undoes the writes of the transaction', async () => {
  await transact(database, 'readwrite', (plates) => plates.put(7, 'clean'))
  const failing = transact(database, 'readwrite', async (plates) => {
    await plates.put(8, 'clean')
    throw new Error('dropped')
  })
  await expect(failing).rejects.toThrow('dropped')
  expect(await read()).toBe(7)
})

test('a storage call that does not finish is abandoned after exactly two seconds', async () => {
  vi.useFakeTimers()
  const late = vi.fn()
  const given = expect(inTime(new Promise(() => {}), late)).rejects.toThrow('late')
  await vi.advanceTimersByTimeAsync(1999)
  expect(late).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await given
  expect(late).toHaveBeenCalledOnce()
})
