import { query } from './query.ts'

/** Live events report every change. The poll is for times when the live stream is down. */
export const deskPrintersQuery = query('GET /api/desk/printers', { refetchInterval: 60_000 })
