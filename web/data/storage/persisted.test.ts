import { expect, test } from 'vitest'
import { persisted } from './persisted.ts'

/** A `localStorage` that refuses writes once it is full. */
const stored = new Map<string, string>()
let isFull = false
const area = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem(key: string, text: string) {
    if (isFull) throw new DOMException('full', 'QuotaExceededError')
    stored.set(key, text)
  },
} as Storage

const value = () => persisted<string>('value', '', String, () => area)

test('a value refused by a full storage is held in memory, and isKept is false', () => {
  const store = value()
  isFull = true
  store.set(() => 'a meal')
  expect([store.get(), store.isKept()]).toEqual(['a meal', false])
})

test('isKept is true again once another tab has stored a value', () => {
  const [one, other] = [value(), value()]
  isFull = true
  one.set(() => 'a meal')
  isFull = false
  other.set(() => 'another meal')
  expect([one.get(), one.isKept()]).toEqual(['another meal', true])
})
