import { expect, test } from 'vitest'
import { openPromiseCache } from './promise-cache.ts'

const hour = 60 * 60_000

test('SPEED-4: a value is made once for however many ask at once, and kept until it is dropped', async () => {
  const kept = openPromiseCache<number>({ most: 10, longestAge: hour })
  let made = 0
  const ask = () => kept.get('menu', async () => ++made)
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  expect(await ask()).toBe(1)
  kept.clear()
  expect(await ask()).toBe(2)
})

test('SPEED-3: a value that was being made when a change came is answered and not kept', async () => {
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

test('SPEED-3: what fails is not kept, nor what `keeps` refuses, nor what is too old', async () => {
  const kept = openPromiseCache<string>({ most: 10, longestAge: hour, keeps: (value) => value !== 'missing' })
  await expect(kept.get('menu', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await kept.get('menu', async () => 'missing')).toBe('missing')
  expect(await kept.get('menu', async () => 'menu')).toBe('menu')
  expect(kept.has('menu')).toBe(true)
  const none = openPromiseCache<number>({ most: 10, longestAge: 0 })
  expect([await none.get('a', async () => 1), await none.get('a', async () => 2)]).toEqual([1, 2])
})

test('SPEED-3: the key that was asked for longest ago makes room', async () => {
  const kept = openPromiseCache<string>({ most: 2, longestAge: hour })
  for (const key of ['first', 'second', 'first', 'third']) await kept.get(key, async () => key)
  expect(['first', 'second', 'third'].map(kept.has)).toEqual([true, false, true])
})
