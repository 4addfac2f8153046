import { useQueryClient } from '@tanstack/react-query'
import type { KitchenLoadChange } from '#contract/kitchen-load.ts'
import { call } from '#web/data/api/client.ts'
import { kitchenLoadQuery } from '#web/data/api/kitchen-load-query.ts'
import { newKey } from '#web/data/outbox/key.ts'

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
