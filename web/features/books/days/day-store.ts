import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'

/** Milliseconds. No live event reports what is counted, so the page polls. */
const pollEvery = 30_000

export const openDayQuery = queryOptions({
  queryKey: ['office-days', 'open'],
  queryFn: () => call('GET /api/office/open-day'),
  refetchInterval: pollEvery,
})

export const daysQuery = infiniteQueryOptions({
  queryKey: ['office-days', 'signed'],
  queryFn: ({ pageParam }) =>
    call('GET /api/office/days', { query: pageParam === undefined ? {} : { before: String(pageParam) } }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ days, more }) => (more ? days.at(-1)?.id : undefined),
})

export const dayQuery = (id: string) =>
  queryOptions({
    queryKey: ['office-days', id],
    queryFn: () => call('GET /api/office/days/:id', { params: { id } }),
  })

export const noAnswer = 'Could not reach the restaurant. Check whether it was saved before you try again.'
