import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'

/** Rush mode, capacity, pause and limits. No event reports the number of open orders, so it is read every minute. */
export const kitchenLoadQuery = queryOptions({
  queryKey: ['kitchen-load'],
  queryFn: () => call('GET /api/kitchen-load'),
  refetchInterval: 60_000,
})
