import { readdirSync, readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { form, openTestRestaurant } from '#tests/support/auth.ts'
import { freshDatabase } from '#tests/support/database.ts'
import { openHashes } from './hashes.ts'

// The hashes are real, because this file tests the threads that compute them.
const restaurant = await openTestRestaurant(await freshDatabase())

test('SAFE-14: passwords typed by unknown callers wait in a separate queue, behind known browsers and accounts', async () => {
  const ada = restaurant.browser()
  await ada.signUp(form({ username: 'Ada Obi' }))
  const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const guesses = 12
  let answered = 0
  const all = Array.from({ length: guesses }, async () => {
    await restaurant.auth.isPassword('a guess', undefined)
    answered++
  })
  expect(restaurant.auth.sessionToken(new Headers({ cookie }))).toBeDefined()
  expect(answered).toBeLessThan(guesses / 3)
  await restaurant.auth.isPassword('jollof at midnight', undefined, { account: 'known' })
  expect(answered).toBeLessThan(guesses / 2)
  await Promise.all(all)
})

test('SAFE-14: password guesses from one address do not delay the first attempt from another address', async () => {
  const answered: string[] = []
  const guess = async (address: string) => {
    await restaurant.auth.isPassword('a guess', undefined, { address })
    answered.push(address)
  }
  await Promise.all([...Array.from({ length: 6 }, () => guess('203.0.113.7')), guess('198.51.100.1')])
  // Two guesses may come first: the guess being hashed, and the next in the queue.
  expect(answered.indexOf('198.51.100.1')).toBeLessThanOrEqual(2)
})

test.runIf(process.platform === 'linux')(
  'SAFE-14: the thread that hashes passwords for unknown callers has a lower priority than all other threads',
  async () => {
    await restaurant.auth.hashPassword('jollof at midnight', { address: '203.0.113.7' })
    const threads = readdirSync('/proc/self/task').map((thread) => {
      const [, name = '', rest = ''] =
        /\((.*)\) (.*)/.exec(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')) ?? []
      return { thread, name, nice: Number(rest.split(' ')[16]) }
    })
    const own = threads.find(({ thread }) => thread === String(process.pid))?.nice ?? 0
    const yielding = threads.filter(({ nice }) => nice > own)
    // Only worker threads have a lower priority. There may be several, because other test files may run servers in this
    // process.
    expect(new Set(yielding.map(({ name }) => name))).toEqual(new Set(['WorkerThread']))
  },
)

test('SAFE-15: a hashing thread that dies is replaced once; after a second failure the response is 503', async () => {
  const hashes = openHashes()
  const by = { address: '203.0.113.7' }
  const working = vi.spyOn(Worker.prototype, 'postMessage')
  onTestFinished(() => working.mockRestore())
  const endThread = function (this: Worker) {
    void this.terminate()
  }
  working.mockImplementationOnce(endThread)
  const hash = await hashes.hash('jollof at midnight', by)
  expect(await hashes.matches('jollof at midnight', hash, by)).toBe(true)
  working.mockImplementationOnce(endThread).mockImplementationOnce(endThread)
  await expect(hashes.hash('jollof at midnight', by)).rejects.toMatchObject({
    problem: { code: 'unavailable', detail: expect.stringMatching(/Please try again/) },
  })
  expect(await hashes.matches('jollof at midnight', hash, by)).toBe(true)
})
