import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import type { Quote } from '#contract/order/quotes.ts'
import { publish } from '#server/live/publish.ts'
import { freshDatabase } from '../support/database.ts'
import { openServerBehindPath } from './server-behind-path.ts'

const dropMs = 10_000
const healMs = 15_000

const database = await freshDatabase()
const { path, server, customer, dish, stop } = await openServerBehindPath(database.url)
afterAll(stop)

/** Sends 24 requests at the same moment, which is more than the pool has connections. */
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

test('SAFE-17: requests and streams work again within 15 s after the network has dropped all packets for 10 s', async () => {
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
  // Some requests are under way when the fault begins, and some are sent during the fault.
  const cut = crowd()
  path.drop()
  const meanwhile = crowd()
  await sleep(dropMs)
  await path.restore()
  const since = performance.now()
  await expect
    .poll(async () => (await crowd()).every((status) => status < 300), { timeout: 4 * healMs, interval: 200 })
    .toBe(true)
  await database.transaction((tx) =>
    publish(tx, { audience: ['menu'], type: 'delivery.changed', subject: 'after', version: 1, data: { id: 'after' } }),
  )
  expect(await heard('"after"')).toBe(true)
  expect(performance.now() - since).toBeLessThan(healMs)
  for (const status of [...(await cut), ...(await meanwhile)]) expect([200, 201, 503]).toContain(status)
  const quote = await customer.send<Quote>('GET', '/api/orders')
  expect(quote.status).toBe(200)
  expect(server.stderr()).not.toMatch(/"request\.failed"/)
})
