import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import * as BusinessDay from '#domain/books/business-day.ts'
import { isOneOf, policy } from '#domain/policy.ts'
import { useSessionEnd } from '#web/api/session.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { OfficeFrame } from '#web/frame/staff/office-frame.tsx'
import { Button } from '#web/ui/button.tsx'
import { clock, day } from '#web/ui/lagos-time.ts'
import { LoadTrouble } from '#web/ui/load-trouble.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { daysQuery, openDayQuery } from './day-store.ts'
import { OpenDayForm } from './open-day-form.tsx'

/** The open day, which staff count and an owner signs, and the signed ones. */
export function Days({ user, site, signOut }: { user: User; site: Site; signOut: ReactNode }) {
  const open = useQuery({ ...openDayQuery, refetchOnMount: 'always' })
  const isOwner = isOneOf(user.role, policy.owners)
  useSessionEnd(open.error)
  return (
    <OfficeFrame user={user} site={site} signOut={signOut}>
      <main
        id="main"
        tabIndex={-1}
        className="grid flex-1 content-start items-start gap-6 px-4 pb-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
      >
        <div className="grid min-w-0 gap-4">
          <LoadTrouble what={open.data ? 'The day may be out of date.' : 'The day did not load.'} query={open} />
          {open.data ? (
            <OpenDayForm key={open.data.from} openDay={open.data} isOwner={isOwner} />
          ) : (
            !open.error && <Loading what="the day" />
          )}
        </div>
        {isOwner && <PastDays />}
      </main>
    </OfficeFrame>
  )
}

export function Loading({ what }: { what: string }) {
  return (
    <>
      <p role="status" className="sr-only">
        Loading {what}…
      </p>
      <Skeleton className="h-96 rounded-card" />
    </>
  )
}

function PastDays() {
  const days = useInfiniteQuery({ ...daysQuery, refetchOnMount: 'always' })
  const id = useId()
  const all = days.data?.pages.flatMap((page) => page.days)
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-3">
      <h2 id={id} className="text-2xl">
        Signed days
      </h2>
      <LoadTrouble what={all ? 'The list may be out of date.' : 'The list did not load.'} query={days} />
      {all?.length === 0 && (
        <p className="rounded-card border-2 border-line border-dashed px-6 py-10 text-center text-soft">
          No day has been signed yet.
        </p>
      )}
      {all && all.length > 0 && (
        <ol className="grid divide-y divide-line rounded-card bg-raise px-4 shadow-card">
          {all.map(({ id, until, signedBy, expected, counted, differences }) => (
            <li key={id}>
              <Link
                to={`/office/days/${id}`}
                className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 py-2 hover:underline"
              >
                <span>
                  <strong>{day(until)}</strong>
                  <span className="block text-sm text-soft">
                    until {clock(until)}, signed by {signedBy}
                  </span>
                </span>
                <span className="text-right">
                  <strong className="figures">{BusinessDay.format(counted)}</strong>
                  <span className={`block text-sm ${differences === 0 ? 'text-leaf' : 'text-alarm'}`}>
                    {counted === expected && differences === 0
                      ? 'No difference'
                      : `${countOf(differences, 'difference')}, ${BusinessDay.format(counted - expected)}`}
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ol>
      )}
      {days.hasNextPage && (
        <Button look="secondary" busy={days.isFetchingNextPage} onClick={() => void days.fetchNextPage()}>
          Older days
        </Button>
      )}
    </section>
  )
}

export const countOf = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`
