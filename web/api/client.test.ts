import { afterEach, expect, test, vi } from 'vitest'
import { ApiFailure, ConnectionFailure, call, sendThrough } from './client.ts'

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
  await expect(call('GET /api/site')).rejects.toEqual(new ConnectionFailure('Request time out'))
})

test("LIVE-8: 'Request time out' also where an answer begins and does not end", async () => {
  hurry()
  sendThrough(async (_, init) => {
    const body = new ReadableStream({
      start: (controller) => void untilAborted(init?.signal).catch((e) => controller.error(e)),
    })
    return new Response(body, { headers: { 'Content-Type': 'application/json' } })
  })
  await expect(call('POST /api/quotes', { body: { lines: [] } })).rejects.toEqual(
    new ConnectionFailure('Request time out'),
  )
})

test.each<[string, () => Promise<Response>]>([
  ['the network is away', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['somebody on the way answers', async () => new Response('<p>Bad gateway</p>', { status: 502 })],
  ['an answer is cut', async () => new Response('{"orders":[', { headers: { 'Content-Type': 'application/json' } })],
  ['a refusal is cut', async () => new Response('{"status":', { status: 409, headers: problemType })],
])("LIVE-8: 'Connection failed.' where %s", async (_, send) => {
  sendThrough(send)
  await expect(call('GET /api/orders')).rejects.toEqual(new ConnectionFailure('Connection failed.'))
})

test('a refusal that came whole is a refusal', async () => {
  const problem = { status: 409, code: 'quote-expired', detail: 'This offer has expired.', request: '' }
  sendThrough(async () => Response.json(problem, { status: 409, headers: problemType }))
  await expect(call('POST /api/orders', { body: { quoteId: 'Q1' } })).rejects.toThrow(ApiFailure)
})

test('an endpoint is called by its name, with parameters in the path, a query and a body', async () => {
  const sent: unknown[] = []
  sendThrough(async (path, { method, body } = {}) => {
    sent.push([method, path, body])
    return Response.json({})
  })
  await call('GET /api/menu/:category', { params: { category: 'a b/c' } })
  await call('GET /api/menu-items', { query: { ids: 'asun,suya' } })
  await call('POST /api/orders/:id/cancellation', { params: { id: 'A' }, body: { reason: 'late' } })
  expect(sent).toEqual([
    ['GET', '/api/menu/a%20b%2Fc', undefined],
    ['GET', '/api/menu-items?ids=asun%2Csuya', undefined],
    ['POST', '/api/orders/A/cancellation', '{"reason":"late"}'],
  ])
})
