import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { KitchenLoadChange } from '#contract/kitchen-load.ts'
import { call } from '#web/api/client.ts'
import { newKey } from '#web/sync/outbox/key.ts'

/** Rush mode, capacity and pause. No event reports the number of open orders, so it is read every minute. */
export const kitchenLoadQuery = queryOptions({
  queryKey: ['kitchen-load'],
  queryFn: () => call('GET /api/kitchen-load'),
  refetchInterval: 60_000,
})

export const noAnswer = 'Could not reach the restaurant. Please check the network and try again.'

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
