import { useQueryClient } from '@tanstack/react-query'
import type { KitchenLoadChange } from '#contract/kitchen-load.ts'
import { call } from '#web/api/client.ts'
import { kitchenLoadQuery } from '#web/api/kitchen-load.ts'
import { newKey } from '#web/sync/outbox/key.ts'

export function useKitchenLoadChange() {
  const client = useQueryClient()
  return async (change: KitchenLoadChange) => {
    client.setQueryData(
      kitchenLoadQuery.queryKey,
      await call('PATCH /api/kitchen-load', { body: { ...change, key: newKey() } }),
    )
    void client.invalidateQueries({ queryKey: ['promise'] })
  }
}
