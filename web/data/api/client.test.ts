import { afterEach, expect, test, vi } from 'vitest'
import { ApiFailure, ConnectionFailure, call, sendThrough, serverNow } from './client.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const problemType = { 'Content-Type': 'application/problem+json' }

function untilAborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
}

function shortenTimeout() {
  const controller = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    setTimeout(() => controller.abort(), 10)
    return controller.signal
  })
}

test("LIVE-8: a request without an answer fails with 'Request time out'", async () => {
  shortenTimeout()
  sendThrough((_, init) => untilAborted(init?.signal))
  await expect(call('GET /api/site')).rejects.toEqual(new ConnectionFailure('Request time out'))
})

test("LIVE-8: a request whose answer never ends fails with 'Request time out'", async () => {
  shortenTimeout()
  sendThrough(async (_, init) => {
    const body = new ReadableStream({
      start: (controller) => void untilAborted(init?.signal).catch((e) => controller.error(e)),
    })
    return new Response(body, { headers: { 'Content-Type': 'application/json' } })
  })
  await expect(call('POST /api/quotes', { body: { items: [] } })).rejects.toEqual(
    new ConnectionFailure('Request time out'),
  )
})

test.each<[string, () => Promise<Response>]>([
  ['the network is away', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['a proxy answers', async () => new Response('<p>Bad gateway</p>', { status: 502 })],
  ['an answer is cut', async () => new Response('{"orders":[', { headers: { 'Content-Type': 'application/json' } })],
  ['a refusal is cut', async () => new Response('{"status":', { status: 409, headers: problemType })],
])("LIVE-8: a request fails with 'Connection failed.' when %s", async (_, send) => {
  sendThrough(send)
  await expect(call('GET /api/orders')).rejects.toEqual(new ConnectionFailure('Connection failed.'))
})

test('`call` throws an ApiFailure if a complete problem document arrives', async () => {
  const problem = { status: 409, code: 'quote-expired', detail: 'This quote has expired.', request: '' }
  sendThrough(async () => Response.json(problem, { status: 409, headers: problemType }))
  await expect(call('POST /api/orders', { body: { quoteId: 'Q1' } })).rejects.toThrow(ApiFailure)
})

test('calling an endpoint by its name fills in the path, the query and the body', async () => {
  const sent: unknown[] = []
  sendThrough(async (path, { method, body } = {}) => {
    sent.push([method, path, body])
    return Response.json({})
  })
  await call('GET /api/menu/:category', { params: { category: 'a b/c' } })
  await call('GET /api/menu-items', { query: { ids: 'asun,suya' } })
  await call('POST /api/orders/:id/cancel', { params: { id: 'A' }, body: { reason: 'late' } })
  expect(sent).toEqual([
    ['GET', '/api/menu/a%20b%2Fc', undefined],
    ['GET', '/api/menu-items?ids=asun%2Csuya', undefined],
    ['POST', '/api/orders/A/cancel', '{"reason":"late"}'],
  ])
})

test.each([
  ['a day ahead', 86_400_000, 0],
  ['a day behind', -86_400_000, 0],
  ['half a minute ahead, as it may seem after a slow answer', 30_000, 30_000],
])(
  '`serverNow` corrects a browser’s clock that is wrong by more than a minute: the clock is %s',
  async (_, wrong, left) => {
    const now = Date.now()
    const date = new Date(now).toUTCString()
    vi.spyOn(Date, 'now').mockImplementation(() => now + wrong)
    sendThrough(async () => Response.json({}, { headers: { Date: date } }))
    await call('GET /api/site')
    expect(Math.abs(serverNow() - now - left)).toBeLessThan(1000)
  },
)

test('RUN-5: a request is sent with the last release’s field names, and its answer is translated to today’s names', async () => {
  const sent: unknown[] = []
  sendThrough(async (_, init) => {
    sent.push(JSON.parse(String(init?.body)))
    return Response.json({ narration: 'AB ada', lines: [{ itemId: 'coke', type: '', note: 'cold' }], total: 1200 })
  })
  const chosen = { itemId: 'coke', selection: {}, quantity: 1 }
  const quote = await call('POST /api/quotes', { body: { items: [{ ...chosen, chefComment: 'cold' }] } })
  expect(sent).toEqual([{ lines: [{ ...chosen, note: 'cold' }] }])
  expect(quote.totalAmount).toBe(1200)
})
