import { expect, test, vi } from 'vitest'
import { rereads } from './rereads.ts'

test('LIVE-7: 350 queries are each reread once, in the order in which they were added and at most 100 at the same moment', async () => {
  const queue = rereads()
  const made: number[] = []
  let underWay = 0
  let highest = 0
  await new Promise<void>((resolve) => {
    for (let index = 0; index < 350; index++) {
      queue.add(async () => {
        made.push(index)
        underWay += 1
        highest = Math.max(highest, underWay)
        await new Promise((done) => setTimeout(done, 1))
        underWay -= 1
        if (made.length === 350 && underWay === 0) resolve()
        if (index % 7 === 0) throw new Error('A reread failed.')
      })
    }
  })
  expect(highest).toBe(100)
  expect(made).toEqual(Array.from({ length: 350 }, (_, index) => index))
})

test('SPEED-4: 500 pages with the same event reread once each, spread so that fewer than a fifth reread in any tenth of the time', () => {
  vi.useFakeTimers()
  const asked: number[] = []
  for (let page = 0; page < 500; page++) rereads().add(async () => asked.push(Date.now()), 2000)
  const began = Date.now()
  vi.advanceTimersByTime(2000)
  vi.useRealTimers()
  expect(asked).toHaveLength(500)
  const tenths = Map.groupBy(asked, (at) => Math.floor((at - began) / 200))
  expect(Math.max(...[...tenths.values()].map((each) => each.length))).toBeLessThan(100)
})
