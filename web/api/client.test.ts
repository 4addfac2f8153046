import { afterEach, expect, test, vi } from 'vitest'
import { ApiFailure, ConnectionFailure, get, post, sendThrough } from './client.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const problemType = { 'Content-Type': 'application/problem+json' }

/** Waits for an end that only the signal brings, as a request over a dead network does. */
function untilAborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
}

/** As if the patience had sold out after some milliseconds. */
function hurry() {
  const controller = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    setTimeout(() => controller.abort(), 10)
    return controller.signal
  })
}

test("LIVE-8: 'Request time out' where no answer comes", async () => {
  hurry()
  sendThrough((_, init) => untilAborted(init?.signal))
  await expect(get('/api/site')).rejects.toEqual(new ConnectionFailure('Request time out'))
})

test("LIVE-8: 'Request time out' also where an answer begins and does not end", async () => {
  hurry()
  sendThrough(async (_, init) => {
    const body = new ReadableStream({
      start: (controller) => void untilAborted(init?.signal).catch((e) => controller.error(e)),
    })
    return new Response(body, { headers: { 'Content-Type': 'application/json' } })
  })
  await expect(post('/api/quotes')).rejects.toEqual(new ConnectionFailure('Request time out'))
})

test.each<[string, () => Promise<Response>]>([
  ['the network is away', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['somebody on the way answers', async () => new Response('<p>Bad gateway</p>', { status: 502 })],
  ['an answer is cut', async () => new Response('{"orders":[', { headers: { 'Content-Type': 'application/json' } })],
  ['a refusal is cut', async () => new Response('{"status":', { status: 409, headers: problemType })],
])("LIVE-8: 'Connection failed.' where %s", async (_, send) => {
  sendThrough(send)
  await expect(get('/api/orders')).rejects.toEqual(new ConnectionFailure('Connection failed.'))
})

test('who gives up a request is not told that it failed', async () => {
  const controller = new AbortController()
  sendThrough((_, init) => untilAborted(init?.signal))
  const asked = get('/api/orders', controller.signal)
  controller.abort(new Error('left'))
  await expect(asked).rejects.toThrow('left')
})

test('a refusal that came whole is a refusal', async () => {
  const problem = { status: 409, code: 'quote-expired', detail: 'This offer has expired.', request: '' }
  sendThrough(async () => Response.json(problem, { status: 409, headers: problemType }))
  await expect(post('/api/orders')).rejects.toThrow(ApiFailure)
})
