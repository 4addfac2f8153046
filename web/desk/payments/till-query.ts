import { query } from '#web/data/api/query.ts'

// No event says that a rider has delivered, so it is read again while it is open.
export const tillQuery = query('GET /api/desk/till', { staleTime: 0, refetchInterval: 10_000 })
