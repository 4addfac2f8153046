import { query } from '#web/data/api/query.ts'

// Riders' deliveries publish no event for it, so it is read again while it is open.
export const tillQuery = query('GET /api/desk/till', { staleTime: 0, refetchInterval: 10_000 })
