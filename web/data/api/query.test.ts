import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { sendThrough } from './client.ts'
import { answerOf, invalidate, keyOf, query, setAnswer } from './query.ts'

const requested: string[] = []

beforeEach(() => {
  requested.length = 0
  sendThrough(async (path) => {
    requested.push(path)
    return Response.json({ notes: [] })
  })
})

test('the cache key of a query is its endpoint’s name with the request’s params, query or body', () => {
  expect(query('GET /api/site').queryKey).toEqual(['GET /api/site'])
  expect(query('GET /api/orders/:id', { params: { id: 'a' } }).queryKey).toEqual(['GET /api/orders/:id', { id: 'a' }])
  expect(keyOf('GET /api/menu-items', { query: { ids: 'a,b' } })).toEqual(['GET /api/menu-items', { ids: 'a,b' }])
  expect(keyOf('POST /api/office/photo-pictures', { body: { photo: 'p' } })).toEqual([
    'POST /api/office/photo-pictures',
    { photo: 'p' },
  ])
})

test('a query calls its endpoint, keeps the other options for TanStack Query, and applies `merge` to the answer', async () => {
  const options = query('GET /api/office/customers/:id/notes', {
    params: { id: 'ada' },
    staleTime: 0,
    merge: (answer) => ({ ...answer, merged: true }),
  })
  expect(options.staleTime).toBe(0)
  expect(await options.queryFn()).toEqual({ notes: [], merged: true })
  expect(requested).toEqual(['/api/office/customers/ada/notes'])
})

test('the cached answers of an endpoint can be invalidated for one request or all together', async () => {
  const client = new QueryClient()
  for (const id of ['ada', 'obi']) {
    await client.fetchQuery(query('GET /api/office/customers/:id/notes', { params: { id } }))
  }
  const isInvalid = () =>
    client
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.isInvalidated)
  expect(isInvalid()).toEqual([false, false])
  await invalidate(client, 'GET /api/office/customers/:id/notes', { params: { id: 'obi' } })
  expect(isInvalid()).toEqual([false, true])
  await invalidate(client, 'GET /api/office/customers/:id/notes')
  expect(isInvalid()).toEqual([true, true])
})

test('a cached answer is set and read by the name of its endpoint, and a function changes only an answer that is cached', () => {
  const client = new QueryClient()
  const upperCase = ({ publicKey }: { publicKey: string }) => ({ publicKey: publicKey.toUpperCase() })
  setAnswer(client, 'GET /api/push-key', upperCase)
  expect(answerOf(client, 'GET /api/push-key')).toBeUndefined()
  setAnswer(client, 'GET /api/push-key', { publicKey: 'a' })
  setAnswer(client, 'GET /api/push-key', upperCase)
  expect(answerOf(client, 'GET /api/push-key')).toEqual({ publicKey: 'A' })
})
