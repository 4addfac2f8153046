import { query } from '#web/data/api/query.ts'

// No event reports that a rider's delivery changed the cash, so an open till is read again.
export const tillQuery = query('GET /api/desk/till', { staleTime: 0, refetchInterval: 10_000 })
