import { expect, test } from 'vitest'
import { openPromiseCache } from './promise-cache.ts'

const hour = 60 * 60_000

test('SPEED-4: a value is computed once for any number of concurrent calls, and cached until it is dropped', async () => {
  const kept = openPromiseCache<number>({ most: 10, longestAge: hour })
  let made = 0
  const ask = () => kept.get('menu', async () => ++made)
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  expect(await ask()).toBe(1)
  kept.clear()
  expect(await ask()).toBe(2)
})

test('SPEED-3: a value still being computed when a change comes is returned and not cached', async () => {
  const kept = openPromiseCache<string>({ most: 10, longestAge: hour })
  const read = Promise.withResolvers<string>()
  const before = kept.get('menu', () => read.promise)
  kept.clear()
  const after = kept.get('menu', async () => 'after')
  read.resolve('before')
  expect(await before).toBe('before')
  expect(await after).toBe('after')
  expect(await kept.get('menu', async () => 'again')).toBe('after')
})

test('SPEED-3: a value is not cached if computing it fails or if `keeps` refuses it', async () => {
  const kept = openPromiseCache<string>({ most: 10, longestAge: hour, keeps: (value) => value !== 'missing' })
  await expect(kept.get('menu', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await kept.get('menu', async () => 'missing')).toBe('missing')
  expect(await kept.get('menu', async () => 'menu')).toBe('menu')
  expect(kept.has('menu')).toBe(true)
})

test('SPEED-3: a cached value that is too old is computed again', async () => {
  const kept = openPromiseCache<number>({ most: 10, longestAge: 1 })
  let made = 0
  await expect.poll(() => kept.get('menu', async () => ++made)).toBeGreaterThan(1)
})

test('SPEED-3: a value that is not cached evicts no cached value', async () => {
  const kept = openPromiseCache<string>({ most: 1, longestAge: hour, keeps: (value) => value !== 'missing' })
  await kept.get('menu', async () => 'menu')
  await Promise.all(['a', 'b', 'c'].map((key) => kept.get(key, async () => 'missing')))
  expect(['menu', 'a', 'b', 'c'].map(kept.has)).toEqual([true, false, false, false])
})

test('SPEED-3: a full cache evicts the least recently requested key', async () => {
  const kept = openPromiseCache<string>({ most: 2, longestAge: hour })
  for (const key of ['first', 'second', 'first', 'third']) await kept.get(key, async () => key)
  expect(['first', 'second', 'third'].map(kept.has)).toEqual([true, false, true])
})
