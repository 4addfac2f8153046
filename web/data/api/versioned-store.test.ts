import { expect, test } from 'vitest'
import { VersionedStore } from './versioned-store.ts'

const order = (id: string, version: number) => ({ id, version })

function storeOf(arrived: readonly ReturnType<typeof order>[], most?: number) {
  const store = new VersionedStore<ReturnType<typeof order>>(most)
  for (const document of arrived) store.add(document)
  return store
}

test('ORDER-5: a fetched list is merged with the documents that arrived while it was requested', () => {
  const fetched = [order('c', 2), order('b', 5), order('a', 1)]
  const store = storeOf([order('c', 3), order('b', 4), order('d', 1), order('e', 1), order('d', 2)])
  expect(store.mergeInto(fetched)).toEqual([order('d', 2), order('e', 1), order('c', 3), order('b', 5), order('a', 1)])
})

test('the store keeps the newest version of a document when versions arrive out of order', () => {
  const store = storeOf([order('a', 3), order('a', 2)])
  expect(store.latest('a')).toEqual(order('a', 3))
  expect(store.mergeInto([order('a', 1)])).toEqual([order('a', 3)])
})

test('a document is replaced only by a higher version', () => {
  const store = storeOf([order('a', 2)])
  expect(store.newerThan(order('a', 1))).toEqual(order('a', 2))
  expect(store.newerThan(order('a', 2))).toBeUndefined()
  expect(store.newerThan(order('b', 1))).toBeUndefined()
})

test('a full store evicts the document that has been unchanged for longest', () => {
  const store = storeOf([order('a', 1), order('b', 1), order('a', 2), order('c', 1)], 2)
  expect(store.mergeInto([])).toEqual([order('c', 1), order('a', 2)])
})

test('a store that was cleared accepts an older version', () => {
  const store = storeOf([order('a', 3)])
  store.clear()
  store.add(order('a', 1))
  expect(store.latest('a')).toEqual(order('a', 1))
})
