import { expect, test } from 'vitest'
import { sendThrough } from '#web/data/api/client.ts'
import { createCallOnce } from './call-once.ts'

/** Replaces the network. Collects the idempotency keys of requests; requests fail while `isCut`. */
function network() {
  const state = { isCut: false, keys: [] as string[] }
  sendThrough(async (_, init) => {
    state.keys.push(JSON.parse(String(init?.body)).key)
    if (state.isCut) throw new TypeError('Failed to fetch')
    return Response.json({})
  })
  return state
}

const cashIn = (amount: number) =>
  ['POST /api/desk/till', { body: { kind: 'cash-in', amount, note: 'Float' } as const }] as const

test('a request repeated after a lost answer keeps its idempotency key, and a request after an answer has a new key', async () => {
  const sent = network()
  const callOnce = createCallOnce()
  sent.isCut = true
  await expect(callOnce(...cashIn(500))).rejects.toThrow()
  sent.isCut = false
  await callOnce(...cashIn(500))
  await callOnce(...cashIn(500))
  const [first, again, next] = sent.keys
  expect(again).toBe(first)
  expect(next).not.toBe(first)
})

test('a request with another `entry` has another idempotency key', async () => {
  const sent = network()
  const callOnce = createCallOnce()
  sent.isCut = true
  await expect(callOnce(...cashIn(500))).rejects.toThrow()
  await expect(callOnce(...cashIn(700))).rejects.toThrow()
  expect(new Set(sent.keys).size).toBe(2)
})

test('a request with the same `entry` keeps its idempotency key while the rest of the request changes', async () => {
  const sent = network()
  const callOnce = createCallOnce()
  sent.isCut = true
  for (const amount of [500, 700]) await expect(callOnce(...cashIn(amount), 'Float')).rejects.toThrow()
  expect(new Set(sent.keys).size).toBe(1)
})
