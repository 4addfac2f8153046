import { useQueryClient } from '@tanstack/react-query'
import type { KitchenLoadChange } from '#contract/kitchen-load.ts'
import { call } from '#web/data/api/client.ts'
import { invalidate, setAnswer } from '#web/data/api/query.ts'
import { newKey } from '#web/data/outbox/key.ts'

export function useKitchenLoadChange() {
  const client = useQueryClient()
  return async (change: KitchenLoadChange) => {
    const after = await call('PATCH /api/kitchen-load', { body: { ...change, key: newKey() } })
    setAnswer(client, 'GET /api/kitchen-load', after)
    void invalidate(client, 'GET /api/promise')
  }
}
