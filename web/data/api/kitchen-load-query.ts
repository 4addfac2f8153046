import { query } from './query.ts'

/** Polled every minute, because no event reports the number of open orders. */
export const kitchenLoadQuery = query('GET /api/kitchen-load', { refetchInterval: 60_000 })
