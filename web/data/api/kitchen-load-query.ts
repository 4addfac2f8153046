import { query } from './query.ts'

/** Rush mode, capacity, pause and limits. No event reports the number of open orders, so it is read every minute. */
export const kitchenLoadQuery = query('GET /api/kitchen-load', { refetchInterval: 60_000 })
