import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { KitchenLoadChange } from '#contract/kitchen-load.ts'
import { call } from '#web/api/client.ts'

/** How the restaurant stands tonight. */
export const kitchenLoadQuery = queryOptions({
  queryKey: ['kitchen-load'],
  queryFn: () => call('GET /api/kitchen-load'),
  refetchInterval: 60_000,
})

export const noAnswer = 'The restaurant did not answer. Please check the network and try again.'

export function useFloorChange() {
  const client = useQueryClient()
  return async (change: KitchenLoadChange) => {
    client.setQueryData(kitchenLoadQuery.queryKey, await call('PATCH /api/kitchen-load', { body: change }))
    void client.invalidateQueries({ queryKey: ['promise'] })
  }
}
