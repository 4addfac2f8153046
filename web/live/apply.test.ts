import { expect, test } from 'vitest'
import { merge, newer } from './apply.ts'

const order = (id: string, version: number) => ({ id, version })
const event = (id: string, version: number) => ({
  type: 'order.ready',
  subject: id,
  version,
  data: order(id, version),
})

test('ORDER-5: a newer document takes the place of the known one, an older one never', () => {
  const known = order('a', 3)
  expect(newer(known, event('a', 4))).toEqual(order('a', 4))
  expect(newer(known, event('a', 2))).toBe(known)
  expect(newer(undefined, event('a', 1))).toEqual(order('a', 1))
})

test('an event that comes twice changes nothing, not even the object', () => {
  const known = order('a', 3)
  expect(newer(known, event('a', 3))).toBe(known)
})

test('ORDER-5: a fetched list keeps what arrived while it was under way', () => {
  const fetched = [order('c', 2), order('b', 5), order('a', 1)]
  const arrived = [order('c', 3), order('b', 4), order('d', 1), order('e', 1), order('d', 2)]
  expect(merge(fetched, arrived)).toEqual([order('e', 1), order('d', 2), order('c', 3), order('b', 5), order('a', 1)])
})

test('of versions that arrived out of order the newest stays', () => {
  expect(merge([order('a', 1)], [order('a', 3), order('a', 2)])).toEqual([order('a', 3)])
})
