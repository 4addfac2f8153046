import { expect, test } from 'vitest'
import { rereads } from './rereads.ts'

test('LIVE-7: 350 rereads run in order, once each, at most 100 at a time', async () => {
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
