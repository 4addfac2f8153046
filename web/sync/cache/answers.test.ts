import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { fallback } from './answers.ts'

test('SAFE-20: where the storage of a browser hangs, the answer of the network is shown as soon as it is there', async () => {
  const begun = Promise.withResolvers<void>()
  const hanging = () => {
    begun.resolve()
    return { objectStore: () => ({ get: () => ({}) }) }
  }
  const opening: { result: object; onsuccess?: () => void } = { result: { transaction: hanging } }
  Object.assign(globalThis, {
    indexedDB: {
      open: () => {
        queueMicrotask(() => opening.onsuccess?.())
        return opening
      },
    },
  })
  const client = new QueryClient()
  const queryKey: QueryKey = ['menu', 'suya']
  const query = client.getQueryCache().build(client, { queryKey })
  const request = Promise.withResolvers<string>()
  const shown = fallback(request.promise, client, query)
  await begun.promise
  request.resolve('the menu')
  expect(await shown).toBe('the menu')
})
