import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/data/api/client.ts'

/** Milliseconds. No live event reports what is counted, so the page polls. */
const pollEvery = 30_000

export const openDayQuery = queryOptions({
  queryKey: ['office-days', 'open'],
  queryFn: () => call('GET /api/office/open-day'),
  refetchInterval: pollEvery,
})

/** A page of the signed days: those before a day, by its number. */
export async function readDays(_search: string, before: string) {
  const { days, more } = await call('GET /api/office/days', { query: before === '' ? {} : { before } })
  const last = days.at(-1)
  return { entries: days, next: more && last ? String(last.id) : null }
}

export const dayQuery = (id: string) =>
  queryOptions({
    queryKey: ['office-days', id],
    queryFn: () => call('GET /api/office/days/:id', { params: { id } }),
  })

export const noAnswer = 'Could not reach the restaurant. Check whether it was saved before you try again.'
