import type { Answer } from '#contract/endpoints.ts'
import { query } from '#web/data/api/query.ts'

/** The poll interval in milliseconds. The open day is polled, because no live event reports a new count. */
const pollEvery = 30_000

export const openDayQuery = query('GET /api/office/open-day', { refetchInterval: pollEvery })

/** Returns the query for a page of the signed days before the day with this number; '' for the first page. */
export const daysPage = (_search: string, before: string) => ({
  ...query('GET /api/office/days', { query: before === '' ? {} : { before } }),
  select({ days, more }: Answer<'GET /api/office/days'>) {
    const last = days.at(-1)
    return { entries: days, next: more && last ? String(last.id) : null }
  },
})

export const dayQuery = (id: string) => query('GET /api/office/days/:id', { params: { id } })
