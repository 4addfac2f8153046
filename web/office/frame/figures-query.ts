import { queryOptions } from '@tanstack/react-query'
import type { Range } from '#domain/books/days.ts'
import { call } from '#web/data/api/client.ts'

/** Milliseconds. */
const pollEvery = 60_000

/** What the restaurant sold in these days, and how it did, beside the days before. */
export const figuresQuery = (range: Range) =>
  queryOptions({
    queryKey: ['office-figures', range],
    queryFn: () => call('GET /api/office/figures', { query: range }),
    refetchInterval: pollEvery,
  })
