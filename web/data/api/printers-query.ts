import { query } from './query.ts'

/** An event reports every change; the poll covers a stream that is down. */
export const deskPrintersQuery = query('GET /api/desk/printers', { refetchInterval: 60_000 })
