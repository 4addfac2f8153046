import { expect, test } from 'vitest'
import { merge } from './merge.ts'

const order = (id: string, version: number) => ({ id, version })

test('ORDER-5: a fetched list is merged with the documents that arrived while it was requested', () => {
  const fetched = [order('c', 2), order('b', 5), order('a', 1)]
  const arrived = [order('c', 3), order('b', 4), order('d', 1), order('e', 1), order('d', 2)]
  expect(merge(fetched, arrived)).toEqual([order('e', 1), order('d', 2), order('c', 3), order('b', 5), order('a', 1)])
})

test('the newest version stays where versions arrive out of order', () => {
  expect(merge([order('a', 1)], [order('a', 3), order('a', 2)])).toEqual([order('a', 3)])
})
