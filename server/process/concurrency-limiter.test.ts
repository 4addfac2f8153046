import { expect, test } from 'vitest'
import { limitConcurrency, limitInRounds } from './concurrency-limiter.ts'

test('SAFE-14: a limited number of calls with one key run and the rest wait in order; calls with another key do not wait', async () => {
  const limited = limitConcurrency({ atOnce: 2, full: { mostWaiting: 3, error: () => new Error('Too much.') } })
  const begun: string[] = []
  const done = new Map<string, () => void>()
  const call = (key: string, name: string) =>
    limited(key, () => {
      begun.push(name)
      return new Promise<void>((resolve) => done.set(name, resolve))
    })
  const calls = ['1', '2', '3', '4', '5'].map((name) => call('ada', name))
  await expect(call('ada', '6')).rejects.toThrow('Too much.')
  calls.push(call('obi', 'other'))
  expect(begun).toEqual(['1', '2', 'other'])
  for (const name of ['2', '1', '3', '4', '5', 'other']) {
    await expect.poll(() => begun).toContain(name)
    done.get(name)?.()
  }
  await Promise.all(calls)
  expect(begun).toEqual(['1', '2', 'other', '3', '4', '5'])
})

test('SAFE-14: a failing call passes its place to the next call', async () => {
  const limited = limitConcurrency({ atOnce: 1 })
  const failed = limited('ada', async () => {
    throw new Error('burnt')
  })
  const next = limited('ada', async () => 'done')
  await expect(failed).rejects.toThrow('burnt')
  expect(await next).toBe('done')
})

test('SAFE-14: if keys take turns, many calls with one key delay the first call with another key by at most one call', async () => {
  const rounds = limitInRounds()
  const worked: string[] = []
  const call = (key: string) =>
    rounds(key, async () => {
      worked.push(key)
      if (key === 'fails') throw new Error('burnt')
    })
  const failed = call('fails').catch(() => {})
  await Promise.all([...['flood', 'flood', 'flood', 'ada', 'flood', 'obi', 'ada'].map(call), failed])
  expect(worked).toEqual(['fails', 'flood', 'ada', 'obi', 'flood', 'ada', 'flood', 'flood'])
  await call('later')
  expect(worked.at(-1)).toBe('later')
})
