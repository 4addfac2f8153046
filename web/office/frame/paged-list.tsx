import { keepPreviousData, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { useSessionEnd } from '#web/data/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadTrouble } from '#web/ui/load-trouble.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** `next` is the argument `after` for the next page; null on the last page. */
type Page<Entry> = { readonly entries: readonly Entry[]; readonly next: string | null }

type Props<Answer, Entry> = {
  /** Returns the query for the page after the entry `after`; '' for the first page. */
  readonly page: (search: string, after: string) => UseQueryOptions<Answer, Error, Page<Entry>>
  readonly noun: readonly [one: string, many: string]
  readonly label: string
  readonly search?: string
  /** Returns the text for an empty list. Receives the search that found nothing. */
  readonly empty: (search: string) => ReactNode
  /** Renders an entry as `li`. `before` is the entry above. */
  readonly row: (entry: Entry, before?: Entry) => ReactNode
}

/**
 * A list in pages. While a person types a search, the earlier results stay visible until the answer to the new search
 * arrives. TanStack Query's infinite queries are left out of the build: see `vite.config.ts`.
 */
export function PagedList<Answer, Entry extends { readonly id: string | number }>(props: Props<Answer, Entry>) {
  const { noun, label, search = '', empty, row } = props
  const asked = useSettled(search)
  const found = useQuery({ ...props.page(asked, ''), staleTime: 0, placeholderData: keepPreviousData })
  const { data, error, isPlaceholderData } = found
  useSessionEnd(error)
  const isWaiting = asked !== search || isPlaceholderData

  return (
    <>
      <LoadTrouble what={data ? 'The list may be out of date.' : `The ${noun[1]} did not load.`} query={found} />
      <p role="status" className="sr-only">
        {error ? '' : isWaiting || data === undefined ? `Looking for ${noun[1]}…` : summaryOf(data, noun)}
      </p>
      {data === undefined && !error && <Skeleton className="h-96 rounded-card" />}
      {data?.entries.length === 0 && (
        <div className="grid justify-items-center gap-3 rounded-card border-2 border-line border-dashed px-6 py-12 text-center text-soft">
          {empty(asked)}
        </div>
      )}
      {data && data.entries.length > 0 && (
        <ul
          aria-label={label}
          aria-busy={isWaiting || undefined}
          className={`grid divide-y divide-line overflow-hidden rounded-card bg-raise shadow-card ${isWaiting ? 'opacity-60' : ''}`}
        >
          <Rows entries={data.entries} row={row} />
          {data.next !== null && !isWaiting && (
            <More
              key={asked + data.next}
              {...props}
              search={asked}
              after={data.next}
              last={data.entries[data.entries.length - 1]}
            />
          )}
        </ul>
      )}
    </>
  )
}

function More<Answer, Entry extends { readonly id: string | number }>(
  props: Props<Answer, Entry> & { search: string; after: string; last: Entry | undefined },
) {
  const { noun, search, after, last, row } = props
  const [isWanted, setIsWanted] = useState(false)
  const page = useQuery({ ...props.page(search, after), staleTime: 0, enabled: isWanted })
  const { data, isFetching, refetch } = page
  if (!data) {
    return (
      <li className="grid gap-2 p-3">
        <LoadTrouble what={`The next ${noun[1]} did not load.`} query={page} />
        <Button variant="secondary" busy={isFetching} onClick={() => (isWanted ? void refetch() : setIsWanted(true))}>
          Show more
        </Button>
      </li>
    )
  }
  return (
    <>
      <Rows entries={data.entries} above={last} row={row} />
      {data.next !== null && <More {...props} after={data.next} last={data.entries[data.entries.length - 1]} />}
    </>
  )
}

function Rows<Entry extends { readonly id: string | number }>({
  entries,
  above,
  row,
}: {
  entries: readonly Entry[]
  above?: Entry | undefined
  row: (entry: Entry, before?: Entry) => ReactNode
}) {
  return entries.map((entry, at) => (
    <Fragment key={entry.id}>{row(entry, at === 0 ? above : entries[at - 1])}</Fragment>
  ))
}

function summaryOf({ entries: { length }, next }: Page<unknown>, [one, many]: readonly [string, string]): string {
  if (length === 0) return `No ${many} found.`
  return next === null
    ? `${length} ${length === 1 ? one : many} found.`
    : `The latest ${length} ${many}, and there are more.`
}

/** Milliseconds without a key after which a search is requested. */
const pause = 250

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
