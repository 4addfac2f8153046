import { expect, test } from 'vitest'
import { persisted } from './persisted.ts'

/** The content of a `localStorage`, which refuses writes while `isFull`. */
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

test('a value that a full storage refuses is held in memory, and `isKept` returns false', () => {
  const store = value()
  isFull = true
  store.set(() => 'a meal')
  expect([store.get(), store.isKept()]).toEqual(['a meal', false])
})

test('`isKept` returns true again once another tab has stored a value', () => {
  const [one, other] = [value(), value()]
  isFull = true
  one.set(() => 'a meal')
  isFull = false
  other.set(() => 'another meal')
  expect([one.get(), one.isKept()]).toEqual(['another meal', true])
})
