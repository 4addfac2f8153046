import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { DayList } from '#contract/books/days.ts'
import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import * as BusinessDay from '#domain/books/business-day.ts'
import { sum } from '#domain/books/kobo.ts'
import { isOneOf, policy } from '#domain/restaurant/policy.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { OfficeFrame } from '#web/office/frame/office-frame.tsx'
import { PagedList } from '#web/office/frame/paged-list.tsx'
import { QueryView } from '#web/office/frame/query-view.tsx'
import { clock, day } from '#web/ui/lagos-time.ts'
import { daysPage, openDayQuery } from './day-store.ts'
import { OpenDayForm } from './open-day-form.tsx'

export function Days({ user, site }: { user: User; site: Site }) {
  const open = useQuery({ ...openDayQuery, refetchOnMount: 'always' })
  const isOwner = isOneOf(user.role, policy.owners)
  return (
    <OfficeFrame user={user} site={site}>
      <main
        id="main"
        tabIndex={-1}
        className="grid flex-1 content-start items-start gap-6 px-4 pb-10 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
      >
        <div className="grid min-w-0 gap-4">
          <QueryView what="day" query={open}>
            {(data) => <OpenDayForm key={data.from} openDay={data} isOwner={isOwner} />}
          </QueryView>
        </div>
        {isOwner && <PastDays />}
      </main>
    </OfficeFrame>
  )
}

function PastDays() {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-3">
      <h2 id={id} className="text-2xl">
        Signed days
      </h2>
      <PagedList
        noun={['signed day', 'signed days']}
        label="Signed days, newest first"
        page={daysPage}
        row={(signed) => <SignedDay signed={signed} />}
        empty={() => <p>No day has been signed yet.</p>}
      />
    </section>
  )
}

function SignedDay({
  signed: { id, until, signedBy, expected, counted, differences },
}: {
  signed: DayList['days'][number]
}) {
  const isExact = counted === expected && differences === 0
  return (
    <li>
      <Link
        to={`/office/days/${id}`}
        className="-outline-offset-2 flex min-h-14 flex-wrap items-center justify-between gap-x-3 px-4 py-2 hover:underline"
      >
        <span>
          <strong>{day(until)}</strong>
          <span className="block text-sm text-soft">
            until {clock(until)}, signed by {signedBy}
          </span>
        </span>
        <span className="ml-auto text-right">
          <strong className="figures">{BusinessDay.format(counted)}</strong>
          <span className={`block text-sm ${isExact ? 'text-leaf' : 'text-alarm'}`}>
            {isExact
              ? 'No difference'
              : `${countOf(differences, 'difference')}, ${BusinessDay.format(sum([counted, -expected]))}`}
          </span>
        </span>
      </Link>
    </li>
  )
}

const countOf = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`
