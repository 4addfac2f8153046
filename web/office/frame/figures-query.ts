import type { Range } from '#domain/books/days.ts'
import { query } from '#web/data/api/query.ts'

/** Milliseconds. */
const pollEvery = 60_000

/** What the restaurant sold in these days, and how it did, beside the days before. */
export const figuresQuery = (range: Range) =>
  query('GET /api/office/figures', { query: range, refetchInterval: pollEvery })
