import 'fake-indexeddb/auto'
import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { fallback } from './answers.ts'

/** Resolves when a test reads from the storage. The storage never answers. */
const begun = Promise.withResolvers<void>()
IDBObjectStore.prototype.get = () => {
  begun.resolve()
  return new IDBRequest()
}

function menuQuery() {
  const client = new QueryClient()
  const queryKey: QueryKey = ['GET /api/menu/:category', { category: 'suya' }]
  return [client, client.getQueryCache().build(client, { queryKey })] as const
}

afterEach(() => {
  vi.useRealTimers()
})

test('SAFE-20: an answer from the network is shown on arrival even if the browser’s storage hangs', async () => {
  const request = Promise.withResolvers<string>()
  const shown = fallback(request.promise, ...menuQuery())
  await begun.promise
  request.resolve('the menu')
  expect(await shown).toBe('the menu')
})

test('SAFE-20: a failed request is reported within two seconds even if the browser’s storage hangs', async () => {
  vi.useFakeTimers()
  const shown = fallback(Promise.reject(new Error('no network')), ...menuQuery())
  const failed = expect(shown).rejects.toThrow('no network')
  await vi.advanceTimersByTimeAsync(2000)
  await failed
})
