import { query } from '#web/data/api/query.ts'

// Polled, because no event reports that a rider's delivery changed the cash.
export const tillQuery = query('GET /api/desk/till', { staleTime: 0, refetchInterval: 10_000 })
