import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import type { Quote } from '#contract/order/quotes.ts'
import { publish } from '#server/live/publish.ts'
import { freshDatabase } from '../support/database.ts'
import { openServerBehindPath } from './server-behind-path.ts'

/** Milliseconds for which packets are dropped, and after them the milliseconds until everything works again. */
const dropped = 10_000
const healed = 15_000

const database = await freshDatabase()
const { path, server, customer, dish, stop } = await openServerBehindPath(database.url)
afterAll(stop)

/** Sends more requests at the same moment than the pool has connections, some of every kind. */
async function crowd(): Promise<number[]> {
  const headers = { Cookie: customer.cookie, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ items: [{ itemId: dish, selection: {}, quantity: 1 }] })
  const asked = Array.from({ length: 8 }, () => [
    fetch(`${server.url}/readyz`),
    fetch(`${server.url}/api/orders`, { headers }),
    fetch(`${server.url}/api/quotes`, { method: 'POST', headers, body }),
  ])
  return await Promise.all(
    asked.flat().map(async (response) => {
      const { status, body } = await response
      await body?.cancel()
      return status
    }),
  )
}

test('SAFE-17: requests and streams work within 15 s after the network dropped all packets for 10 s and left connections dead', async () => {
  expect(await crowd()).toEqual(expect.arrayContaining([200, 201]))
  const stream = await fetch(`${server.url}/api/stream?topics=menu`)
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  const heard = async (text: string) => {
    for (let all = ''; ; ) {
      const { value = '', done } = (await reader?.read()) ?? { done: true }
      all += value
      if (all.includes(text)) return true
      if (done) return false
    }
  }
  // Some requests are under way, some come during the fault, and connections of the pool are idle.
  const cut = crowd()
  path.drop()
  const meanwhile = crowd()
  await sleep(dropped)
  await path.restore()
  const since = performance.now()
  await expect
    .poll(async () => (await crowd()).every((status) => status < 300), { timeout: 4 * healed, interval: 200 })
    .toBe(true)
  await database.transaction((tx) =>
    publish(tx, { audience: ['menu'], type: 'delivery.changed', subject: 'after', version: 1, data: { id: 'after' } }),
  )
  expect(await heard('"after"')).toBe(true)
  expect(performance.now() - since).toBeLessThan(healed)
  // Every request had an answer.
  for (const status of [...(await cut), ...(await meanwhile)]) expect([200, 201, 503]).toContain(status)
  const quote = await customer.send<Quote>('GET', '/api/orders')
  expect(quote.status).toBe(200)
  expect(server.stderr()).not.toMatch(/"request\.failed"/)
})
