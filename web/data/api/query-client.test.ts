import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiFailure, ConnectionFailure } from './client.ts'
import { createQueryClient } from './query-client.ts'

// Node has no `window`, and TanStack Query repeats failed queries only in a browser, which it recognises by its
// `window`.
vi.hoisted(() => {
  Object.assign(globalThis, { window: globalThis })
})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Observes a query as a page does. Returns its requests and what the page shows. */
function onPage(answer: () => Promise<string>) {
  const request = vi.fn(answer)
  const observer = new QueryObserver(createQueryClient(), { queryKey: ['GET /api/orders'], queryFn: request })
  const leave = observer.subscribe(() => {})
  return { request, leave, shown: () => observer.getCurrentResult() }
}

test('SAFE-20: a query is repeated until an answer arrives, even if the browser reports no change of network', async () => {
  let works = false
  const page = onPage(async () => {
    if (!works) throw new ConnectionFailure('Connection failed.')
    return 'orders'
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(page.shown().data).toBeUndefined()
  works = true
  await vi.advanceTimersByTimeAsync(15_000)
  expect(page.shown()).toMatchObject({ status: 'success', data: 'orders' })
  const requests = page.request.mock.calls.length
  await vi.advanceTimersByTimeAsync(600_000)
  expect(page.request).toHaveBeenCalledTimes(requests)
  page.leave()
})

test('SAFE-20: a refused query is not repeated', async () => {
  const page = onPage(async () => {
    throw new ApiFailure({ status: 404, code: 'not-found', detail: 'There is nothing here.', request: '' })
  })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(page.request).toHaveBeenCalledTimes(1)
  page.leave()
})
