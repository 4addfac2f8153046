import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { ClosedDay as Day } from '#contract/books/days.ts'
import type { User } from '#contract/session.ts'
import type { Site } from '#contract/site.ts'
import * as BusinessDay from '#domain/books/business-day.ts'
import { placeKind } from '#domain/books/movement.ts'
import { orderCode } from '#domain/order/quote.ts'
import { Link } from '#web/app/navigation/navigation.tsx'
import { OfficeFrame } from '#web/office/frame/office-frame.tsx'
import { QueryView } from '#web/office/frame/query-view.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { clock, day } from '#web/ui/lagos-time.ts'
import { CorrectionForm } from './correction-form.tsx'
import { dayQuery } from './day-store.ts'
import { BankLine, CollectedFor } from './difference.tsx'

/** A signed business day, for the screen and for print. */
export function ClosedDay({ user, site, id }: { user: User; site: Site; id: string }) {
  const query = useQuery(dayQuery(id))
  return (
    <OfficeFrame user={user} site={site}>
      <main id="main" tabIndex={-1} className="grid max-w-3xl flex-1 content-start gap-4 px-4 pb-10">
        <QueryView what="day" query={query}>
          {(data) => (
            <>
              <DayReport closedDay={data} restaurant={site.name} />
              <div className="grid gap-3 print:hidden">
                <div className="flex flex-wrap gap-2">
                  <Button variant="secondary" className="flex-auto" onClick={() => print()}>
                    Print
                  </Button>
                  <a
                    href={`/api/office/days/${data.id}/sheet`}
                    download
                    className={buttonClass('secondary', 'flex-auto')}
                  >
                    Download CSV
                  </a>
                  <Link to="/office/days" className={buttonClass('secondary', 'flex-auto')}>
                    All days
                  </Link>
                </div>
                <CorrectionForm closedDay={data} />
              </div>
            </>
          )}
        </QueryView>
      </main>
    </OfficeFrame>
  )
}

function DayReport({ closedDay, restaurant }: { closedDay: Day; restaurant: string }) {
  const id = useId()
  const { from, until, signedBy, signedAt, places, differences } = closedDay
  return (
    <section
      aria-labelledby={id}
      className="grid gap-4 rounded-card bg-raise p-4 shadow-card sm:p-6 print:p-0 print:shadow-none"
    >
      <div>
        <h2 id={id} className="text-2xl">
          {day(until)}
        </h2>
        <p className="text-soft">
          {restaurant}: from {day(from)}, {clock(from)}, until {day(until)}, {clock(until)}.
        </p>
        <p className="text-soft">
          Signed by {signedBy} on {day(signedAt)} at {clock(signedAt)}.
        </p>
      </div>
      <ul aria-label="Places" className="grid divide-y divide-line border-line border-y">
        {places.map((place) => (
          <Place key={place.place} place={place} />
        ))}
      </ul>
      <h3 className="text-xl">Differences of the statements</h3>
      <Compared places={places} differs={differences.length > 0} />
      {differences.length > 0 && (
        <ul aria-label="Differences" className="grid divide-y divide-line">
          {differences.map((difference, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list of a signed day never changes
            <Named key={at} difference={difference} places={places} />
          ))}
        </ul>
      )}
    </section>
  )
}

/**
 * Says which bank accounts were compared with a statement, so that 'no differences' is not read as a result for the
 * other bank accounts.
 */
function Compared({ places, differs }: { places: Day['places']; differs: boolean }) {
  const accounts = places.filter(({ place }) => placeKind(place) === 'account')
  const without = accounts.filter(({ lines }) => lines === null)
  if (without.length === accounts.length) return <p className="text-soft">No statement was compared.</p>
  return (
    <p className="wrap-anywhere text-soft empty:hidden">
      {!differs && 'None. '}
      {without.length > 0 && `Without a statement: ${without.map(({ name }) => name).join(', ')}.`}
    </p>
  )
}

function Place({
  place: { place, name, expected, counted, countedBy, reason, lines, collected },
}: {
  place: Day['places'][number]
}) {
  const difference = counted === null ? 0 : BusinessDay.difference({ place, expected, counted })
  return (
    <li className="grid gap-0.5 py-2.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <strong className="wrap-anywhere">{name}</strong>
        {counted === null ? (
          <span className="ml-auto text-soft">Not counted</span>
        ) : difference === 0 ? (
          <strong className="ml-auto text-leaf">No difference</strong>
        ) : (
          <strong className="figures ml-auto text-alarm">{BusinessDay.format(difference)}</strong>
        )}
      </div>
      <p className="text-sm text-soft">
        Expected <span className="figures text-text">{BusinessDay.format(expected)}</span>
        {counted !== null && (
          <>
            , counted <span className="figures text-text">{BusinessDay.format(counted)}</span>
            {lines === null
              ? countedBy && ` by ${countedBy}`
              : ` by a statement of ${lines} ${lines === 1 ? 'line' : 'lines'}`}
          </>
        )}
      </p>
      {reason && <p className="wrap-anywhere text-sm">{reason}</p>}
      <CollectedFor orders={collected} />
    </li>
  )
}

function Named({ difference, places }: { difference: Day['differences'][number]; places: Day['places'] }) {
  const { kind, effects, orderIds, reason, named } = difference
  const nameOf = (place: string) => places.find((each) => each.place === place)?.name ?? 'Another account'
  return (
    <li className="grid gap-0.5 py-2.5">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <strong>{BusinessDay.differenceTitle({ kind, lines: named })}</strong>
        {orderIds.map((id) => (
          <Link key={id} to={`/office/orders/${id}`} className="inline-flex min-h-11 items-center underline">
            {orderCode(id)}
          </Link>
        ))}
      </p>
      {effects.map(({ place, amount }) => (
        <p key={place} className="flex flex-wrap justify-between gap-x-3 text-sm">
          <span className="text-soft">{nameOf(place)}</span>
          <span className="figures ml-auto">{BusinessDay.format(amount)}</span>
        </p>
      ))}
      {named.length > 0 && (
        <ul className="wrap-anywhere grid gap-1 text-sm">
          {named.map((line) => (
            <BankLine key={`${line.place} ${line.line}`} line={line} placeName={nameOf(line.place)} />
          ))}
        </ul>
      )}
      {reason && <p className="wrap-anywhere text-sm">{reason}</p>}
    </li>
  )
}
