import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from '#web/data/api/client.ts'

const sent: string[] = []
const page = { cookie: '', currentScript: { dataset: { requests: '/api/orders' } } }

beforeEach(() => {
  sent.length = 0
  vi.useFakeTimers()
  vi.stubGlobal('document', page)
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    sent.push(`${init?.method ?? 'early'} ${path}`)
    return Response.json({ orders: [] })
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.resetModules()
  globalThis.earlyRequests = undefined
})

async function openPage(cookie: string): Promise<void> {
  page.cookie = cookie
  await import('./early-requests.ts')
}

test('a page of a signed-in person requests the session and the page’s data early, and uses each early answer once', async () => {
  await openPage('theme=dark; buka_signed_in=a1')
  expect(sent).toEqual(['early /api/session', 'early /api/orders'])
  expect(await call('GET /api/orders')).toEqual({ orders: [] })
  expect(sent).toHaveLength(2)
  await call('GET /api/orders')
  expect(sent.at(-1)).toBe('GET /api/orders')
})

test('a page of a signed-out visitor sends no early request', async () => {
  await openPage('theme=dark')
  expect(sent).toEqual([])
})

test('an early answer is not used for another session, after a write, or when it is too old', async () => {
  for (const end of [
    () => void Object.assign(page, { cookie: 'buka_signed_in=b2' }),
    () => call('POST /api/quotes', { body: { items: [] } }),
    () => vi.advanceTimersByTime(20_000),
  ]) {
    await openPage('buka_signed_in=a1')
    await end()
    await call('GET /api/orders')
    expect(sent.at(-1)).toBe('GET /api/orders')
    vi.resetModules()
  }
})
