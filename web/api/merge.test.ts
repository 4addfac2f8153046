import { expect, test } from 'vitest'
import { merge } from './merge.ts'

const order = (id: string, version: number) => ({ id, version })

test('ORDER-5: a fetched list keeps what arrived while it was under way', () => {
  const fetched = [order('c', 2), order('b', 5), order('a', 1)]
  const arrived = [order('c', 3), order('b', 4), order('d', 1), order('e', 1), order('d', 2)]
  expect(merge(fetched, arrived)).toEqual([order('e', 1), order('d', 2), order('c', 3), order('b', 5), order('a', 1)])
})

test('of versions that arrived out of order the newest stays', () => {
  expect(merge([order('a', 1)], [order('a', 3), order('a', 2)])).toEqual([order('a', 3)])
})
