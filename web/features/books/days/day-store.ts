import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/client.ts'

/** Milliseconds. No live event reports what is counted, so the page polls. */
const pollEvery = 30_000

export const openDayQuery = queryOptions({
  queryKey: ['office-days', 'open'],
  queryFn: () => call('GET /api/office/open-day'),
  refetchInterval: pollEvery,
})

/** The signed days before one of them, by its number; the newest without one. */
export const daysQuery = (before?: number) =>
  queryOptions({
    queryKey: ['office-days', 'signed', before],
    queryFn: () => call('GET /api/office/days', { query: before === undefined ? {} : { before: String(before) } }),
  })

export const dayQuery = (id: string) =>
  queryOptions({
    queryKey: ['office-days', id],
    queryFn: () => call('GET /api/office/days/:id', { params: { id } }),
  })

export const noAnswer = 'Could not reach the restaurant. Check whether it was saved before you try again.'
