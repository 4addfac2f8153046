import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Floor, FloorChange } from '#contract/kitchen-load.ts'
import { get, patch } from '#web/api/client.ts'

/** How the house stands tonight. */
export const floorQuery = queryOptions({
  queryKey: ['floor'],
  queryFn: () => get<Floor>('/api/floor'),
  refetchInterval: 60_000,
})

export const noAnswer = 'The house did not answer. Please check the network and try again.'

export function useFloorChange() {
  const client = useQueryClient()
  return async (change: FloorChange) => {
    client.setQueryData(floorQuery.queryKey, await patch<Floor>('/api/floor', change))
    void client.invalidateQueries({ queryKey: ['promise'] })
  }
}
