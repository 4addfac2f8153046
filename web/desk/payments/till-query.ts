import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/data/api/client.ts'

// No event says that a rider has delivered, so it is read again while it is open.
export const tillQuery = queryOptions({
  queryKey: ['desk-till'],
  queryFn: () => call('GET /api/desk/till'),
  staleTime: 0,
  refetchInterval: 10_000,
})
