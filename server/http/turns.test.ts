import { expect, test } from 'vitest'
import { takeTurns } from './turns.ts'

test('SAFE-14: of one key so many work at a time and the rest wait in order; another key does not wait', async () => {
  const turns = takeTurns({ atOnce: 2, mostWaiting: 3 })
  const begun: string[] = []
  const done = new Map<string, () => void>()
  const call = (key: string, name: string) =>
    turns(key, () => {
      begun.push(name)
      return new Promise<void>((resolve) => done.set(name, resolve))
    })
  const calls = ['1', '2', '3', '4', '5'].map((name) => call('ada', name))
  await expect(call('ada', '6')).rejects.toThrow('That was too much at once. Please try again.')
  calls.push(call('obi', 'other'))
  expect(begun).toEqual(['1', '2', 'other'])
  for (const name of ['2', '1', '3', '4', '5', 'other']) {
    await expect.poll(() => begun).toContain(name)
    done.get(name)?.()
  }
  await Promise.all(calls)
  expect(begun).toEqual(['1', '2', 'other', '3', '4', '5'])
})

test('SAFE-14: a call that fails gives its place to the next one', async () => {
  const turns = takeTurns({ atOnce: 1, mostWaiting: 1 })
  const failed = turns('ada', async () => {
    throw new Error('burnt')
  })
  const next = turns('ada', async () => 'done')
  await expect(failed).rejects.toThrow('burnt')
  expect(await next).toBe('done')
})
